import {
  type DefaultTreeAdapterMap,
  type DefaultTreeAdapterTypes as Dom,
  defaultTreeAdapter,
  Parser,
  parse,
  html as spec,
} from 'parse5'
import type { LooseNode } from '../document/edit.ts'
import type { Attribute, Namespace } from '../document/node.ts'
import type { PageTree } from '../document/tree.ts'
import { isPlain } from './plain.ts'
import { printNodes } from './print.ts'
import {
  childrenOf,
  isElement,
  named,
  namespaceOf,
  type ParsedNode,
  Reader,
  type ReaderOptions,
  short,
  textOf,
} from './reader.ts'
import { type Refusal, refuseTag } from './refuse.ts'

export type { ParsedNode } from './reader.ts'

/** The elements around a fragment, from the body's child inwards; empty for the body itself. */
export type ParseContext = readonly { tag: string; ns: Namespace | undefined }[]

export interface ParseOptions extends Pick<ReaderOptions, 'isNode'> {
  context?: ParseContext
}

/** What a whole document held beside its body's content. */
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
  refused: Refusal[]
  warnings: string[]
  /** Only where the source was a whole document. */
  head?: DocumentHead
  /** Set where a browser would not read this HTML inside this parent at all. */
  misplaced?: string
}

const HTML = spec.NS.HTML

/** Whether it is a whole document, not a fragment. */
export function isDocument(source: string): boolean {
  return /^(?:\s|<!--[\s\S]*?-->)*<(?:!doctype|html|head|body)\b/i.test(source)
}

/**
 * Parses HTML by the HTML standard, as a browser with scripting off would, in the place where it is going to stand.
 * `<style>` becomes CSS text; what is refused for safety is listed item by item. The nodes read back the same after
 * printing: a tree that HTML text cannot express is stored as a browser would read its text.
 */
export function parseHtml(source: string, options: ParseOptions = {}): ParsedHtml {
  const context = options.context ?? []
  const result: ParsedHtml = { nodes: [], css: [], refused: [], warnings: [] }
  const reader = new Reader(result, options)
  if (context.length === 0 && isDocument(source)) readDocument(source, reader, result)
  else result.nodes = reader.children(parseIn(context, source), '', 0, false)
  reportDropped(source, result)
  settle(result, context, options)
  if (reader.uids > 0) result.warnings.push(`${reader.uids} uid attributes were read as addresses and not stored.`)
  return result
}

/** Tags that the parser drops without a trace where they make no sense, and what they need. */
const NEEDS: Readonly<Record<string, string | undefined>> = {
  caption: 'a <table>',
  col: 'a <colgroup>',
  colgroup: 'a <table>',
  form: 'a place outside any other <form>',
  tbody: 'a <table>',
  td: 'a <tr>',
  tfoot: 'a <table>',
  th: 'a <tr>',
  thead: 'a <table>',
  tr: 'a <table> or a table section',
}

