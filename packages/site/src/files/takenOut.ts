import { appliedCode } from '../code/applies.ts'
import { type CodeAsset, changeCode } from '../code/assets.ts'
import type { CodeScope } from '../code/runtime.ts'
import type { SiteContext } from '../context/context.ts'
import { pages } from '../document/pages.ts'
import type { ParsedDocument } from '../html/document.ts'
import type { RefusedScript } from '../html/reader.ts'
import { pageSettings } from '../publish/settings.ts'
import type { MarkupFile } from './text.ts'

/**
 * Takes out of a page what an edit has taken out of its text: scripts and stylesheets that the page no longer loads then, and
 * its description. Returns what an edit of one page cannot take out, as sentences.
 */
export function takeOut(
  context: SiteContext,
  { entry }: MarkupFile,
  { head }: ParsedDocument,
  scripts: readonly RefusedScript[],
): string[] {
  const { site } = context
  const loaded = appliedCode(site, entry.id)
  const named = new Set<string>()
  const note = (url: string | undefined) => url !== undefined && named.add(assetPathIn(url))
  for (const { attrs } of scripts) note(attrs.find(([name]) => name === 'src')?.[1])
  for (const { attrs = [] } of head.nodes) note(attrs.find(([name]) => name === 'href')?.[1])
  const warnings = [...loaded.scripts, ...loaded.styles]
    .filter(({ path }) => !named.has(path.toLowerCase()))
    .flatMap((asset) => withoutPage(context, asset, entry.id) ?? [])
  const isDescribed = head.nodes.some(
    ({ tag, attrs = [] }) =>
      tag === 'meta' && attrs.some(([name, value]) => name === 'name' && value.toLowerCase() === 'description'),
  )
  if (!isDescribed && pageSettings(site, entry.id).description !== undefined)
    site.set(`page:${entry.id}/description`, '')
  return warnings
}

/** The path of an address of this site in lower case, whatever folder it is written from. */
const assetPathIn = (url: string) =>
  url
    .replace(/[?#].*$/s, '')
    .replace(/^(?:\.{0,2}\/)+/, '')
    .toLowerCase()

/** Makes a page no longer load an asset. Returns why it still does. */
function withoutPage({ site, now }: SiteContext, asset: CodeAsset, pageId: string): string | undefined {
  const { scope } = asset.runtime
  if (scope.kind === 'templates')
    return `${asset.path} stays: the pages of a template load it. Change its scope with write_code_asset.`
  const all = scope.kind === 'pages' ? scope.pageIds : pages(site).map(({ id }) => id)
  const pageIds = all.filter((id) => id !== pageId)
  const rest: CodeScope = { kind: 'pages', pageIds }
  changeCode(site, asset, { runtime: pageIds.length > 0 ? { scope: rest } : { enabled: false }, now: now() })
  return undefined
}
