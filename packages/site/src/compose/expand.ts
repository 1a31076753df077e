import type { Attribute } from '../document/node.ts'
import { isComponent, isLoop, isOutlet, isPart, isSlot, isSpecial } from '../document/special.ts'
import { mayHoldToken } from '../document/tokenText.ts'
import { nodeAttribute, nodeAttributes, type PageNode } from '../document/tree.ts'
import { pageUrl } from '../loop/pages.ts'
import { type LoopQuery, queryEntries, readLoop } from '../loop/query.ts'
import type { LoopEntry } from '../loop/source.ts'
import { partRequestOf } from '../part/element.ts'
import { componentEntry, type Moment, momentOf, sourcesOf } from './composition.ts'
import { currentLinkAttributes } from './currentLink.ts'
import type { ExpanderOptions } from './expanderOptions.ts'
import { fieldOrigin, paramOrigins } from './fieldOrigin.ts'
import { createIdSpace, type IdSpace, idsOf, renameIds } from './ids.ts'
import { instanceFills, instanceParams } from './instance.ts'
import { languageOfText, withLanguage } from './language.ts'
import { loopsHolding, variantsOf } from './loopVariants.ts'
import { pageLinks } from './pagination.ts'
import { partViewer } from './part.ts'
import { type FieldOrigin, type Piece, Placed, type Scope } from './pieces.ts'
import { richPieces, takesHtml, wholeHtmlToken } from './richText.ts'
import { SLOT_END, slotMark } from './slotMarks.ts'
import { type Filling, fillAttribute, fillText } from './tokens.ts'
import { createLookup, type Lookups } from './values.ts'

/** The maximum number of nodes that components and loops add to one page. */
const MAX_PLACED = 500_000
/** The maximum depth of loops and components directly inside each other. */
const MAX_NESTING = 100

/** Provides the printer with the content of a page: ordinary nodes unchanged, special nodes replaced by their output. */
export class Expander {
  /** The number of pages of the paginated loops so far. */
  pageCount = 1
  readonly #options: ExpanderOptions
  readonly #moment: Moment
  readonly #page: Scope
  readonly #lookups: Lookups
  /** Where the page is published; undefined for one of an entry. */
  readonly #address: string | undefined
  readonly #loopIds = new Map<string, ReadonlySet<string>>()
  #taken: Set<string> | undefined
  #placed = 0
  #nesting = 0

  constructor(options: ExpanderOptions) {
    const { entry, composition, scopes, page, shows } = options
    this.#options = options
    this.#moment = momentOf(composition)
    const own = scopes.at(-1)
    if (!own) throw new Error('A page is composed in a scope')
    this.#page = own
    const isListed = entry.kind === 'page' && !shows
    this.#address = isListed ? pageUrl(entry, entry.id === this.#moment.homeId) : undefined
    this.#lookups = createLookup({ entry, composition, shows, page, pageCount: () => this.pageCount })
  }

  /** The content of a piece. */
  children(piece: Piece): readonly Piece[] {
    if (piece instanceof Placed) {
      if (piece.pieces) return piece.pieces
      if (!piece.node) return []
      const { scope, node } = piece
      const own = scope.tree.children(node.id)
      return this.#rich(node, own, scope) ?? this.#expand(own, scope)
    }
    const children = this.#page.tree.children(piece.id)
    const rich = this.#rich(piece, children, this.#page)
    if (rich) return rich
    for (const child of children) if (isSpecial(child)) return this.#expand(children, this.#page)
    return children
  }

