import type { LooseNode } from '../document/edit.ts'
import type { Attribute, Namespace } from '../document/node.ts'
import type { PageTree } from '../document/tree.ts'
import { type BuiltElement, buildDocument, buildFragment, type ParsedNode, type Watch } from './built.ts'
import { type Loss, lossNotes, short } from './losses.ts'
import { isPlain } from './plain.ts'
import { printNodes } from './print.ts'
import { describeAttributes, elementText, Reader, type ReaderOptions } from './reader.ts'
import { type Refusal, refuseTag } from './refuse.ts'

export type { ParsedNode } from './built.ts'

/** The elements around a fragment, from the body's child inwards; empty for the body itself. */
export type ParseContext = readonly { tag: string; ns: Namespace | undefined }[]

export interface ParseOptions extends Pick<ReaderOptions, 'isNode' | 'keepStyles'> {
  context?: ParseContext
  /** Observes the parser while it reads the source. */
  watch?: Watch
}

/** The parts of a whole document other than its body's content. */
export interface DocumentHead {
  title: string | undefined
  lang: string | undefined
  description: string | undefined
  bodyAttributes: readonly Attribute[]
}

export interface ParsedHtml {
  nodes: ParsedNode[]
  /** The text of each `<style>`, in order, wrapped in its `media`. */
  css: string[]
  /** Those of `css`, as they were written, that leave a block, a bracket or a quote open. */
  unclosedCss?: string[]
  refused: Refusal[]
  warnings: string[]
  /** Only if the source was a whole document. */
  head?: DocumentHead
  /** Set if a browser would not read this HTML inside this parent at all. */
  misplaced?: string
}

/** The offset of the first content that is neither white space nor a comment. */
function contentStart(source: string): number {
  const blank = /\s*/y
  const end = /--!?>/g
  for (let at = 0; ; ) {
    blank.lastIndex = at
    blank.exec(source)
    at = blank.lastIndex
    if (!source.startsWith('<!--', at)) return at
    // `<!-->` and `<!--->` are whole comments.
    end.lastIndex = at + 2
    if (!end.exec(source)) return source.length
    at = end.lastIndex
  }
}

/** Whether a source is a whole document, not a fragment. */
export function isDocument(source: string): boolean {
  const start = contentStart(source)
  return /^<(?:!doctype|html|head|body)\b/i.test(source.slice(start, start + 16))
}

/**
 * Parses HTML by the HTML standard, as a browser with scripting off would, in its new place.
 * `<style>` becomes CSS text; what is refused for safety is listed item by item. The nodes read back the same after
 * printing: a tree that HTML text cannot express is stored as a browser would read its text.
 */
export function parseHtml(source: string, options: ParseOptions = {}): ParsedHtml {
  const context = options.context ?? []
  const result: ParsedHtml = { nodes: [], css: [], refused: [], warnings: [] }
  const reader = new Reader(result, options)
  const losses: Loss[] = []
  if (context.length === 0 && isDocument(source)) readDocument(source, reader, result, options.watch, losses)
  else {
    result.nodes = reader.children(buildFragment(context, source, options.watch, losses))
    if (context.length > 0 && isDocument(source)) result.warnings.push(NO_DOCUMENT)
  }
  settleParsed(result, context, options, losses)
  result.refused.push(...lossNotes(losses))
  if (reader.uids > 0) result.warnings.push(`${reader.uids} uid attributes were read as addresses and not stored.`)
  return result
}

const NO_DOCUMENT =
  'The tags of <html>, <head> and <body> were left out with their attributes: only the body of a page takes a document.'

/** The elements around a place inside `parentId`. */
export function contextOf(tree: PageTree, parentId: string): ParseContext {
  const context: { tag: string; ns: Namespace | undefined }[] = []
  for (let node = tree.node(parentId); node && node.id !== tree.root; node = tree.node(node.parent)) {
    context.unshift({ tag: node.tag, ns: node.ns })
  }
  return context
}

/** Why a browser would not read `nodes` as children of the innermost element of `context`; undefined if it would. */
export function misplaced(nodes: readonly LooseNode[], context: ParseContext): string | undefined {
  const scratch: ParsedHtml = { nodes: [], css: [], refused: [], warnings: [] }
  const joined = joinTexts(nodes)
  const again = readAgain(joined, context, new Reader(scratch, {}))
  const parent = context.at(-1)?.tag ?? 'body'
  if (!again) return `HTML closes <${parent}> before ${firstElementName(joined)}, so it cannot stand inside it.`
  const difference = firstDifference(joined, again)
  return difference && `HTML does not allow ${difference} inside <${parent}>.`
}

/** The nodes with neighbouring texts as one and without empty ones, as a parser reads them. */
function joinTexts(nodes: readonly LooseNode[]): LooseNode[] {
  const joined: LooseNode[] = []
  for (const node of nodes) {
    const last = joined.at(-1)
    if (node.kind === 'text' && !node.text) continue
    if (node.kind === 'text' && last?.kind === 'text') {
      joined[joined.length - 1] = { ...last, text: `${last.text}${node.text}` }
    } else joined.push(node.children ? { ...node, children: joinTexts(node.children) } : node)
  }
  return joined
}

