import type { View } from '@atelier/documents'
import { documents, type PageEntry, page } from '../document/pages.ts'
import { templatesFor } from '../template/resolve.ts'
import { type CodeAsset, codeAssets } from './assets.ts'

/** The code of one page, in the order in which it is loaded. */
export interface AppliedCode {
  scripts: Extract<CodeAsset, { type: 'script' }>[]
  styles: Extract<CodeAsset, { type: 'style' }>[]
  /** The assets that do not apply, and why, as the rest of a sentence. */
  left: { asset: CodeAsset; why: string }[]
}

/** The code that applies to a page, template or component; a template’s own scope also covers itself. */
export function appliedCode(site: View, pageId: string): AppliedCode {
  const all = documents(site)
  const entry = page(site, pageId)
  const around = new Set(entry ? templatesFor(entry, all).map(({ id }) => id) : [])
  const applied: AppliedCode = { scripts: [], styles: [], left: [] }
  for (const asset of codeAssets(site).sort(compareCode)) {
    const why = notFor(asset, pageId, entry, around)
    if (why !== undefined) applied.left.push({ asset, why })
    else if (asset.type === 'script') applied.scripts.push(asset)
    else applied.styles.push(asset)
  }
  return applied
}

function compareCode(a: CodeAsset, b: CodeAsset): number {
  return a.runtime.priority - b.runtime.priority || (a.path < b.path ? -1 : 1)
}

function notFor(
  { runtime: { enabled, scope } }: CodeAsset,
  pageId: string,
  entry: PageEntry | undefined,
  around: ReadonlySet<string>,
): string | undefined {
  if (!enabled) return 'it is not enabled'
  if (scope.kind === 'all-pages') return entry?.kind === 'component' ? 'a component is not a page' : undefined
  if (scope.kind === 'pages') return scope.pageIds.includes(pageId) ? undefined : 'its scope is other pages'
  return scope.templatePageIds.some((id) => id === pageId || around.has(id))
    ? undefined
    : 'its scope is templates that are not put around this page'
}
