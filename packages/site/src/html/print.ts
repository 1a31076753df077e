import type { LooseNode } from '../document/edit.ts'
import type { Attribute, Namespace, NodeKind } from '../document/node.ts'
import { nodeAttributes, type PageNode, type PageTree, VOID_TAGS } from '../document/tree.ts'
import { keptValue } from './keep.ts'
import { refuseTag } from './refuse.ts'

/** HTML elements whose text is not escaped. Scripting is off on a page, so `noscript` is not one of them. */
export const RAW_TEXT_TAGS: ReadonlySet<string> = new Set(['style', 'xmp', 'iframe', 'noembed', 'noframes'])
/** HTML elements that hold nothing but text. */
export const TEXT_ONLY: ReadonlySet<string> = new Set([...RAW_TEXT_TAGS, 'textarea', 'title'])
/** Elements after whose start tag the parser drops one newline. */
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
  /** The text to print instead of the node’s own. */
  text?(node: Node): string
  /** The CSS of a `<style>` that has a stylesheet of its own; undefined for every other node. */
  sheet?(node: Node): string | undefined
  /** The HTML to print instead of a node and everything inside; undefined for nodes that are printed. */
  instead?(node: Node): string | undefined
  /** Called after a node is printed, innermost first. */
  printed?(node: Node, range: PrintedRange): void
}

/** The characters of a printed node; `end` is behind the last. */
export interface PrintedRange {
  start: number
  end: number
  /** The characters between an element's tags; both `end` if it has no end tag, or no printed children of its own. */
  innerStart: number
  innerEnd: number
}

export interface PrintOptions {
  /** Adds `uid="<node id>"` to every element, and leaves out an authored attribute of that name. */
  uid?: boolean
  /** False leaves out the nodes that are hidden. */
  hidden?: boolean
  /** The CSS of the stylesheets of the page's `<style>` elements (`sheetTexts`); without it they are empty. */
  sheets?(sheetId: string): string
}

/**
 * A node with everything inside as HTML that a parser reads back as the same DOM: entities, non-breaking spaces,
 * carriage returns, leading newlines of `pre`, foreign content. Scripts and handlers that a client wrote around the
 * checks are left out. Empty if the node does not show.
 */
export function printHtml(tree: PageTree, nodeId: string, options: PrintOptions = {}): string {
  const node = tree.node(nodeId)
  return node ? printNodes([node], pageSource(tree, options), insideNoscript(tree, node.parent)) : ''
}

/** The content of a node as HTML, without the node itself. */
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

