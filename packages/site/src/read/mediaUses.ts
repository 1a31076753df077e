import type { View } from '@atelier/documents'
import { codeAssets } from '../code/assets.ts'
import { type Declaration, type Rule, readRules, walkRules } from '../css/rules.ts'
import { documents, type PageEntry, settings } from '../document/pages.ts'
import { nodeAttributes, type PageTree } from '../document/tree.ts'
import { sitePath } from '../media/resolve.ts'
import { documentAddress, mapAttributeUrls, mapCssUrls } from '../media/shown.ts'
import { sheetEntries } from '../sheet/records.ts'

/** One place where a file of the media is used. */
export interface MediaUse {
  kind: 'element' | 'style' | 'setting' | 'code'
  documentId?: string
  nodeId?: string
  /** A description in a few words: `About: <img> src`, `.hero { background }`, `setting favicon`. */
  label: string
}

/** Every declaration and `@import` of a site that may name a file, with the path of its stylesheet. */
export function* styledPlaces(site: View): Generator<{
  rule: Rule
  declaration?: Declaration
  text: string
  address: string
  label: string
  documentId?: string
}> {
  const sheets = [
    { id: '', address: '/' },
    ...sheetEntries(site).map(({ id, path, base }) => ({ id, address: `/${path ?? base ?? ''}` })),
    ...documents(site).map(({ id }) => ({ id, address: documentAddress(site, id), documentId: id })),
  ]
  for (const { id, ...place } of sheets) {
    for (const [rule, around] of walkRules(readRules(site, id))) {
      const label = [...around.map(({ selector }) => selector), rule.selector].join(' › ').slice(0, 120)
      if (rule.kind === 'statement' || rule.kind === 'raw') yield { rule, text: rule.prelude, label, ...place }
      for (const declaration of rule.declarations) {
        if (declaration.text.includes('(')) {
          yield { rule, declaration, text: declaration.text, label: `${label} { ${declaration.name} }`, ...place }
        }
      }
    }
  }
}

type Wanted = (path: string) => boolean

/** Notes uses by path, each place once. */
function createNotes(wanted: Wanted) {
  const uses = new Map<string, MediaUse[]>()
  const noting = (address: string, use: MediaUse) => (url: string) => {
    const path = sitePath(url, address)
    if (path === undefined || !wanted(path)) return undefined
    const known = uses.get(path) ?? []
    uses.set(path, known)
    if (known.at(-1)?.label !== use.label || known.at(-1)?.nodeId !== use.nodeId) known.push(use)
    return undefined
  }
  return { uses, noting }
}

type Noting = ReturnType<typeof createNotes>['noting']

/**
 * The uses of files, by path: in elements, styles, settings and style assets.
 * @param pages the trees of the documents to search
 * @param wanted returns whether a path is requested
 */
export function mediaUses(
  site: View,
  pages: readonly { entry: PageEntry; tree: PageTree }[],
  wanted: Wanted,
): Map<string, MediaUse[]> {
  const { uses, noting } = createNotes(wanted)
  for (const { entry, tree } of pages) notePage(site, entry, tree, noting)
  noteShared(site, noting)
  return uses
}

/** The uses of files in only one page, template or component: in its elements and settings. */
export function pageMediaUses(site: View, entry: PageEntry, tree: PageTree, wanted: Wanted): Map<string, MediaUse[]> {
  const { uses, noting } = createNotes(wanted)
  notePage(site, entry, tree, noting)
  return uses
}

function notePage(site: View, entry: PageEntry, tree: PageTree, noting: Noting): void {
  const address = documentAddress(site, entry.id)
  for (const from of new Set([tree.head, tree.root])) {
    if (from === '') continue
    for (const node of tree.walk(from)) {
      if (node.kind !== 'element') continue
      for (const [name, value] of nodeAttributes(node)) {
        const label = `${entry.title}: <${node.tag}> ${name}`
        mapAttributeUrls(
          name,
          value,
          noting(address, { kind: 'element', documentId: entry.id, nodeId: node.id, label }),
        )
      }
    }
  }
  for (const key of site.keys(`page:${entry.id}/`)) {
    const value = site.get(key)
    const name = key.slice(`page:${entry.id}/`.length)
    if (typeof value === 'string')
      noting('/', { kind: 'setting', documentId: entry.id, label: `${entry.title}: ${name}` })(value)
  }
}

function noteShared(site: View, noting: Noting): void {
  for (const { text, address, label, documentId } of styledPlaces(site)) {
    mapCssUrls(text, noting(address, { kind: 'style', label, ...(documentId === undefined ? {} : { documentId }) }))
  }
  for (const [name, value] of Object.entries(settings(site))) {
    if (typeof value === 'string' && value.length < 1_000)
      noting('/', { kind: 'setting', label: `setting ${name}` })(value)
  }
  for (const asset of codeAssets(site)) {
    const note = noting(`/${asset.path}`, { kind: 'code', label: asset.path })
    if (asset.type === 'style') mapCssUrls(asset.content, note)
    else for (const [, text = ''] of asset.content.matchAll(/["'`]([^"'`\s]{1,300}\.\w{2,5})["'`]/g)) note(text)
  }
}
