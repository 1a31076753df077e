import { yieldToOthers } from '@atelier/operation'
import { siteFacts } from '../../checks/facts.ts'
import { anchorNames } from '../../checks/links.ts'
import { codeAssets } from '../../code/assets.ts'
import type { SiteContext } from '../../context/context.ts'
import { documents, type PageEntry } from '../../document/pages.ts'
import { nodeAttributes, type PageNode, type PageTree, readTree } from '../../document/tree.ts'
import { anchorOf, decodeFragment, idsNamedBy } from '../../lint/htmlNames.ts'
import { sitePath } from '../../media/resolve.ts'
import { documentAddress } from '../../media/shown.ts'
import { codeWords } from '../../tokens/uses.ts'
import { isNamedBeside } from './incomingLint.ts'
import type { OpenPage } from './target.ts'

/** On a site with more documents than this, only open documents are checked. */
const MAX_DOCUMENTS = 400
/** Yields to other requests after this many documents. */
const SLICE = 8
/** The maximum number of places in one sentence. */
const LISTED = 5

/**
 * Warns of remaining references to ids that are about to be removed from a page; empty if there are none.
 * @param removed the nodes to remove, with their descendants
 * @param ids the removed ids; by default all ids of the removed nodes
 */
export async function danglingIds(
  context: SiteContext,
  { entry, tree }: OpenPage,
  removed: readonly string[],
  ids: readonly string[] = removed.flatMap((id) => anchorNames(tree, id)),
): Promise<string[]> {
  if (ids.length === 0) return []
  const without = new Set(removed)
  const gone = new Set(ids.filter((id) => !isNamedBeside(tree, id, without)))
  if (gone.size === 0) return []
  const within = new Set(removed.flatMap((id) => [...tree.walk(id)]).map(({ id }) => id))
  const own = documentAddress(context.site, entry.id)
  const named = new Set<string>()
  const places = await placesThat(context, entry, tree, (document, node, name, value) => {
    if (document.id === entry.id && within.has(node.id)) return false
    const isAround = document.id === entry.id || document.kind !== 'page' || entry.kind !== 'page'
    const anchor = anchorOf(node.tag, name, value)
    const here = isAround ? [...idsNamedBy(node.tag, name, value), ...(anchor === undefined ? [] : [anchor])] : []
    const there = name === 'href' && value.includes('#') ? anchorOn(context, document, value, own) : undefined
    const found = [...here, ...(there === undefined ? [] : [there])].filter((id) => gone.has(id))
    for (const id of found) named.add(id)
    return found.length > 0
  })
  for (const asset of codeAssets(context.site)) {
    if (asset.type !== 'script') continue
    const found = [...gone].filter(
      (id) =>
        codeWords(context.site).has(id) &&
        [`#${id}`, `'${id}'`, `"${id}"`].some((each) => asset.content.includes(each)),
    )
    for (const id of found) named.add(id)
    if (found.length > 0) places.push(`the script ${asset.path}`)
  }
  if (places.length === 0) return []
  const which = [...named]
    .slice(0, LISTED)
    .map((id) => `“${id}”`)
    .join(', ')
  const [noun, verb] = named.size === 1 ? ['The id', 'is'] : ['The ids', 'are']
  return [
    `${noun} ${which} ${verb} gone from the page, and still named by ${listPlaces(places)}. Change ${places.length === 1 ? 'it' : 'these'} with updateNodeProps, or give another element the id.`,
  ]
}

/** Warns of links to a deleted page. Call it after the deletion. @param address the former address of the page */
export async function danglingLinks(context: SiteContext, address: string | undefined): Promise<string[]> {
  if (address === undefined) return []
  const { addresses } = siteFacts(context.site, context.siteId ?? '', () => undefined)
  const bare = address.replace(/\/$/, '')
  if (addresses.has(bare)) return []
  const path = decodeFragment(bare).replace(/^\//, '')
  const places = await placesThat(context, undefined, undefined, (document, node, name, value) => {
    if (name !== 'href' || (node.tag !== 'a' && node.tag !== 'area')) return false
    return pathOf(context, document, value) === path
  })
  if (places.length === 0) return []
  return [
    `${places.length === 1 ? 'A link still leads' : `${places.length} links still lead`} to ${address}: ${listPlaces(places)}. Change or remove ${places.length === 1 ? 'it' : 'them'} with updateNodeProps.`,
  ]
}

/** The path of a link's target from the root, without the index file. */
function pathOf({ site }: SiteContext, document: PageEntry, url: string): string | undefined {
  if (url.includes('{') || (document.kind !== 'page' && !url.startsWith('/'))) return undefined
  return sitePath(url, documentAddress(site, document.id))?.replace(/(?:^|\/)(?:index\.html)?$/, '')
}

/** The id that a link names on the page at an address; undefined for another target or a bare `#id`. */
function anchorOn(context: SiteContext, document: PageEntry, url: string, address: string): string | undefined {
  const hash = url.indexOf('#')
  if (hash < 1) return undefined
  const bare = decodeFragment(address).replace(/^\/|\/$/g, '')
  return pathOf(context, document, url) === bare ? decodeFragment(url.slice(hash + 1)) : undefined
}

type Names = (document: PageEntry, node: PageNode, name: string, value: string) => boolean

/** The matching attributes in the documents of a site, as phrases for a sentence: this document's first. */
async function placesThat(
  { site, drafts }: SiteContext,
  own: PageEntry | undefined,
  tree: PageTree | undefined,
  names: Names,
): Promise<string[]> {
  const places: string[] = []
  const look = (document: PageEntry, read: PageTree) => {
    const where = document.id === own?.id ? '' : ` in “${document.title.slice(0, 60)}”`
    for (const node of read.walk()) {
      if (node.kind !== 'element') continue
      for (const [name, value] of nodeAttributes(node)) {
        if (value !== '' && names(document, node, name, value))
          places.push(`<${node.tag} ${name}="${value.slice(0, 80)}">${where} (node ${node.id})`)
      }
    }
  }
  if (own && tree) look(own, tree)
  const others = documents(site).filter(({ id }) => id !== own?.id)
  if (others.length > MAX_DOCUMENTS) return places
  for (const [index, document] of others.entries()) {
    if (index % SLICE === SLICE - 1) await yieldToOthers()
    const draft = await drafts.open(document.id)
    if (draft) look(document, readTree(draft))
  }
  return places
}

function listPlaces(places: readonly string[]): string {
  const more = places.length > LISTED ? ` and ${places.length - LISTED} more` : ''
  return `${places.slice(0, LISTED).join(', ')}${more}`
}
