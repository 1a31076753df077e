import type { Draft } from '@atelier/documents'
import { type Envelope, fail } from '@atelier/operation'
import type { SiteContext } from '../../context/context.ts'
import { documents, homePage, type PageEntry, page as pageEntry, pages } from '../../document/pages.ts'
import { type PageNode, type PageTree, readTree } from '../../document/tree.ts'
import { readingWeight } from '../../document/weight.ts'

/** The maximum length of HTML or CSS in one call, in characters. */
const MAX_PAYLOAD = 1_000_000

/** A page with its draft, read. */
export interface OpenPage {
  entry: PageEntry
  page: Draft
  tree: PageTree
}

export interface Target extends OpenPage {
  node: PageNode
}

export type Found<Thing> = { found: Thing; refused?: undefined } | { found?: undefined; refused: Envelope<never> }

/** The page of an id; without one the page that is open in the editor, otherwise the home page. */
export async function findPage(context: SiteContext, id?: string): Promise<Found<OpenPage>> {
  const asked = askedPage(context, id)
  if (id !== undefined && !asked) return { refused: unknownDocument(context, id) }
  const entry = asked ?? homePage(context.site)
  const page = entry && (await context.drafts.open(entry.id))
  if (!entry || !page) {
    return { refused: fail('unknown_page', 'The site has no such page.', { hint: 'Make one with addPage.' }) }
  }
  return { found: { entry, page, tree: readTree(page) } }
}

function askedPage({ site, editor }: SiteContext, id = editor.documentId): PageEntry | undefined {
  return id === undefined ? undefined : pageEntry(site, id)
}

/** The cost of reading the page that `findPage` finds, as characters of input that take as long, counted up to `enough`. */
export async function weightOfPage(context: SiteContext, id: string | undefined, enough: number): Promise<number> {
  const entry = askedPage(context, id) ?? homePage(context.site)
  return entry ? await weightOfPages(context, [entry], enough) : 0
}

/** The same of several. */
export async function weightOfPages(
  { drafts }: SiteContext,
  entries: readonly PageEntry[],
  enough: number,
): Promise<number> {
  let weight = 0
  for (const { id } of entries) {
    const page = weight < enough ? await drafts.open(id) : undefined
    if (page) weight += readingWeight(page, enough - weight)
  }
  return weight
}

/**
 * The node of an id, on whichever page it is: the editor's page first. The id of a page refers to its body.
 */
export async function findNode(context: SiteContext, nodeId: string, path = '/nodeId'): Promise<Found<Target>> {
  const all = documents(context.site)
  const first = context.editor.documentId
  const order = [...all.filter(({ id }) => id === first), ...all.filter(({ id }) => id !== first)]
  for (const entry of order) {
    const page = await context.drafts.open(entry.id)
    if (!page || (entry.id !== nodeId && !page.has(nodeId))) continue
    const tree = readTree(page)
    const node = tree.node(entry.id === nodeId ? tree.root : nodeId)
    if (node) return { found: { entry, page, tree, node } }
    if (tree.anyNode(nodeId)) {
      const message = `The node "${nodeId}" was deleted.`
      return { refused: fail('unknown_node', message, { path, hint: 'Read the page again with read_document.' }) }
    }
  }
  const hint = 'Call read_document and use a uid from its html; a page’s body can also be named by the page’s id.'
  return { refused: fail('unknown_node', `No page has a node "${nodeId}".`, { path, hint }) }
}

export function unknownDocument(context: SiteContext, id: string, path = '/document/id'): Envelope<never> {
  const all = documents(context.site)
  const known = all.slice(0, 30).map((each) => `${each.kind}:${each.id} "${each.title.slice(0, 40)}"`)
  const more = all.length > known.length ? ` and ${all.length - known.length} more (list_documents)` : ''
  return fail('unknown_document', `There is no document "${id.slice(0, 80)}".`, {
    path,
    hint: `The documents are ${known.join(', ')}${more}.`,
  })
}

export function unknownPage(context: SiteContext, id: string, path = '/pageId'): Envelope<never> {
  const known = pages(context.site).map((each) => `${each.id} (${each.slug})`)
  const list = known.slice(0, 30).join(', ')
  return fail('unknown_page', `There is no page "${id}".`, { path, hint: `The pages are ${list}.` })
}

/** Whether a node is what a page is made of: its body, its head or its html element. */
export function isOfEveryPage({ root, head, html }: PageTree, id: string): boolean {
  return id === root || id === head || id === html
}

/** The error of a payload that is too large; undefined if it is not. */
export function tooLarge(text: string, path: string): Envelope<never> | undefined {
  if (text.length <= MAX_PAYLOAD) return undefined
  const message = `It holds ${text.length} characters; at most ${MAX_PAYLOAD} are taken at once.`
  return fail('too_large', message, { path, hint: 'Send it section by section.' })
}
