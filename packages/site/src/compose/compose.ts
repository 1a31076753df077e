import { createMemoryView } from '@atelier/documents'
import { componentParams } from '../component/params.ts'
import { createRoot } from '../document/edit.ts'
import type { Attribute } from '../document/node.ts'
import type { PageEntry } from '../document/pages.ts'
import { isOutlet, isPart, isSlot, isSpecial } from '../document/special.ts'
import { nodeAttributes, type PageNode, type PageTree, readTree, splitClasses } from '../document/tree.ts'
import { printNodes } from '../html/print.ts'
import { pageLanguage } from '../loop/pages.ts'
import { readLoop } from '../loop/query.ts'
import type { SheetPrinting } from '../sheet/printing.ts'
import { outletsOf, templatesFor } from '../template/resolve.ts'
import { boundScopes } from './boundScopes.ts'
import { type Composition, momentOf, sourcesOf } from './composition.ts'
import { contentField } from './contentField.ts'
import { Expander } from './expand.ts'
import { FIELD_ATTRIBUTE, fieldAddress } from './fieldAddress.ts'
import { fieldOrigin } from './fieldOrigin.ts'
import { type FieldOrigin, type Piece, Placed, type Scope, type ShownEntry } from './pieces.ts'

export type { Composition, Dependency } from './composition.ts'

/** A problem during composition, as a sentence, with its node. */
export interface ComposeProblem {
  documentId: string
  nodeId: string
  message: string
}

/** A page as visitors get it: its template around it, components and loops filled in. */
export interface ComposedPage {
  /** The whole `<body>…</body>`. */
  body: string
  /** Each problem once, in the order in which they occurred. */
  problems: ComposeProblem[]
  /** The number of pages of its paginated loops, at least 1: each `page` from 2 to this is a separate page. */
  pageCount: number
}

export interface ComposeOptions {
  /** The number of the page among its `pageCount` pages, from 1. */
  page?: number
  /** The slug of the collection that the content comes from, if it is an entry of one. */
  table?: string
  /** The entry of that collection that the page shows; the page's own document is then not read. */
  shows?: ShownEntry
  /**
   * Adds `uid="<node id>"` to the elements of the page and its templates. Copies have none: the first
   * element of a component has that of its instance, and the first entry of a loop has those of its nodes.
   */
  uid?: boolean
  /** Says of each element whose whole text is a field of an entry which one, as `fieldAt` reads it. */
  fields?: boolean
  /** Attributes to leave out. */
  without?: ReadonlySet<string>
  /** Prints the `<style>` and `<link>` elements that represent stylesheets of the site. */
  sheets?: SheetPrinting
}

/**
 * Composes the body of one page: the templates for it around it, in place of their outlets; components with their
 * parameters and slots; loops; tokens. Hidden nodes are left out. A page without any of this is printed as it is.
 */
export function composePage(entry: PageEntry, composition: Composition, options: ComposeOptions = {}): ComposedPage {
  const { shows } = options
  const tree = shows ? emptyPage() : composition.tree(entry.id)
  if (!tree?.root) return { body: '<body></body>', problems: [], pageCount: 1 }
  const problems = new Map<string, ComposeProblem>()
  const report = (documentId: string, nodeId: string, message: string) => {
    problems.set(`${documentId}/${nodeId}/${message}`, { documentId, nodeId, message })
  }
  const page = pageScope(entry, tree, composition, shows)
  const scopes = templateScopes(entry, page, composition, report, options)
  const language = languageOf(entry, composition, shows)
  const expander = new Expander({ entry, composition, scopes, page: options.page ?? 1, language, shows, report })
  const source = {
    attributes: attributeReader(expander, options),
    children: (piece: Piece) => expander.children(piece),
    skip: (piece: Piece) => !(piece instanceof Placed) && piece.hidden,
    text: (piece: Piece) => expander.text(piece),
    sheet: (piece: Piece) => {
      const node = nodeOf(piece)
      return node && options.sheets?.css(node)
    },
  }
  const body = printNodes(composeBody(scopes), source)
  return { body: body === '' ? '<body></body>' : body, problems: [...problems.values()], pageCount: expander.pageCount }
}

export interface PartOptions extends Pick<ComposeOptions, 'uid' | 'shows' | 'fields'> {
  /** The node's holder, if it is not the document of the page: a template around it. */
  tree?: PageTree
  /** The output of a loop with the entries that its own nodes show. */
  whole?: boolean
}

/**
 * The output of a component, of the loop entries after those that the loop's own children show, or of an outlet whose page
 * shows an entry, as HTML for an editor that shows it next to the editable nodes. Empty for any other node. Comments mark
 * where each slot of an instance begins and ends: `readSlotMark` reads them.
 * @param options.uid adds `uid="<node id>"` to the elements of the page that fill the slots of an instance; what the
 * component and the copies of a loop consist of has none
 */