function pageSource(tree: PageTree, options: PrintOptions = {}): PrintSource<PageNode> {
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

/** Prints nodes that are in no document yet. */
export function printLoose(nodes: readonly LooseNode[]): string {
  return printNodes(nodes, looseSource)
}

interface Frame<Node> {
  /** The element whose children these are; undefined for the outermost nodes. */
  node: Node | undefined
  start: number
  innerStart: number
  nodes: readonly Node[]
  index: number
  tag: string
  /** The element around, if its text is not escaped. */
  raw: string
  textOnly: boolean
  noscript: boolean
  /** Whether an element around makes some parsers drop or misread the start tag of a text element. */
  unsure: boolean
  /** Whether an element around is in a drawing or formula but has the name of an HTML element that holds only text. */
  textNamed: boolean
  inTemplate: boolean
}

export function printNodes<Node extends Printable>(
  nodes: readonly Node[],
  source: PrintSource<Node>,
  noscript = false,
): string {
  let html = ''
  // A template that begins with a column drops other tags. HTML, 13.2.6.4.12.
  let columnInTemplate = false
  // An explicit stack, since nothing bounds how deep moves can nest a page.
  const stack: Frame<Node>[] = []
  let frame: Frame<Node> = {
    node: undefined,
    start: 0,
    innerStart: 0,
    nodes,
    index: 0,
    tag: '',
    raw: '',
    textOnly: false,
    noscript,
    unsure: false,
    textNamed: false,
    inTemplate: false,
  }
  for (;;) {
    const node = frame.nodes[frame.index]
    if (node === undefined) {
      const innerEnd = html.length
      if (frame.tag !== '') html += `</${frame.tag}>`
      const { start, innerStart } = frame
      if (frame.node) source.printed?.(frame.node, { start, end: html.length, innerStart, innerEnd })
      const outer = stack.pop()
      if (!outer) return html
      frame = outer
      continue
    }
    frame.index += 1
    if (source.skip?.(node)) continue
    // No parser creates anything else there; if printed, it would end the element early.
    if (frame.textOnly && node.kind !== 'text') continue
    const start = html.length
    const whole = (end: number) => source.printed?.(node, { start, end, innerStart: end, innerEnd: end })
    const instead = source.instead?.(node)
    if (instead !== undefined) {
      html += instead
      whole(html.length)
      continue
    }
    if (node.kind === 'element') {
      const isHtml = node.ns === undefined
      // A parser goes only by the name, in any case and whatever namespace is stored.
      const name = (node.tag ?? '').toLowerCase()
      const tag = isHtml ? name : (node.tag ?? '')
      if (refuseTag(tag)) continue
      html += openTag(tag, node.ns, source.attributes(node))
      if (!frame.inTemplate) columnInTemplate = false
      else if (name === 'col') columnInTemplate = true
      const unsure = frame.unsure || columnInTemplate
      if (isHtml && VOID_TAGS.has(tag)) {
        whole(html.length)
        continue
      }
      const css = tag === 'style' ? source.sheet?.(node) : undefined
      if (css !== undefined) {
        const written = isHtml ? rawText(css, 'style', unsure) : escapeText(css)
        html += `${frame.noscript ? rawText(written, 'noscript') : written}</style>`
        whole(html.length)
        continue
      }
      const children = source.children(node)
      const first = children[0]
      if (isHtml && NEWLINE_EATERS.has(tag) && first?.kind === 'text' && first.text?.startsWith('\n')) html += '\n'
      stack.push(frame)
      const innerStart = html.length
      const raw = isHtml && RAW_TEXT_TAGS.has(tag) ? tag : ''
      frame = {
        node,
        start,
        innerStart,
        nodes: children,
        index: 0,
        tag,
        raw,
        textOnly: isHtml && TEXT_ONLY.has(tag),
        noscript: frame.noscript || name === 'noscript',
        unsure: unsure || !isHtml || UNSURE_INSIDE.has(name),
        textNamed: frame.textNamed || (!isHtml && (name === 'noscript' || TEXT_ONLY.has(name))),
        inTemplate: frame.inTemplate || name === 'template',
      }
    } else {
      const text = source.text ? source.text(node) : (node.text ?? '')
      const printed =
        node.kind === 'comment'
          ? comment(text, frame.textNamed)
          : frame.raw !== ''
            ? rawText(text, frame.raw, frame.unsure)
            : escapeText(text)
      html += frame.noscript ? rawText(printed, 'noscript') : printed
      whole(html.length)
    }
  }
}

/** `<tag a="b">`, without the attributes that are never part of a page. */
export function openTag(tag: string, ns: Namespace | undefined, attributes: readonly Attribute[]): string {
  let html = `<${ns === undefined ? tag.toLowerCase() : tag}`
  for (const [name, given] of attributes) {
    const value = keptValue(tag, name, given)
    if (value === undefined) continue
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
  // Switches the character set if a saved page is detected as Japanese.
  '\x1b': '&#27;',
}

const ESCAPE = '\x1b'
const IN_TEXT = new RegExp(`[&<>\u00a0\r\0${ESCAPE}]`)
const IN_ATTRIBUTE = new RegExp(`[&<>"\u00a0\r\0${ESCAPE}]`)
const ALL_IN_TEXT = new RegExp(IN_TEXT, 'g')
const ALL_IN_ATTRIBUTE = new RegExp(IN_ATTRIBUTE, 'g')

export function escapeText(text: string): string {
  return IN_TEXT.test(text) ? text.replace(ALL_IN_TEXT, (char) => ESCAPES[char] ?? char) : text
}

/** Also escapes `<` and `>`, as the HTML standard does since 2025, so that no parser finds a tag in an attribute. */
export function escapeAttribute(text: string): string {
  return IN_ATTRIBUTE.test(text) ? text.replace(ALL_IN_ATTRIBUTE, (char) => ESCAPES[char] ?? char) : text
}

const UNESCAPES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(ESCAPES).map(([character, written]) => [written, character]),
)
const WRITTEN = /&(?:amp|lt|gt|quot|nbsp|#13|#27);/g

/** The value of an attribute that `escapeAttribute` wrote. */
export function unescapeAttribute(written: string): string {
  return written.includes('&') ? written.replace(WRITTEN, (each) => UNESCAPES[each] ?? each) : written
}

/**
 * Text that cannot end its element early: a backslash breaks whatever would close the element.
 * @param unsure whether a parser may drop the element's start tag, or take it for a part of a drawing or formula, so
 *   that the text is markup: there, no tag is left at all
 */
export function rawText(text: string, tag: string, unsure = false): string {
  const safe = text.includes(ESCAPE) ? text.replaceAll(ESCAPE, '') : text
  return safe.replace(unsure ? MARKUP : new RegExp(`</(?=${tag})`, 'gi'), (found) => `<\\${found.slice(1)}`)
}

/** Elements inside which parsers take, or took, the start tags of text elements for others or drop them. */
const UNSURE_INSIDE: ReadonlySet<string> = new Set(['svg', 'math', 'select'])

const MARKUP = /<(?=[a-z/!?])/gi
/** The end tags that would close a text-only element if the comment were read as its text. */
const TEXT_END = new RegExp(`</(?=${[...TEXT_ONLY, 'noscript', 'script'].join('|')})`, 'gi')

function comment(text: string, textNamed: boolean): string {
  const safe = (textNamed ? text.replace(TEXT_END, '< /') : text)
    .replaceAll(ESCAPE, '')
    .replace(/--(!?)>/g, '-- $1>')
    .replace(/^(-?)>/, ' $1>')
    .replace(/<!-$/, '<! -')
  return `<!--${safe}-->`
}

function insideNoscript(tree: PageTree, id: string): boolean {
  for (let node = tree.node(id); node; node = tree.node(node.parent)) if (node.tag === 'noscript') return true
  return false
}