  attributes(piece: Piece): readonly Attribute[] {
    if (!(piece instanceof Placed))
      return withLanguage(this.#fill(piece, nodeAttributes(piece), this.#page), this.#language(piece, this.#page))
    const { node, scope, attrs } = piece
    const own = node ? this.#fill(node, attrs ?? nodeAttributes(node), scope) : (attrs ?? [])
    const filled = node && !piece.pieces ? withLanguage(own, this.#language(node, scope)) : own
    const shown = node ? currentLinkAttributes(filled, node, scope.tree, this.#address) : filled
    return scope.ids ? renameIds(shown, scope.ids) : shown
  }

  text(piece: Piece): string {
    const { text } = piece
    if (piece.kind !== 'text' || !mayHoldToken(text)) return text
    if (!(piece instanceof Placed)) return fillText(text, this.#filling(this.#page, piece.id))
    return piece.node ? fillText(text, this.#filling(piece.scope, piece.node.id)) : text
  }

  /** A long text in place of its token; undefined if there is no such token. */
  #rich(parent: PageNode, [child, another]: readonly PageNode[], scope: Scope): readonly Piece[] | undefined {
    const token = child?.kind === 'text' && !another && takesHtml(parent) ? wholeHtmlToken(child.text) : undefined
    const html = token && this.#lookups.html(token.source, token.field, scope)
    if (!child || !token || html === undefined) return undefined
    const nodes = this.#options.composition.readHtml?.(html, parent)
    if (nodes) return richPieces(nodes, scope)
    this.#report(scope, child.id, `${token.text} is left out: <${parent.tag}> cannot hold what it shows; use a <div>.`)
    return []
  }

  /**
   * The output of a special node when the editor shows the page's own nodes: a component's content, the entries of a loop
   * after those that its variants show, or in place of an outlet the text of the entry that the page shows. Inside a loop
   * it is the output for the variant's entry.
   * @param isWhole also the entries that a loop's own nodes show, where these are not shown themselves
   */
  standsFor(node: PageNode, isWhole = false): Piece[] {
    const scope = this.#scopeAt(node)
    const pieces: Piece[] = []
    if (isOutlet(node)) return scope.content === undefined ? [] : [...this.#content(node, scope.content, scope)]
    // The content of an instance's slots belongs to the page; the further entries of a loop are copies.
    if (!isLoop(node)) this.#special(node, { ...scope, addressed: true }, pieces)
    else {
      const found = this.query(node, scope)
      const from = isWhole ? 0 : variantsOf(scope, node).variants.length
      if (found) this.#turns(node, found.query, found.shown.slice(from), from, scope, pieces)
    }
    return pieces
  }

  /** The text or the attributes of a node of the page, its tokens filled in: inside a loop, with the entry that it shows. */
  filled(node: PageNode): { text: string; attributes: readonly Attribute[] } {
    const scope = this.#scopeAt(node)
    const text = node.kind === 'text' ? fillText(node.text, this.#filling(scope, node.id)) : ''
    return { text, attributes: node.kind === 'element' ? this.#fill(node, nodeAttributes(node), scope) : [] }
  }

  /** The long text that an element of the page shows as its whole content; undefined if it shows none. */
  rich(node: PageNode): readonly Piece[] | undefined {
    return this.#rich(node, this.#page.tree.children(node.id), this.#scopeAt(node))
  }

  /** The field of an entry that is the whole text of an element of the page. */
  bound(node: PageNode): FieldOrigin | undefined {
    return this.#origin(node, this.#scopeAt(node))
  }

  /** The same of an element that is printed, in the scope that it is printed in. */
  origin(piece: Piece): FieldOrigin | undefined {
    if (!(piece instanceof Placed)) return this.#origin(piece, this.#page)
    return piece.node && !piece.pieces ? this.#origin(piece.node, piece.scope) : undefined
  }

  #language(node: PageNode, scope: Scope): string | undefined {
    return languageOfText(node, scope, this.#options.shows)
  }

  /** The scope of the page itself. */
  get pageScope(): Scope {
    return this.#page
  }

  #origin(node: PageNode, scope: Scope): FieldOrigin | undefined {
    const [child, another] = scope.tree.children(node.id)
    return child?.kind === 'text' && !another ? fieldOrigin(child.text, scope) : undefined
  }

  /** The scope of a node on the page: each variant of a surrounding loop shows the entry with the variant's number. */
  #scopeAt(node: PageNode): Scope {
    const loops = loopsHolding(this.#page.tree, node)
    // It has no uids: these are not the page's own nodes.
    let scope: Scope = { ...this.#page, addressed: false }
    for (const { loop, inside } of loops) {
      const found = this.query(loop, scope)
      const variant = variantsOf(scope, loop).variants.findIndex((nodes) => nodes.includes(inside))
      const number = Math.max(0, variant)
      const entry = found?.shown[number]
      if (!found || !entry) continue
      scope = { ...scope, turns: [{ entry, source: found.query.source, index: number + 1 }, ...scope.turns] }
    }
    return scope
  }

  #report({ documentId }: Scope, nodeId: string, message: string): void {
    this.#options.report(documentId, nodeId, message)
  }

  #filling(scope: Scope, nodeId: string): Filling {
    return {
      lookup: (source, name) =>
        this.#lookups.value(source, name, scope, (message) => this.#report(scope, nodeId, message)),
      report: (message) => {
        // Elsewhere double braces are text, such as an explanation of another system.
        if (scope.turns.length > 0 || scope.params) this.#report(scope, nodeId, message)
      },
      mediaUrl: (id) => this.#lookups.mediaUrl(id),
      isRich: (source, name) => this.#lookups.isRich(source, name, scope),
    }
  }

  #fill(node: PageNode, attributes: readonly Attribute[], scope: Scope): readonly Attribute[] {
    if (!attributes.some(([, value]) => mayHoldToken(value))) return attributes
    const filled: Attribute[] = []
    for (const [name, value] of attributes) {
      if (!mayHoldToken(value)) {
        filled.push([name, value])
        continue
      }
      const written = fillAttribute(node.tag, name, value, this.#filling(scope, node.id))
      if (written !== undefined) filled.push([name, written])
    }
    return filled
  }

  #expand(nodes: readonly PageNode[], scope: Scope, pieces: Piece[] = []): Piece[] {
    this.#nesting += 1
    for (const node of nodes) {
      if (node.hidden) continue
      if (isSpecial(node)) this.#special(node, scope, pieces)
      else if (scope === this.#page) pieces.push(node)
      else if (this.#hasRoom(scope, node)) pieces.push(new Placed(scope, node))
    }
    this.#nesting -= 1
    return pieces
  }

  #hasRoom(scope: Scope, node: PageNode): boolean {
    this.#placed += 1
    if (this.#placed === MAX_PLACED) {
      this.#report(scope, node.id, `Components and loops add more than ${MAX_PLACED} nodes; the rest is left out.`)
    }
    return this.#placed < MAX_PLACED
  }

  #special(node: PageNode, scope: Scope, pieces: Piece[]): void {
    if (this.#nesting > MAX_NESTING) {
      this.#report(scope, node.id, `Loops and components are nested more than ${MAX_NESTING} deep.`)
    } else if (!this.#hasRoom(scope, node)) return
    else if (isOutlet(node)) this.#outlet(node, scope, pieces)
    else if (isComponent(node)) this.#component(node, scope, pieces)
    else if (isLoop(node)) this.#loop(node, scope, pieces)
    else if (isPart(node)) this.#part(node, scope, pieces)
    else if (isSlot(node)) this.#slot(node, scope, pieces)
  }

  #outlet(node: PageNode, scope: Scope, pieces: Piece[]): void {
    const { inner, outlet } = scope
    if (inner && outlet === node.id) {
      const content = inner.content === undefined ? undefined : this.#content(node, inner.content, scope)
      if (content) pieces.push(...content)
      else this.#expand(inner.tree.children(inner.tree.root), inner, pieces)
    } else if (!inner && this.#options.entry.kind === 'page') {
      this.#report(scope, node.id, 'An outlet counts only in a template; here it is left out.')
    }
  }

  /** The text of an entry in place of an outlet. */
  #content(outlet: PageNode, html: string, scope: Scope): readonly Piece[] {
    const parent = scope.tree.node(outlet.parent)
    const nodes = parent && this.#options.composition.readHtml?.(html, parent)
    if (nodes) return richPieces(nodes, scope)
    this.#report(scope, outlet.id, 'The text of the entry cannot stand here; put the outlet into a <div>.')
    return []
  }

  #slot(node: PageNode, scope: Scope, pieces: Piece[]): void {
    const name = nodeAttribute(node, 'name') ?? ''
    if (this.#options.marksSlots && scope.components.length === this.#page.components.length + 1) {
      pieces.push(new Placed(scope, undefined, { kind: 'comment', text: slotMark(name) }))
      this.#slotContent(node, name, scope, pieces)
      pieces.push(new Placed(scope, undefined, { kind: 'comment', text: SLOT_END }))
    } else this.#slotContent(node, name, scope, pieces)
  }

  #slotContent(node: PageNode, name: string, scope: Scope, pieces: Piece[]): void {
    const fill = scope.fills?.get(name)
    if (fill && scope.fillScope) this.#expand(fill, scope.fillScope, pieces)
    else {
      if (scope.components.length === 0) this.#report(scope, node.id, 'A slot counts only in a component.')
      this.#expand(scope.tree.children(node.id), scope, pieces)
    }
  }

  #component(node: PageNode, scope: Scope, pieces: Piece[]): void {
    const { composition } = this.#options
    const attributes = this.#fill(node, nodeAttributes(node), scope)
    const ref = attributes.find(([name]) => name === 'ref')?.[1] ?? ''
    const entry = componentEntry(composition, ref)
    composition.note?.(`component:${ref}`)
    if (!entry) {
      this.#report(scope, node.id, ref === '' ? 'The instance names no component.' : `There is no component “${ref}”.`)
      return
    }
    if (scope.components.includes(ref)) {
      this.#report(scope, node.id, `The component “${entry.title}” contains itself; that instance is left out.`)
      return
    }
    composition.note?.(`document:${ref}`)
    const tree = composition.tree(ref)
    if (!tree?.root) return
    const inside: Scope = {
      documentId: ref,
      tree,
      turns: scope.turns,
      params: instanceParams(entry, attributes, composition, (message) => this.#report(scope, node.id, message)),
      paramOrigins: paramOrigins(nodeAttributes(node), scope),
      fills: instanceFills(node, scope),
      fillScope: scope,
      components: [...scope.components, ref],
      addressed: false,
      ids: this.#idSpace(this.#componentIds(ref, tree), undefined),
    }
    const from = pieces.length
    this.#expand(tree.children(tree.root), inside, pieces)
    if (!scope.addressed) return
    const first = pieces.find((piece, index) => index >= from && piece.kind === 'element')
    if (first instanceof Placed) first.uid ??= node.id
  }

  #part(node: PageNode, scope: Scope, pieces: Piece[]): void {
    const { composition } = this.#options
    const attributes = this.#fill(node, nodeAttributes(node), scope)
    const request = partRequestOf(attributes)
    composition.note?.(`part:${request.partId}`)
    const files = composition.parts?.show(request)
    const problem = composition.parts?.problemOf(request)
    if (problem !== undefined) this.#report(scope, node.id, problem)
    // A page of a release has no other picture of it.
    if (composition.parts && !files) return
    const children = this.#expand(scope.tree.children(node.id), scope)
    pieces.push(partViewer(node, scope, attributes, children, request, files))
  }