export function composePart(
  entry: PageEntry,
  composition: Composition,
  nodeId: string,
  { uid = false, shows, fields = false, tree = composition.tree(entry.id), whole = false }: PartOptions = {},
): string {
  const node = tree?.node(nodeId)
  if (!tree || !node || !isSpecial(node) || isSlot(node) || isPart(node) || (isOutlet(node) && !shows)) return ''
  const expander = nodeExpander(entry, tree, composition, shows, true)
  return printPieces(expander, expander.standsFor(node, whole), { fields, ...(uid ? { uid } : { without: UID }) })
}

/**
 * The text or the attributes of a node of a page as visitors see them, its tokens filled in, for an editor that shows the
 * page's own nodes. Nodes inside a loop show its first entries, one for each variant; a loop without entries
 * leaves them as they are.
 * @param shows the entry that the page shows, of a template for entries
 */
export function composeNode(
  entry: PageEntry,
  composition: Composition,
  node: PageNode,
  shows?: ShownEntry,
): { text: string; attributes: readonly Attribute[] } {
  const tree = composition.tree(entry.id)
  if (!tree) return { text: node.text, attributes: nodeAttributes(node) }
  return nodeExpander(entry, tree, composition, shows).filled(node)
}

/** The long text of an entry that is the whole content of an element, as HTML; undefined for any other element. */
export function composeRich(
  entry: PageEntry,
  composition: Composition,
  node: PageNode,
  shows?: ShownEntry,
): string | undefined {
  const tree = composition.tree(entry.id)
  if (!tree) return undefined
  const expander = nodeExpander(entry, tree, composition, shows)
  const pieces = expander.rich(node)
  return pieces && printPieces(expander, pieces, { without: UID })
}

/** The field of an entry that is the whole text of an element; undefined for any other text. */
export function boundText(
  entry: PageEntry,
  composition: Composition,
  node: PageNode,
  shows?: ShownEntry,
): FieldOrigin | undefined {
  const tree = composition.tree(entry.id)
  return tree && nodeExpander(entry, tree, composition, shows).bound(node)
}

/**
 * The fields of entries that a text of a node is, one for each entry with which the node is shown; none for any other text.
 * @param text a text or the value of an attribute of the node
 * @param most as many entries of each loop around it at most
 */
export function boundOrigins(
  entry: PageEntry,
  composition: Composition,
  node: PageNode,
  { text, most }: { text: string; most: number },
): FieldOrigin[] {
  const tree = composition.tree(entry.id)
  if (!tree) return []
  const expander = nodeExpander(entry, tree, composition, undefined)
  return boundScopes(expander, node, most).flatMap((scope) => fieldOrigin(text, scope) ?? [])
}

/** Reads single nodes of a page, for an editor. */
function nodeExpander(
  entry: PageEntry,
  tree: PageTree,
  composition: Composition,
  shows: ShownEntry | undefined,
  marksSlots = false,
): Expander {
  const scopes = [pageScope(entry, tree, composition, shows)]
  const language = languageOf(entry, composition, shows)
  return new Expander({
    entry,
    composition,
    scopes,
    page: 1,
    language,
    shows,
    marksSlots,
    report: () => undefined,
  })
}

function printPieces(expander: Expander, pieces: readonly Piece[], options: ComposeOptions): string {
  return printNodes(pieces, {
    attributes: attributeReader(expander, options),
    children: (piece: Piece) => expander.children(piece),
    skip: (piece: Piece) => !(piece instanceof Placed) && piece.hidden,
    text: (piece: Piece) => expander.text(piece),
  })
}

/** The element that is printed around a loop's entries; undefined if there is none. */
export function loopElement(node: PageNode): { tag: string; attributes: readonly Attribute[] } | undefined {
  const { query } = readLoop(nodeAttributes(node), sourcesOf({}))
  return query && query.tag !== '' ? { tag: query.tag, attributes: query.attributes } : undefined
}

/** The language in which a page shows content. */
function languageOf(entry: PageEntry, { site, content }: Composition, shows?: ShownEntry): string {
  return shows?.source.locale ?? (content ? pageLanguage(site, entry.id) : '')
}

let empty: PageTree | undefined

/** The document of a page that has none of its own: a body without content. */
function emptyPage(): PageTree {
  if (empty) return empty
  const page = createMemoryView()
  createRoot(page, () => 'body')
  empty = readTree(page)
  return empty
}

