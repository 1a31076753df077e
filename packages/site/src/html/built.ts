import { type Parser, html as spec, type Token, type TreeAdapter, type TreeAdapterTypeMap } from 'parse5'
import type { Doctype } from '../document/doctype.ts'
import type { LooseNode } from '../document/edit.ts'
import type { Attribute, Namespace } from '../document/node.ts'
import type { Loss } from './losses.ts'
import { readSource } from './sourceLosses.ts'
import { TreeBuilder } from './treeBuilder.ts'

/** A parsed element keeps the `uid` attribute that it was written with. */
export interface ParsedNode extends LooseNode {
  uid?: string
  children?: readonly ParsedNode[]
}

/**
 * The parser's output: the very records that become the nodes of a page (see `Reader`), so that no second tree is
 * built from the first. `parent` is only for the parser, which moves nodes.
 */
export interface BuiltElement extends ParsedNode {
  kind: 'element'
  tag: string
  ns: Namespace | undefined
  /** Absent if there are none. A name carries its prefix: `xlink:href`. */
  attrs: Attribute[] | undefined
  /** Absent if there are none; of a template, those of its content. */
  children: BuiltNode[] | undefined
  parent: BuiltParent | undefined
}

export interface BuiltText extends ParsedNode {
  kind: 'text' | 'comment'
  text: string
  parent: BuiltParent | undefined
}

export interface BuiltDocument {
  kind: 'document'
  mode: spec.DOCUMENT_MODE
  doctype: Doctype | undefined
  /** The number of children before the doctype. */
  doctypeAt: number
  children: BuiltNode[] | undefined
}

export type BuiltNode = BuiltElement | BuiltText
type BuiltParent = BuiltElement | BuiltDocument
export type Built = TreeAdapterTypeMap<
  BuiltParent | BuiltNode,
  BuiltParent,
  BuiltNode,
  BuiltDocument,
  BuiltParent,
  BuiltElement,
  BuiltText,
  BuiltText,
  BuiltElement,
  never
>

/** A callback that receives the parser before its source, to observe what it reads. */
export type Watch = (parser: Parser<Built>) => void

/** A whole document as the HTML standard reads it with scripting off. */
export function buildDocument(source: string, watch?: Watch, losses?: Loss[]): BuiltDocument {
  const parser = new TreeBuilder<Built>({ scriptingEnabled: false, treeAdapter })
  watch?.(parser)
  readSource(parser, source, losses, true)
  return parser.document
}

/** Parses HTML inside the given elements (from the body's child inwards) by the HTML standard, with scripting off. */
export function buildFragment(
  context: readonly { tag: string; ns: Namespace | undefined }[],
  source: string,
  watch?: Watch,
  losses?: Loss[],
): BuiltNode[] {
  let around = createElement('body', undefined, undefined)
  for (const { tag, ns } of context) {
    const element = createElement(tag, ns, undefined)
    // Links upwards only: the parser asks whether a form is around, and nothing looks down.
    element.parent = around
    around = element
  }
  // Without the last step of `parseFragment`, which moves the children one by one from the front of a list.
  const parser = TreeBuilder.getFragmentParser<Built>(around, { scriptingEnabled: false, treeAdapter })
  watch?.(parser)
  readSource(parser, source, losses)
  const root = parser.document.children?.[0]
  return root?.kind === 'element' ? (root.children ?? []) : []
}

/** Names as one string each, which compare at once: a page has few, and each very often. */
const names = new Map<string, string>()
const REMEMBERED = 2_000

function interned(name: string): string {
  const known = names.get(name)
  if (known !== undefined) return known
  if (names.size < REMEMBERED && name.length < 40) names.set(name, name)
  return name
}

function createElement(tag: string, ns: Namespace | undefined, attrs: Attribute[] | undefined): BuiltElement {
  return { kind: 'element', tag: interned(tag), ns, attrs, children: undefined, parent: undefined }
}

function attributesOf(written: readonly Token.Attribute[]): Attribute[] | undefined {
  if (written.length === 0) return undefined
  return written.map(({ name, prefix, value }) => [interned(prefix ? `${prefix}:${name}` : name), value])
}

function append(parent: BuiltParent, node: BuiltNode): void {
  if (parent.children) parent.children.push(node)
  else parent.children = [node]
  node.parent = parent
}