  /** The query of a loop, with the entries shown on this page; undefined if it has no source. */
  query(node: PageNode, scope: Scope) {
    const { composition, page, language } = this.#options
    const attributes = this.#fill(node, nodeAttributes(node), scope)
    const { query, problems } = readLoop(attributes, (locale) => sourcesOf(composition, language, locale))
    for (const problem of problems) this.#report(scope, node.id, problem)
    if (!query) return undefined
    composition.note?.(query.source.dependency)
    const found = this.#entries(query)
    const pageCount = query.pageSize > 0 ? Math.max(1, Math.ceil(found.length / query.pageSize)) : 1
    this.pageCount = Math.max(this.pageCount, pageCount)
    const from = query.pageSize > 0 ? (page - 1) * query.pageSize : 0
    const shown = query.pageSize > 0 ? found.slice(from, from + query.pageSize) : found
    return { query, shown, from, pageCount }
  }

  #loop(node: PageNode, scope: Scope, pieces: Piece[]): void {
    const asked = this.query(node, scope)
    if (!asked) return
    const { entry, page } = this.#options
    const { query, shown, from, pageCount } = asked
    if (query.tag === '') this.#turns(node, query, shown, from, scope, pieces)
    else {
      const content: Piece[] = []
      this.#turns(node, query, shown, from, scope, content)
      const around = new Placed(scope, undefined, { tag: query.tag, attrs: query.attributes, pieces: content })
      if (scope.addressed) around.uid = node.id
      pieces.push(around)
    }
    if (query.links && pageCount > 1) {
      pieces.push(pageLinks(scope, pageUrl(entry, entry.id === this.#moment.homeId), page, pageCount))
    }
  }

  /** The variants of a loop, one after another for each entry, with the white space in front of them. */
  #turns(
    node: PageNode,
    { source }: LoopQuery,
    entries: readonly LoopEntry[],
    from: number,
    scope: Scope,
    pieces: Piece[],
  ): void {
    const { variants, after } = variantsOf(scope, node)
    if (variants.length === 0) return
    const own = this.#loopIds.get(node.id) ?? idsOf(scope.tree, node.id)
    this.#loopIds.set(node.id, own)
    for (const [i, entry] of entries.entries()) {
      if (this.#placed >= MAX_PLACED) break
      const index = from + i + 1
      const turn: Scope = {
        ...scope,
        turns: [{ entry, source, index }, ...scope.turns],
        addressed: scope.addressed && i === 0,
        ids: this.#idSpace(own, scope.ids),
      }
      this.#expand(variants[(index - 1) % variants.length] ?? [], turn, pieces)
    }
    this.#expand(after, { ...scope, addressed: false }, pieces)
  }

  /** The result of a query, computed once for all pages with the same query. */
  #entries(query: LoopQuery) {
    const { composition, entry, shows } = this.#options
    const { entries } = this.#moment
    const { source, filters, ...rest } = query
    const place = [source.id, source.table, source.locale ?? entry.locale].join(' ')
    const all = entries.get(place) ?? source.entries(composition.site, entry.locale)
    entries.set(place, all)
    const around = { pageId: entry.id, ...(shows ? { entryId: String(shows.entry.id) } : {}) }
    const key = JSON.stringify([
      place,
      rest.orderBy,
      rest.descending,
      String(rest.limit),
      rest.offset,
      filters,
      filters.length > 0 ? around : '',
    ])
    const found = entries.get(key) ?? queryEntries(query, all, around)
    entries.set(key, found)
    return found
  }

  #componentIds(documentId: string, tree: Scope['tree']): ReadonlySet<string> {
    const known = this.#moment.ids.get(documentId) ?? idsOf(tree, tree.root)
    this.#moment.ids.set(documentId, known)
    return known
  }

  #idSpace(own: ReadonlySet<string>, around: IdSpace | undefined): IdSpace | undefined {
    if (own.size === 0) return around
    this.#taken ??= this.#pageIds()
    return createIdSpace(own, this.#taken, around)
  }

  /** The ids that the page and its templates have outside their loops. */
  #pageIds(): Set<string> {
    const taken = new Set<string>()
    for (const { tree } of this.#options.scopes) {
      for (const id of idsOf(tree, tree.root, (node) => isLoop(node) || node.hidden)) taken.add(id)
    }
    return taken
  }
}
