import { type DefaultTreeAdapterTypes as Dom, html as spec } from 'parse5'
import { missingEnd } from '../css/tokenize.ts'
import type { LooseNode } from '../document/edit.ts'
import type { Attribute, Namespace } from '../document/node.ts'
import { type Refusal, refuseAttribute, refuseTag } from './refuse.ts'

/** A parsed element remembers the `uid` that stood on it. */
export interface ParsedNode extends LooseNode {
  uid?: string
  children?: readonly ParsedNode[]
}

/** What is noted while parsed elements become nodes. */
export interface Notes {
  /** The text of each `<style>` that was taken out, in order, wrapped in its `media`. */
  css: string[]
  refused: Refusal[]
  warnings: string[]
  /** The scripts that were refused, in order, where somebody wants them. */
  scripts?: RefusedScript[]
}

/** A script as it stood in a document. */
export interface RefusedScript {
  attrs: readonly Attribute[]
  text: string
  inHead: boolean
}

export interface ReaderOptions {
  /** Tells whether a `uid` attribute is the address of a node of the page. Such attributes are read, not kept. */
  isNode?(uid: string): boolean
  /** Keeps each `<style>` in its place, as a node with its CSS, where otherwise the CSS is taken out. */
  keepStyles?: boolean
}

const MAX_DEPTH = 300

/** Turns parsed elements into nodes, and notes what it leaves out. */
export class Reader {
  uids = 0
  private readonly result: Notes
  private readonly keepStyles: boolean
  private readonly isNode: (uid: string) => boolean

  constructor(result: Notes, options: ReaderOptions) {
    this.result = result
    this.keepStyles = options.keepStyles ?? false
    this.isNode = options.isNode ?? (() => false)
  }

  refuse(what: string, where: string, why: string): void {
    this.result.refused.push({ what, where, why })
  }

  children(list: readonly Dom.ChildNode[], where: string, depth: number, inTemplate: boolean): ParsedNode[] {
    const nodes: ParsedNode[] = []
    for (const child of list) {
      const node = this.node(child, where, depth, inTemplate)
      const last = nodes.at(-1)
      // What was taken out between two texts must not leave a seam that no parser would make.
      if (node?.kind === 'text' && last?.kind === 'text') last.text = (last.text ?? '') + (node.text ?? '')
      else if (node) nodes.push(node)
    }
    return nodes
  }

  private node(child: Dom.ChildNode, where: string, depth: number, inTemplate: boolean): ParsedNode | undefined {
    if ('value' in child) return { kind: 'text', text: child.value }
    if ('data' in child) return { kind: 'comment', text: child.data }
    if (!isElement(child)) return undefined
    const tag = child.tagName
    const why = refuseTag(tag)
    if (why) {
      if (tag === 'script') {
        const attrs = child.attrs.map(({ name, value }): Attribute => [name, value])
        this.result.scripts?.push({ attrs, text: textOf(child), inHead: where === 'head' })
      }
      return this.drop(child, where, why)
    }
    if (depth >= MAX_DEPTH) return this.drop(child, where, `it is nested more than ${MAX_DEPTH} elements deep`)
    const ns = namespaceOf(child)
    if (tag === 'style' && !inTemplate) {
      if (this.keepStyles && isCss(child)) return this.styleInPlace(child, ns, where)
      if (!this.keepStyles) {
        this.style(child, where)
        return undefined
      }
    }
    const attrs = this.attributes(child, where)
    if (
      tag === 'meta' &&
      child.attrs.some(({ name }) => name === 'http-equiv') &&
      !attrs.some(([name]) => name === 'http-equiv')
    ) {
      return undefined
    }
    const node: ParsedNode = { kind: 'element', tag }
    if (ns) node.ns = ns
    const uid = attrs.find(([name, value]) => name === 'uid' && this.isNode(value))?.[1]
    const kept = uid === undefined ? attrs : attrs.filter(([name]) => name !== 'uid')
    if (uid !== undefined) {
      node.uid = uid
      this.uids += 1
    }
    if (kept.length > 0) node.attrs = kept
    const inside = where === '' ? tag : `${where} > ${tag}`
    const children = this.children(childrenOf(child), inside, depth + 1, inTemplate || isTemplate(child))
    if (children.length > 0) node.children = children
    return node
  }

  attributes(element: Dom.Element, where: string): Attribute[] {
    const kept: Attribute[] = []
    const ns = namespaceOf(element)
    for (const { name: local, prefix, value } of element.attrs) {
      const name = prefix ? `${prefix}:${local}` : local
      const why = refuseAttribute(element.tagName, ns, name, value)
      if (why) {
        const here = where === '' ? element.tagName : `${where} > ${element.tagName}`
        this.refuse(`${name}="${short(value)}"`, here, why)
      } else kept.push([name, value])
    }
    return kept
  }

  private styleInPlace(element: Dom.Element, ns: Namespace | undefined, where: string): ParsedNode {
    const node: ParsedNode = { kind: 'element', tag: 'style', css: textOf(element) }
    if (ns) node.ns = ns
    const attrs = this.attributes(element, where)
    if (attrs.length > 0) node.attrs = attrs
    return node
  }

  style(element: Dom.Element, where: string): void {
    if (!isCss(element)) {
      this.refuse(`<style type="${short(attributeOf(element, 'type'))}">`, where, 'only CSS can be a style')
      return
    }
    const written = textOf(element)
    const media = attributeOf(element, 'media')
    if (written.trim() === '') return
    // Each element is a sheet of its own: what one leaves open must not swallow the next.
    const text = written + missingEnd(written)
    this.result.css.push(media === '' || media === 'all' ? text : `@media ${media} {\n${text}\n}`)
  }

  private drop(element: Dom.Element, where: string, why: string): undefined {
    const excerpt = textOf(element).trim().replace(/\s+/g, ' ')
    this.refuse(`<${element.tagName}${named(element)}>${excerpt === '' ? '' : ` ${short(excerpt)}`}`, where, why)
    return undefined
  }
}

export function isElement(node: Dom.Node): node is Dom.Element {
  return 'tagName' in node
}

export function childrenOf(element: Dom.Element): Dom.ChildNode[] {
  return isTemplate(element) ? element.content.childNodes : element.childNodes
}

export function isTemplate(element: Dom.Element): element is Dom.Template {
  return 'content' in element
}

export function namespaceOf(element: Dom.Element): Namespace | undefined {
  if (element.namespaceURI === spec.NS.SVG) return 'svg'
  return element.namespaceURI === spec.NS.MATHML ? 'math' : undefined
}

export function textOf(element: Dom.Element): string {
  return element.childNodes.map((child) => ('value' in child ? child.value : '')).join('')
}

function attributeOf(element: Dom.Element, name: string): string {
  return element.attrs.find((each) => each.name === name)?.value.trim() ?? ''
}

/** Whether a style element holds CSS. HTML, 4.2.6: the type is empty or text/css. */
function isCss(element: Dom.Element): boolean {
  return /^(text\/css)?$/i.test(attributeOf(element, 'type'))
}

/** The attributes that tell an element from its like, for a sentence. */
export function named(element: Dom.Element): string {
  const telling = element.attrs.filter(({ name }) =>
    /^(id|name|property|src|href|rel|type|http-equiv|charset)$/.test(name),
  )
  return telling.map(({ name, value }) => ` ${name}="${short(value)}"`).join('')
}

export function short(text: string): string {
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}
