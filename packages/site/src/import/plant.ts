import type { Draft } from '@atelier/documents'
import { generateNKeysBetween } from 'fractional-indexing'
import { createRoot, type LooseNode, nothingPlanted, plantFirst, plantOne } from '../document/edit.ts'
import { type Attribute, birthValue, HEAD_KEY, HTML_KEY, type NodeBirth, outer } from '../document/node.ts'
import { holdsToken } from '../document/tokenText.ts'
import type { ParsedDocument, Zone } from '../html/document.ts'

/** A document whose styles have their stylesheets. */
export interface LooseDocument {
  doctype: string
  html: readonly Attribute[]
  head: { attrs: readonly Attribute[]; nodes: readonly LooseNode[] }
  body: { attrs: readonly Attribute[]; nodes: readonly LooseNode[] }
  around: ParsedDocument['around']
}

/** The order keys before and after the children of the html element that precede something. */
const ZONES: Readonly<Record<Zone, readonly [after: string | null, before: string | null]>> = {
  doctype: [null, outer.doctype],
  html: [outer.doctype, outer.html],
  head: [outer.html, outer.head],
  body: [outer.head, outer.body],
  end: [outer.body, outer.end],
  after: [outer.end, null],
}

/** Fills an empty page document with a whole HTML document. Returns the id of its body. */
export function plantDocument(page: Draft, newId: () => string, document: LooseDocument): string {
  const { doctype, html: htmlAttributes, head: headParts, body } = document
  const root = createRoot(page, newId, body.attrs, plainNames(body.attrs))
  const html = newId()
  page.set(html, birthValue({ ...topBirth('html', htmlAttributes), doctype }))
  page.set(HTML_KEY, html)
  const head = newId()
  page.set(head, birthValue(topBirth('head', headParts.attrs)))
  page.set(HEAD_KEY, head)
  const planted = nothingPlanted()
  for (const zone of Object.keys(ZONES)) {
    const nodes = document.around.filter((each) => each.zone === zone)
    const [first] = nodes
    if (!first) continue
    const keys = generateNKeysBetween(...ZONES[first.zone], nodes.length)
    for (const [index, { node }] of nodes.entries()) plantOne(page, node, [html, keys[index] ?? ''], newId, planted)
  }
  plantFirst(page, head, headParts.nodes, newId)
  plantFirst(page, root, body.nodes, newId)
  return root
}

const topBirth = (tag: 'html' | 'head', attrs: readonly Attribute[]): NodeBirth => ({
  kind: 'element',
  tag,
  attrs,
  plain: plainNames(attrs),
  at: ['', outer[tag]],
})

/** The names of attributes whose text would become a token here but was plain text in the source; undefined if none. */
export function plainNames(attrs: readonly Attribute[]): string[] | undefined {
  let names: string[] | undefined
  for (const [name, value] of attrs) {
    if (name === 'srcdoc' || !holdsToken(value)) continue
    names ??= []
    names.push(name)
  }
  return names
}