function builtChildIndex(parent: BuiltParent, node: BuiltNode): number {
  const { children = [] } = parent
  // The wanted child is nearly always the last one: a table whose misplaced content is inserted before it.
  return children.at(-1) === node ? children.length - 1 : children.indexOf(node)
}

function insertAt(parent: BuiltParent, index: number, node: BuiltNode): void {
  if (parent.children) parent.children.splice(index, 0, node)
  else parent.children = [node]
  node.parent = parent
}

const { HTML, SVG, MATHML } = spec.NS
/** The namespace of the document, which no element has. */
const NO_ELEMENT = spec.NS.XML

function namespaceOf(uri: spec.NS): Namespace | undefined {
  if (uri === HTML) return undefined
  return uri === SVG ? 'svg' : 'math'
}

function uriOf(ns: Namespace | undefined): spec.NS {
  if (ns === undefined) return HTML
  return ns === 'svg' ? SVG : MATHML
}

/** The attribute names of elements to which a second `<html>` or `<body>` tag has added attributes. */
const adopted = new WeakMap<BuiltElement, Set<string>>()

const isBuiltText = (node: BuiltNode | BuiltParent | undefined): node is BuiltText => node?.kind === 'text'

const treeAdapter: TreeAdapter<Built> = {
  createDocument: () => ({
    kind: 'document',
    mode: spec.DOCUMENT_MODE.NO_QUIRKS,
    doctype: undefined,
    doctypeAt: 0,
    children: undefined,
  }),
  // Only for the content of a template, which is stored in the template itself.
  createDocumentFragment: () => createElement('template', undefined, undefined),
  createElement: (tagName, namespace, attrs) => createElement(tagName, namespaceOf(namespace), attributesOf(attrs)),
  createCommentNode: (text) => ({ kind: 'comment', text, parent: undefined }),
  createTextNode: (text) => ({ kind: 'text', text, parent: undefined }),
  appendChild: append,
  insertBefore(parent, node, reference) {
    insertAt(parent, builtChildIndex(parent, reference), node)
  },
  setTemplateContent() {},
  getTemplateContent: (template) => template,
  setDocumentType(document, name, publicId, systemId) {
    if (!document.doctype) document.doctypeAt = document.children?.length ?? 0
    document.doctype = { name, publicId, systemId }
  },
  setDocumentMode(document, mode) {
    document.mode = mode
  },
  getDocumentMode: ({ mode }) => mode,
  detachNode(node) {
    const { parent } = node
    if (!parent) return
    parent.children?.splice(builtChildIndex(parent, node), 1)
    node.parent = undefined
  },
  insertText(parent, text) {
    const last = parent.children?.at(-1)
    if (isBuiltText(last)) last.text += text
    else append(parent, { kind: 'text', text, parent: undefined })
  },
  insertTextBefore(parent, text, reference) {
    const place = builtChildIndex(parent, reference)
    const before = parent.children?.[place - 1]
    if (isBuiltText(before)) before.text += text
    else insertAt(parent, place, { kind: 'text', text, parent: undefined })
  },
  adoptAttributes(element, attrs) {
    if (attrs.length === 0) return
    element.attrs ??= []
    const known = adopted.get(element) ?? new Set(element.attrs.map(([name]) => name))
    adopted.set(element, known)
    for (const { name, value } of attrs) {
      if (known.has(name)) continue
      known.add(name)
      element.attrs.push([name, value])
    }
  },
  getFirstChild: ({ children }) => children?.[0] ?? null,
  getChildNodes: ({ children }) => children ?? [],
  getParentNode: (node) => ('parent' in node ? (node.parent ?? null) : null),
  getAttrList: ({ attrs = [] }) => attrs.map(([name, value]) => ({ name, value })),
  getTagName: ({ tag }) => tag,
  getNamespaceURI: (element) => (element.kind === 'element' ? uriOf(element.ns) : NO_ELEMENT),
  getTextNodeContent: ({ text }) => text,
  getCommentNodeContent: ({ text }) => text,
  getDocumentTypeNodeName: () => '',
  getDocumentTypeNodePublicId: () => '',
  getDocumentTypeNodeSystemId: () => '',
  isTextNode: isBuiltText,
  isCommentNode: (node): node is BuiltText => node.kind === 'comment',
  isDocumentTypeNode: (_node): _node is never => false,
  isElementNode: (node) => node.kind === 'element',
  setNodeSourceCodeLocation() {},
  getNodeSourceCodeLocation: () => undefined,
  updateNodeSourceCodeLocation() {},
}