function settleParsed(result: ParsedHtml, context: ParseContext, options: ParseOptions, losses: Loss[]): void {
  if (isPlain(result.nodes, context)) return
  for (let round = 0; round < 3; round += 1) {
    const scratch: ParsedHtml = { nodes: [], css: [], refused: [], warnings: [] }
    const again = readAgain(result.nodes, context, new Reader(scratch, { ...options, isNode: undefined }), losses)
    if (!again) {
      const parent = context.at(-1)?.tag ?? 'body'
      result.misplaced = `HTML closes <${parent}> before ${firstElementName(result.nodes)}, so it cannot stand inside it.`
      return
    }
    const difference = firstDifference(result.nodes, again)
    if (!difference && scratch.refused.length === 0) return
    if (difference)
      result.warnings.push(`A browser reads ${difference} differently there; it is stored as it would be read.`)
    result.nodes = again
    result.refused.push(...scratch.refused)
    result.css.push(...scratch.css)
  }
  result.misplaced = 'A browser reads this HTML differently each time it is written out.'
}

/** Prints the nodes inside their context and parses the text; undefined if the context did not stay intact. */
function readAgain(
  nodes: readonly LooseNode[],
  context: ParseContext,
  reader: Reader,
  losses?: Loss[],
): ParsedNode[] | undefined {
  let wrapped: LooseNode[] = [...nodes]
  for (const { tag, ns } of context.toReversed()) wrapped = [{ kind: 'element', tag, ns, children: wrapped }]
  const source = {
    attributes: (node: LooseNode) => node.attrs ?? [],
    children: (node: LooseNode) => node.children ?? [],
  }
  let level = buildFragment([], printNodes(wrapped, source), undefined, losses)
  for (const { tag, ns } of context) {
    const [only, ...others] = level
    if (others.length > 0 || only?.kind !== 'element' || only.tag !== tag || only.ns !== ns) return undefined
    level = only.children ?? []
  }
  const inTemplate = context.some(({ tag }) => tag === 'template')
  return reader.children(level, '', inTemplate)
}

function readDocument(
  source: string,
  reader: Reader,
  result: ParsedHtml,
  watch: Watch | undefined,
  losses: Loss[],
): void {
  const document = buildDocument(source, watch, losses)
  const root = document.children?.find((node) => node.kind === 'element')
  if (!root) return
  const head: DocumentHead = { title: undefined, lang: undefined, description: undefined, bodyAttributes: [] }
  for (const [name, value] of root.attrs ?? []) {
    if (name === 'lang') head.lang = value
    else result.warnings.push(leftOut(name, value, root))
  }
  for (const part of root.children ?? []) {
    if (part.kind !== 'element') continue
    if (part.tag === 'head') readHead(part, reader, head, result)
    else if (part.tag === 'body') {
      head.bodyAttributes = reader.attributes(part, 'body')
      result.nodes = reader.children(part.children ?? [])
    } else reader.refuse(`<${part.tag}>`, 'html', 'frames replace the body of a page')
  }
  result.head = head
}

const leftOut = (name: string, value: string, { tag }: BuiltElement) =>
  `The attribute ${name}="${short(value)}" of <${tag}> was left out.`

function readHead(element: BuiltElement, reader: Reader, head: DocumentHead, result: ParsedHtml): void {
  for (const [name, value] of element.attrs ?? []) result.warnings.push(leftOut(name, value, element))
  for (const child of element.children ?? []) {
    if (child.kind !== 'element') continue
    const attribute = (name: string) => child.attrs?.find(([each]) => each === name)?.[1]
    const { tag } = child
    if (tag === 'title') head.title = elementText(child).trim()
    else if (tag === 'style') reader.style(child, 'head')
    else if (tag === 'meta') {
      if (attribute('name')?.toLowerCase() === 'description') head.description = attribute('content')
      else if (attribute('charset') === undefined && attribute('name')?.toLowerCase() !== 'viewport') {
        result.warnings.push(`<meta${describeAttributes(child)}> of the head was left out.`)
      }
    } else if (tag === 'link' && attribute('rel')?.toLowerCase() === 'stylesheet') {
      result.warnings.push(`The stylesheet ${short(attribute('href') ?? '')} was not loaded; give its CSS instead.`)
    } else {
      const why = refuseTag(tag)
      if (why) reader.refuse(`<${tag}>`, 'head', why)
      else result.warnings.push(`<${tag}${describeAttributes(child)}> of the head was left out.`)
    }
  }
}

/** The first element of `before` that `after` does not hold in the same place; undefined if both are the same. */
export function firstDifference(before: readonly LooseNode[], after: readonly LooseNode[]): string | undefined {
  for (const [i, node] of before.entries()) {
    const other = after[i]
    if (!other || node.kind !== other.kind || node.tag !== other.tag || node.ns !== other.ns)
      return firstElementName([node])
    if (node.kind !== 'element') {
      if (node.text !== other.text) return firstElementName([node])
      continue
    }
    const attrs = node.attrs ?? []
    const others = other.attrs ?? []
    if (
      node.css !== other.css ||
      attrs.length !== others.length ||
      attrs.some(([name, value], at) => others[at]?.[0] !== name || others[at]?.[1] !== value)
    ) {
      return firstElementName([node])
    }
    const inside = firstDifference(node.children ?? [], other.children ?? [])
    if (inside) return inside
  }
  const added = after[before.length]
  return added && firstElementName([added])
}

function firstElementName(nodes: readonly LooseNode[]): string {
  const node = nodes.find(({ kind }) => kind === 'element') ?? nodes[0]
  if (!node) return 'its content'
  if (node.kind === 'element') return `<${node.tag}>`
  return node.kind === 'comment' ? 'a comment' : `the text “${short((node.text ?? '').trim())}”`
}
