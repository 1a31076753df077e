import { cutText, joinBlocks } from '@atelier/content'
import { diffArrays } from 'diff'
import { DOMParser, DOMSerializer, type Node } from 'prosemirror-model'
import type { RichText } from './model/richText.ts'
import { isPending, schema } from './model/schema.ts'
import { cellCount, MAX_CELLS, rectangular } from './model/tableAt.ts'

/*
 * A text is read block by block. A block that comes back as the same HTML can be edited; any other one is a node
 * `source`. Nodes are persistent: as long as one is the same object it is unedited, and it is written with the
 * very signs that it was read from.
 */

/** Between blocks that are written here. */
const BREAK = '\n'

/** @param document in which HTML is parsed and printed; nothing of it is loaded or run */
export function createRichText(document: Document): RichText {
  const inert = document.implementation.createHTMLDocument('')
  const parser = DOMParser.fromSchema(schema)
  const serializer = DOMSerializer.fromSchema(schema)
  const origins = new WeakMap<Node, string>()
  /** The source of edited blocks, by which they are found again in others' text. */
  const written = new WeakMap<Node, string>()

  function elementOf(html: string): HTMLElement {
    const holder = inert.createElement('div')
    holder.innerHTML = html
    return holder
  }

  function print(node: Node): string {
    if (node.type === schema.nodes.table) return printTable(node)
    const holder = inert.createElement('div')
    holder.append(serializer.serializeNode(node, { document: inert }))
    tidyElement(node, holder.firstElementChild ?? undefined)
    for (const picture of holder.querySelectorAll('img')) if (isPending(picture.getAttribute('src'))) picture.remove()
    return holder.innerHTML
  }

  /** By rows: in a large table a key prints the row again in which it was typed. */
  function printTable(table: Node): string {
    const [first = '', ...others] = table.children.map((row) => {
      const text = written.get(row) ?? print(row)
      written.set(row, text)
      return text
    })
    if (!hasHead(table)) return `<table><tbody>${first}${others.join('')}</tbody></table>`
    const body = others.length > 0 ? `<tbody>${others.join('')}</tbody>` : ''
    return `<table><thead>${first}</thead>${body}</table>`
  }

  function readBlock(piece: string): Node {
    const holder = elementOf(piece)
    const parsed = parser.parse(holder, { preserveWhitespace: false })
    const [node] = parsed.children
    const isKnown =
      parsed.childCount === 1 &&
      node &&
      !(node.type === schema.nodes.table && (rectangular(node) || cellCount(node) > MAX_CELLS)) &&
      shape(elementOf(print(node))) === shape(holder)
    const block = isKnown && node.type !== schema.nodes.source ? node : schema.node('source', { html: piece.trim() })
    origins.set(block, piece)
    return block
  }

  return {
    kind: 'richtext',
    read(text, known) {
      const pieces = cutText('richtext', text)
      const lead = pieces[0]?.trim() === '' ? (pieces.shift() ?? '') : ''
      const old = known ? known.children : []
      const matched = matchPieces(
        old.map((node) => (origins.get(node) ?? written.get(node) ?? '').trim()),
        pieces.map((piece) => piece.trim()),
      )
      const blocks = pieces.map((piece, at) => {
        const same = old[matched[at] ?? -1]
        if (same) origins.set(same, piece)
        return same ?? readBlock(piece)
      })
      return schema.node('doc', { lead }, blocks.length > 0 ? blocks : [schema.node('paragraph')])
    },
    write(doc) {
      const { children } = doc
      const [only] = children
      const isEmpty = children.length === 1 && only && only.type === schema.nodes.paragraph && only.content.size === 0
      if (isEmpty && !origins.has(only)) return ''
      return (
        String(doc.attrs.lead) +
        joinBlocks(
          children.map((node, at) => {
            const origin = origins.get(node)
            if (origin !== undefined) return origin
            const html =
              written.get(node) ?? (node.type === schema.nodes.source ? String(node.attrs.html) : print(node))
            written.set(node, html)
            return at < children.length - 1 ? html + BREAK : html
          }),
        )
      )
    },
  }
}