function pageScope(entry: PageEntry, tree: PageTree, { site }: Composition, shows?: ShownEntry): Scope {
  const content = shows && entryContent(shows)
  const scope = {
    documentId: entry.id,
    tree,
    turns: shows ? [{ ...shows, index: 1 }] : [],
    addressed: true,
    ...(content === undefined ? {} : { content }),
  }
  if (entry.kind !== 'component') return { ...scope, components: [] }
  const params = new Map(componentParams(site, entry.id).map((param) => [param.name, param.default]))
  return { ...scope, components: [entry.id], params }
}

function entryContent({ source, entry }: ShownEntry): string | undefined {
  const field = contentField({ source })
  return field === undefined ? undefined : source.html?.(entry, field)
}

/** The scopes of a page and of the templates that apply, the outermost first. */
function templateScopes(
  entry: PageEntry,
  page: Scope,
  composition: Composition,
  report: (documentId: string, nodeId: string, message: string) => void,
  { table, shows }: Pick<ComposeOptions, 'table' | 'shows'>,
): Scope[] {
  const moment = momentOf(composition)
  composition.note?.('templates')
  const scopes = [page]
  for (const template of templatesFor(entry, moment.templates, table).reverse()) {
    composition.note?.(`document:${template.id}`)
    const tree = composition.tree(template.id)
    if (!tree?.root) continue
    const outlets = moment.outlets.get(template.id) ?? outletsOf(tree)
    moment.outlets.set(template.id, outlets)
    const [outlet, another] = outlets
    // The template of an entry may say all that there is to say of it.
    const ofEntry = shows !== undefined && template.template?.target.kind === 'postTypes'
    if (!outlet && !ofEntry) {
      report(
        template.id,
        tree.root,
        `The template “${template.title}” has no outlet, so it is not put around any page.`,
      )
      continue
    }
    if (another) {
      report(template.id, another.id, `The template “${template.title}” has several outlets; the first one counts.`)
    }
    const [inner = page] = scopes
    scopes.unshift({
      documentId: template.id,
      tree,
      turns: ofEntry ? page.turns : [],
      components: [],
      addressed: true,
      inner,
      ...(outlet ? { outlet: outlet.id } : {}),
    })
  }
  return scopes
}

/** The body element: the page's own, or that of the outermost template with the attributes of those inside it. */
function composeBody(scopes: readonly Scope[]): Piece[] {
  const roots = scopes.flatMap(({ tree }) => tree.node(tree.root) ?? [])
  const [outer, ...inner] = roots
  const [scope] = scopes
  if (!outer || !scope || inner.length === 0) return roots
  return [new Placed(scope, outer, { attrs: mergeAttributes(roots) })]
}

/** Merges all classes and concatenates styles; for every other attribute the innermost value wins. */
function mergeAttributes(roots: readonly PageNode[]): Attribute[] {
  const merged = new Map<string, string>()
  for (const root of roots) {
    for (const [name, value] of nodeAttributes(root)) {
      const outer = merged.get(name)
      if (outer === undefined || outer.trim() === '') merged.set(name, value)
      else if (name === 'class') merged.set(name, [...new Set(splitClasses(`${outer} ${value}`))].join(' '))
      else if (name === 'style') merged.set(name, `${outer.trim().replace(/;$/, '')}; ${value.trim()}`)
      else merged.set(name, value)
    }
  }
  return [...merged]
}

const UID: ReadonlySet<string> = new Set(['uid'])

const nodeOf = (piece: Piece) => (piece instanceof Placed ? piece.node : piece)

function attributeReader(expander: Expander, { uid, fields, without, sheets }: ComposeOptions) {
  const read = (piece: Piece): readonly Attribute[] => {
    const node = piece.tag === 'link' ? nodeOf(piece) : undefined
    const attributes = expander.attributes(piece)
    return node && sheets ? sheets.attributes(node, attributes) : attributes
  }
  if (!uid && !without && !fields) return read
  const isKept = (name: string) =>
    !(uid && name === 'uid') && !(fields && name === FIELD_ATTRIBUTE) && !without?.has(name)
  return (piece: Piece): readonly Attribute[] => {
    const kept = read(piece).filter(([name]) => isKept(name))
    const address = uid ? uidOf(piece) : undefined
    if (address !== undefined) kept.unshift(['uid', address])
    const origin = fields && piece.kind === 'element' ? expander.origin(piece) : undefined
    if (origin?.source.table !== undefined) kept.push([FIELD_ATTRIBUTE, fieldAddress(origin)])
    return kept
  }
}

function uidOf(piece: Piece): string | undefined {
  if (!(piece instanceof Placed)) return piece.id
  return piece.uid ?? (piece.scope.addressed ? piece.node?.id : undefined)
}
