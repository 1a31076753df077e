import { type Envelope, fail } from '@atelier/operation'
import { Type } from 'typebox'
import {
  type CodeAsset,
  codeAsset,
  codeAssets,
  codeByPath,
  codeHash,
  maxCodeLength,
  tidyPath,
} from '../../code/assets.ts'
import { CodeScope, type RuntimeInput } from '../../code/runtime.ts'
import type { SiteContext } from '../../context/context.ts'
import { page } from '../../document/pages.ts'
import type { Found } from '../shared/target.ts'

/** An asset by its id or its path. */
export const assetTarget = { fileId: Type.Optional(Type.String()), path: Type.Optional(Type.String()) }

const Timing = Type.Union([Type.Literal('immediate'), Type.Literal('dom-ready'), Type.Literal('idle')])

/** The options in a result. */
export const RuntimeResult = Type.Object({
  enabled: Type.Boolean(),
  format: Type.Optional(Type.Union([Type.Literal('module'), Type.Literal('classic')])),
  placement: Type.Optional(Type.Union([Type.Literal('head'), Type.Literal('body-end')])),
  timing: Type.Optional(Timing),
  scope: CodeScope,
  priority: Type.Integer(),
})

export const AssetSummary = {
  fileId: Type.String(),
  path: Type.String(),
  type: Type.Union([Type.Literal('script'), Type.Literal('style')]),
  /** The hash of the whole content. */
  hash: Type.String(),
  /** In characters. */
  size: Type.Integer(),
  createdAt: Type.Number(),
  updatedAt: Type.Number(),
  runtime: RuntimeResult,
}

export async function summaryOf({ id, path, type, content, createdAt, updatedAt, runtime }: CodeAsset) {
  return { fileId: id, path, type, hash: await codeHash(content), size: content.length, createdAt, updatedAt, runtime }
}

/** The asset that a call names. Where it names it by both, both must be its own. */
export function findAsset(
  { site }: SiteContext,
  { fileId, path }: { fileId?: string; path?: string },
): Found<CodeAsset> {
  if (fileId === undefined && path === undefined) {
    return { refused: fail('invalid_input', 'Give the fileId or the path of the asset.', { hint: knownPaths(site) }) }
  }
  const found = fileId === undefined ? codeByPath(site, tidyPath(path ?? '')) : codeAsset(site, fileId)
  if (!found) {
    const [what, where] = fileId === undefined ? [path, '/path'] : [fileId, '/fileId']
    return {
      refused: fail('unknown_asset', `There is no code asset "${what}".`, { path: where, hint: knownPaths(site) }),
    }
  }
  if (path !== undefined && found.path.toLowerCase() !== tidyPath(path).toLowerCase()) {
    const message = `The asset ${found.id} is ${found.path}, not ${path}.`
    return { refused: fail('invalid_input', message, { path: '/path', hint: 'Leave one of the two out.' }) }
  }
  return { found }
}

function knownPaths(site: SiteContext['site']): string {
  const all = codeAssets(site).map(({ path }) => path)
  if (all.length === 0) return 'The site has none yet; write_code_asset makes one.'
  return `There are ${all.slice(0, 30).join(', ')}${all.length > 30 ? ` and ${all.length - 30} more` : ''}.`
}

/** Why content cannot be an asset's; undefined if it can. */
export function refuseContent(content: string, where: string): Envelope<never> | undefined {
  if (content.length > maxCodeLength) {
    const message = `It holds ${content.length} characters; an asset may have ${maxCodeLength}.`
    return fail('too_large', message, { path: where, hint: 'Split it, or use a package as a dependency.' })
  }
  if (content.includes('\0')) return fail('invalid_input', 'A text holds the character NUL.', { path: where })
  return undefined
}

/** The pages that a scope names must be there. */
export function refuseScope({ site }: SiteContext, scope: RuntimeInput['scope']): Envelope<never> | undefined {
  if (!scope || scope.kind === 'all-pages') return undefined
  const ids = scope.kind === 'pages' ? scope.pageIds : scope.templatePageIds
  const wrong = ids.find((id) => {
    const entry = page(site, id)
    return !entry || (scope.kind === 'templates' && entry.kind !== 'template')
  })
  if (wrong === undefined) return undefined
  const what = scope.kind === 'pages' ? 'page' : 'template'
  return fail('unknown_page', `There is no ${what} "${wrong}".`, {
    path: '/runtime/scope',
    hint: 'list_documents lists the ids.',
  })
}