function reportDropped(source: string, result: ParsedHtml): void {
  const kept = new Map<string, number>()
  const count = (nodes: readonly LooseNode[]): void => {
    for (const { tag, children } of nodes) {
      if (tag !== undefined && NEEDS[tag] !== undefined) kept.set(tag, (kept.get(tag) ?? 0) + 1)
      if (children) count(children)
    }
  }
  count(result.nodes)
  // Most pages hold no more of these than were kept, which is quick to see.
  const seen = new Map<string, number>()
  for (const [, name = ''] of source.matchAll(
    /<(caption|col(?:group)?|form|t(?:body|d|foot|h(?:ead)?|r))(?=[\s/>])/gi,
  )) {
    const tag = name.toLowerCase()
    seen.set(tag, (seen.get(tag) ?? 0) + 1)
  }
  if ([...seen].every(([tag, number]) => number <= (kept.get(tag) ?? 0))) return
  const text = source.replace(/<!--[\s\S]*?-->|<(script|style|textarea|title|xmp|iframe)\b[\s\S]*?<\/\1\s*>/gi, '')
  const written = new Map<string, number>()
  // Whole tags, so that what only looks like one inside an attribute is not counted.
  for (const [, name = ''] of text.matchAll(/<([a-z][^\s/>]*)(?:"[^"]*"|'[^']*'|[^"'>])*>/gi)) {
    const tag = name.toLowerCase()
    if (NEEDS[tag] !== undefined) written.set(tag, (written.get(tag) ?? 0) + 1)
  }
  for (const [tag, number] of written) {
    const left = number - (kept.get(tag) ?? 0)
    if (left <= 0) continue
    const times = left === 1 ? '' : ` (${left} times)`
    result.refused.push({ what: `<${tag}>${times}`, where: '', why: `HTML drops it there; it needs ${NEEDS[tag]}` })
  }
}

/** The elements around a place inside `parentId`. */
export function contextOf(tree: PageTree, parentId: string): ParseContext {
  const context: { tag: string; ns: Namespace | undefined }[] = []
  for (let node = tree.node(parentId); node && node.id !== tree.root; node = tree.node(node.parent)) {
    context.unshift({ tag: node.tag, ns: node.ns })
  }
  return context
}

/** Why a browser would not read `nodes` as children of the innermost element of `context`; undefined where it would. */
export function misplaced(nodes: readonly LooseNode[], context: ParseContext): string | undefined {
  const scratch: ParsedHtml = { nodes: [], css: [], refused: [], warnings: [] }
  const again = readAgain(nodes, context, new Reader(scratch, {}))
  const parent = context.at(-1)?.tag ?? 'body'
  if (!again) return `HTML closes <${parent}> before ${nameOf(nodes)}, so it cannot stand inside it.`
  const difference = firstDifference(nodes, again)
  return difference && `HTML does not allow ${difference} inside <${parent}>.`
}

function settle(result: ParsedHtml, context: ParseContext, options: ParseOptions): void {
  if (isPlain(result.nodes, context)) return
  for (let round = 0; round < 3; round += 1) {
    const scratch: ParsedHtml = { nodes: [], css: [], refused: [], warnings: [] }
    const again = readAgain(result.nodes, context, new Reader(scratch, { ...options, isNode: () => false }))
    if (!again) {
      const parent = context.at(-1)?.tag ?? 'body'
      result.misplaced = `HTML closes <${parent}> before ${nameOf(result.nodes)}, so it cannot stand inside it.`
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

/** Prints the nodes inside their context and parses that; undefined where the context did not stay whole. */
function readAgain(nodes: readonly LooseNode[], context: ParseContext, reader: Reader): ParsedNode[] | undefined {
  let wrapped: LooseNode[] = [...nodes]
  for (const { tag, ns } of context.toReversed()) wrapped = [{ kind: 'element', tag, ns, children: wrapped }]
  const source = {
    attributes: (node: LooseNode) => node.attrs ?? [],
    children: (node: LooseNode) => node.children ?? [],
  }
  let level = parseIn([], printNodes(wrapped, source))
  for (const { tag, ns } of context) {
    const [only, ...others] = level
    if (others.length > 0 || !only || !isElement(only) || only.tagName !== tag || namespaceOf(only) !== ns)
      return undefined
    level = childrenOf(only)
  }
  return reader.children(
    level,
    '',
    0,
    context.some(({ tag }) => tag === 'template'),
  )
}

function parseIn(context: ParseContext, source: string): Dom.ChildNode[] {
  let parent: Dom.Element = defaultTreeAdapter.createElement('body', HTML, [])
  for (const { tag, ns } of context) {
    const element = defaultTreeAdapter.createElement(tag, ns ? FOREIGN[ns] : HTML, [])
    // Links upwards only: the parser asks whether a form is around, and nothing looks down.
    element.parentNode = parent
    parent = element
  }
  // Without the last step of `parseFragment`, which moves the children one by one from the front of a list.
  const parser = Parser.getFragmentParser<DefaultTreeAdapterMap>(parent, { scriptingEnabled: false })
  parser.tokenizer.write(source, true)
  const [root] = parser.document.childNodes
  return root && isElement(root) ? root.childNodes : []
}

const FOREIGN = { svg: spec.NS.SVG, math: spec.NS.MATHML } as const

function readDocument(source: string, reader: Reader, result: ParsedHtml): void {
  const document = parse(source, { scriptingEnabled: false })
  const root = document.childNodes.find((node) => isElement(node) && node.tagName === 'html')
  if (!root || !isElement(root)) return
  const head: DocumentHead = { title: undefined, lang: undefined, description: undefined, bodyAttributes: [] }
  for (const { name, value } of root.attrs) {
    if (name === 'lang') head.lang = value
    else result.warnings.push(`The attribute ${name}="${short(value)}" of <html> was left out.`)
  }
  for (const part of root.childNodes) {
    if (!isElement(part)) continue
    if (part.tagName === 'head') readHead(part, reader, head, result)
    else if (part.tagName === 'body') {
      head.bodyAttributes = reader.attributes(part, 'body')
      result.nodes = reader.children(part.childNodes, '', 0, false)
    } else reader.refuse(`<${part.tagName}>`, 'html', 'frames replace the body of a page')
  }
  result.head = head
}

function readHead(element: Dom.Element, reader: Reader, head: DocumentHead, result: ParsedHtml): void {
  for (const child of element.childNodes) {
    if (!isElement(child)) continue
    const attribute = (name: string) => child.attrs.find((each) => each.name === name)?.value
    const { tagName } = child
    if (tagName === 'title') head.title = textOf(child).trim()
    else if (tagName === 'style') reader.style(child, 'head')
    else if (tagName === 'meta') {
      if (attribute('name')?.toLowerCase() === 'description') head.description = attribute('content')
      else if (attribute('charset') === undefined && attribute('name')?.toLowerCase() !== 'viewport') {
        result.warnings.push(`<meta${named(child)}> of the head was left out.`)
      }
    } else if (tagName === 'link' && attribute('rel')?.toLowerCase() === 'stylesheet') {
      result.warnings.push(`The stylesheet ${short(attribute('href') ?? '')} was not loaded; give its CSS instead.`)
    } else {
      const why = refuseTag(tagName)
      if (why) reader.refuse(`<${tagName}>`, 'head', why)
      else result.warnings.push(`<${tagName}${named(child)}> of the head was left out.`)
    }
  }
}

/** The first element of `before` that `after` does not hold in the same place; undefined where both are the same. */
export function firstDifference(before: readonly LooseNode[], after: readonly LooseNode[]): string | undefined {
  for (const [i, node] of before.entries()) {
    const other = after[i]
    if (!other || node.kind !== other.kind || node.tag !== other.tag || node.ns !== other.ns) return nameOf([node])
    if (node.kind !== 'element') {
      if (node.text !== other.text) return nameOf([node])
      continue
    }
    const attrs = node.attrs ?? []
    const others = other.attrs ?? []
    if (
      node.css !== other.css ||
      attrs.length !== others.length ||
      attrs.some(([name, value], at) => others[at]?.[0] !== name || others[at]?.[1] !== value)
    ) {
      return nameOf([node])
    }
    const inside = firstDifference(node.children ?? [], other.children ?? [])
    if (inside) return inside
  }
  const added = after[before.length]
  return added && nameOf([added])
}

function nameOf(nodes: readonly LooseNode[]): string {
  const node = nodes.find(({ kind }) => kind === 'element') ?? nodes[0]
  if (!node) return 'its content'
  if (node.kind === 'element') return `<${node.tag}>`
  return node.kind === 'comment' ? 'a comment' : `the text “${short((node.text ?? '').trim())}”`
}