/** For each piece the index of the block that was read from the same piece. */
export function matchPieces(before: readonly string[], after: readonly string[]): (number | undefined)[] {
  const found: (number | undefined)[] = []
  let index = 0
  for (const { value, added, removed } of diffArrays([...before], [...after])) {
    if (removed) index += value.length
    else for (const _ of value) found.push(added ? undefined : index++)
  }
  return found
}

const hasHead = (table: Node) =>
  table.attrs.head === true && (table.firstChild?.children ?? []).every(({ attrs }) => attrs.header === true)

/**
 * Puts the first row of a table into its head, and removes the `<p>` of a paragraph that is the only child of its list
 * item or quote, unless it came with one.
 */
function tidyElement(node: Node, element: Element | undefined): void {
  if (!element || node.isTextblock || node.isAtom) return
  if (node.type === schema.nodes.table) {
    const body = element.firstElementChild
    if (!body || !hasHead(node)) return
    const head = element.ownerDocument.createElement('thead')
    head.append(...[...body.children].slice(0, 1))
    body.before(head)
    if (body.childElementCount === 0) body.remove()
    return
  }
  for (const [at, child] of node.children.entries()) tidyElement(child, element.children[at])
  const isHolder = node.type === schema.nodes.list_item || node.type === schema.nodes.blockquote
  const [first, ...others] = node.children
  if (!isHolder || first?.type !== schema.nodes.paragraph || first.attrs.wrapped === true) return
  if (others.some(({ type }) => type !== schema.nodes.bullet_list && type !== schema.nodes.ordered_list)) return
  const paragraph = element.firstElementChild
  paragraph?.replaceWith(...paragraph.childNodes)
}

const CONTAINERS = new Set([
  ...['DIV', 'UL', 'OL', 'LI', 'BLOCKQUOTE', 'P', 'H1', 'H2', 'H3', 'H4', 'H5', 'H6'],
  ...['TABLE', 'THEAD', 'TBODY', 'TR', 'TH', 'TD'],
])

/** HTML without what makes no difference: the order of attributes, and white space between blocks and in rows. */
function shape(element: Element): string {
  for (const each of [...element.querySelectorAll('*')]) {
    const attributes = [...each.attributes].sort((a, b) => (a.name < b.name ? -1 : 1))
    for (const { name } of attributes) each.removeAttribute(name)
    for (const { name, value } of attributes) each.setAttribute(name, name === 'style' ? plainStyle(value) : value)
  }
  squeeze(element)
  return element.innerHTML
}

/** Browsers write a style with other spaces than people do. */
const plainStyle = (style: string) => `${style.replaceAll(' ', '').replace(/;$/, '')};`

function squeeze(element: Element): void {
  if (element.tagName === 'PRE') return
  element.normalize()
  const isContainer = CONTAINERS.has(element.tagName)
  for (const child of [...element.childNodes]) {
    if (isElement(child)) squeeze(child)
    if (child.nodeType !== 3) continue
    let text = (child.nodeValue ?? '').replace(/[\t\n\f\r ]+/g, ' ')
    if (isContainer && isEdge(child.previousSibling)) text = text.replace(/^ /, '')
    if (isContainer && isEdge(child.nextSibling)) text = text.replace(/ $/, '')
    if (text === '') child.remove()
    else child.nodeValue = text
  }
}

const isElement = (node: ChildNode): node is Element & ChildNode => node.nodeType === 1

const isEdge = (sibling: ChildNode | null) =>
  sibling === null ||
  (sibling.nodeType === 1 &&
    /^(?:UL|OL|LI|P|BLOCKQUOTE|PRE|HR|H[1-6]|TABLE|THEAD|TBODY|TR|TH|TD)$/.test(sibling.nodeName))
