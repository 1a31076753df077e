import type { LooseNode } from '../document/edit.ts'
import type { Attribute, Namespace, NodeKind } from '../document/node.ts'
import { nodeAttributes, type PageNode, type PageTree, VOID_TAGS } from '../document/tree.ts'
import { refuseAttribute, refuseTag } from './refuse.ts'

/** HTML elements whose text is not escaped. Scripting is off on a page, so `noscript` is not one of them. */
export const RAW_TEXT_TAGS: ReadonlySet<string> = new Set(['style', 'xmp', 'iframe', 'noembed', 'noframes'])
/** The parser drops one newline behind their start tag. */
const NEWLINE_EATERS: ReadonlySet<string> = new Set(['pre', 'textarea', 'listing'])

interface Printable {
  readonly kind: NodeKind
  readonly tag?: string
  readonly ns?: Namespace | undefined
  readonly text?: string
}

/** How the nodes of one kind of tree are read while they are printed. */
export interface PrintSource<Node extends Printable> {
  attributes(node: Node): readonly Attribute[]
  children(node: Node): readonly Node[]
  /** Leaves a node out with everything inside. */
  skip?(node: Node): boolean
  /** The text that stands instead of the node’s own. */
  text?(node: Node): string
  /** The CSS inside a `<style>` that stands for a stylesheet of its own; undefined for every other one. */
  sheet?(node: Node): string | undefined
}

export interface PrintOptions {
  /** Adds `uid="<node id>"` to every element, and leaves out an authored attribute of that name. */
  uid?: boolean
  /** False leaves out the nodes that are hidden. */
  hidden?: boolean
  /** The CSS of the stylesheets that `<style>` elements of the page stand for (`sheetTexts`); without it they are empty. */
  sheets?(sheetId: string): string
}

/**
 * A node with everything inside as HTML that a parser reads back as the same DOM: entities, non-breaking spaces,
 * carriage returns, leading newlines of `pre`, foreign content. Scripts and handlers that some client wrote past the
 * checks are left out. Empty where the node does not show.
 */
export function printHtml(tree: PageTree, nodeId: string, options: PrintOptions = {}): string {
  const node = tree.node(nodeId)
  return node ? printNodes([node], pageSource(tree, options), insideNoscript(tree, node.parent)) : ''
}

/** What stands inside a node, without the node itself. */
export function printInnerHtml(tree: PageTree, nodeId: string, options: PrintOptions = {}): string {
  const node = tree.node(nodeId)
  if (!node) return ''
  const source = pageSource(tree, options)
  const children = tree.children(nodeId)
  if (node.ns === undefined && RAW_TEXT_TAGS.has(node.tag)) {
    return children.map((child) => rawText(child.text, node.tag)).join('')
  }
  return printNodes(children, source, insideNoscript(tree, nodeId))
}

export function pageSource(tree: PageTree, options: PrintOptions = {}): PrintSource<PageNode> {
  const source: PrintSource<PageNode> = {
    attributes: options.uid
      ? (node) => [['uid', node.id], ...nodeAttributes(node).filter(([name]) => name !== 'uid')]
      : nodeAttributes,
    children: (node) => tree.children(node.id),
  }
  if (options.hidden === false) source.skip = (node) => node.hidden
  const { sheets } = options
  if (sheets) {
    source.sheet = ({ tag, birth }) => (tag === 'style' && birth.sheet !== undefined ? sheets(birth.sheet) : undefined)
  }
  return source
}

const looseSource: PrintSource<LooseNode> = {
  attributes: (node) => node.attrs ?? [],
  children: (node) => node.children ?? [],
  sheet: (node) => node.css,
}

/** Nodes that are in no document yet. */
export function printLoose(nodes: readonly LooseNode[]): string {
  return printNodes(nodes, looseSource)
}

export function printNodes<Node extends Printable>(
  nodes: readonly Node[],
  source: PrintSource<Node>,
  noscript = false,
): string {
  let html = ''
  // An explicit stack, since nothing bounds how deep moves can nest a page.
  const stack: { nodes: readonly Node[]; index: number; tag: string; raw: string; noscript: boolean }[] = []
  let frame = { nodes, index: 0, tag: '', raw: '', noscript }
  for (;;) {
    const node = frame.nodes[frame.index]
    if (node === undefined) {
      if (frame.tag !== '') html += `</${frame.tag}>`
      const outer = stack.pop()
      if (!outer) return html
      frame = outer
      continue
    }
    frame.index += 1
    if (source.skip?.(node)) continue
    if (node.kind === 'element') {
      const tag = node.tag ?? ''
      if (refuseTag(tag)) continue
      html += openTag(tag, node.ns, source.attributes(node))
      const isHtml = node.ns === undefined
      if (isHtml && VOID_TAGS.has(tag)) continue
      const css = tag === 'style' ? source.sheet?.(node) : undefined
      if (css !== undefined) {
        const written = isHtml ? rawText(css, 'style') : escapeText(css)
        html += `${frame.noscript ? rawText(written, 'noscript') : written}</style>`
        continue
      }
      const children = source.children(node)
      const first = children[0]
      if (isHtml && NEWLINE_EATERS.has(tag) && first?.kind === 'text' && first.text?.startsWith('\n')) html += '\n'
      stack.push(frame)
      const raw = isHtml && RAW_TEXT_TAGS.has(tag) ? tag : ''
      frame = { nodes: children, index: 0, tag, raw, noscript: frame.noscript || (isHtml && tag === 'noscript') }
    } else {
      const text = source.text ? source.text(node) : (node.text ?? '')
      const printed =
        node.kind === 'comment' ? comment(text) : frame.raw !== '' ? rawText(text, frame.raw) : escapeText(text)
      html += frame.noscript ? rawText(printed, 'noscript') : printed
    }
  }
}

/** `<tag a="b">`, without the attributes that are never part of a page. */
export function openTag(tag: string, ns: Namespace | undefined, attributes: readonly Attribute[]): string {
  let html = `<${tag}`
  for (const [name, value] of attributes) {
    if (refuseAttribute(tag, ns, name, value)) continue
    html += value === '' ? ` ${name}=""` : ` ${name}="${escapeAttribute(value)}"`
  }
  return `${html}>`
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\u00a0': '&nbsp;',
  '\r': '&#13;',
  '\0': '',
}

export function escapeText(text: string): string {
  return /[&<>\u00a0\r\0]/.test(text) ? text.replace(/[&<>\u00a0\r\0]/g, (char) => ESCAPES[char] ?? char) : text
}

/** Also escapes `<` and `>`, as the HTML standard does since 2025, so that no parser finds a tag in an attribute. */
export function escapeAttribute(text: string): string {
  return /[&<>"\u00a0\r\0]/.test(text) ? text.replace(/[&<>"\u00a0\r\0]/g, (char) => ESCAPES[char] ?? char) : text
}

/** Text that ends where its element ends: what would close the element is broken by a backslash. */
function rawText(text: string, tag: string): string {
  return text.replace(new RegExp(`</(?=${tag})`, 'gi'), '<\\/')
}

function comment(text: string): string {
  const safe = text
    .replace(/--(!?)>/g, '-- $1>')
    .replace(/^(-?)>/, ' $1>')
    .replace(/<!-$/, '<! -')
  return `<!--${safe}-->`
}

function insideNoscript(tree: PageTree, id: string): boolean {
  for (let node = tree.node(id); node; node = tree.node(node.parent)) if (node.tag === 'noscript') return true
  return false
}
