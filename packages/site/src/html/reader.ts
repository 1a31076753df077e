import { missingEnd } from '../css/tokenize.ts'
import type { Attribute } from '../document/node.ts'
import { unescapeTokens } from '../document/tokenText.ts'
import type { BuiltElement, BuiltNode, ParsedNode } from './built.ts'
import { isKeptWhole } from './keep.ts'
import { short, times } from './losses.ts'
import { type Refusal, refuseTag } from './refuse.ts'
import { keepWritten } from './srcdoc.ts'

/** The notes collected while parsed elements become nodes. */
export interface Notes {
  /** The text of each `<style>` that was taken out, in order, wrapped in its `media`. */
  css: string[]
  /** Those of `css`, as they were written, that leave a block, a bracket or a quote open. */
  unclosedCss?: string[]
  refused: Refusal[]
  warnings: string[]
  /** The scripts that were refused, in order, if the caller collects them. */
  scripts?: RefusedScript[]
}

/** A script as it was written in a document. */
export interface RefusedScript {
  attrs: readonly Attribute[]
  text: string
  inHead: boolean
}

export interface ReaderOptions {
  /** Whether a `uid` attribute is the id of a node of the page. Such attributes are read, not kept. */
  isNode?(uid: string): boolean
  /** Keeps each `<style>` in its place, as a node with its CSS, if otherwise the CSS is taken out. */
  keepStyles?: boolean
  /** The number of nested documents in attributes, including the source; 0 for a page. */
  depth?: number
}

const MAX_DEPTH = 300
/** Why an element is refused that has too many around it. */
export const TOO_DEEP = `it is nested more than ${MAX_DEPTH} elements deep`
/** The maximum number of surrounding elements that a note names. */
const MAX_AROUND = 20
const BECAME_CSS = 'the style became part of the stylesheet, where it has no attributes'

/** Turns the parser's tree into the nodes of a page, in place, and notes what it leaves out. */
export class Reader {
  uids = 0
  private readonly result: Notes
  private readonly keepStyles: boolean
  private readonly depth: number
  private readonly isNode: ((uid: string) => boolean) | undefined
  /** The tags of the elements around, from the outside. */
  private readonly around: string[] = []

  constructor(result: Notes, options: ReaderOptions) {
    this.result = result
    this.keepStyles = options.keepStyles ?? false
    this.depth = options.depth ?? 0
    this.isNode = options.isNode
  }

  refuse(what: string, where: string, why: string): void {
    this.result.refused.push({ what, where, why })
  }

  /**
   * @param list is changed in place: left-out nodes are removed, the rest is returned
   * @param where the element around, for the notes; empty at the top
   */
  children(list: BuiltNode[], where = '', inTemplate = false): ParsedNode[] {
    if (where !== '') this.around.push(where)
    this.keep(list, 0, inTemplate)
    if (where !== '') this.around.pop()
    return list
  }

  private keep(list: BuiltNode[], depth: number, inTemplate: boolean): void {
    let kept = 0
    let last: BuiltNode | undefined
    for (const node of list) {
      node.parent = undefined
      if (node.kind === 'element') {
        if (!this.element(node, depth, inTemplate)) continue
      } else if (node.kind === 'text' && last?.kind === 'text') {
        // Removing a node between two texts must not leave two adjacent texts, which no parser creates.
        last.text += node.text
        continue
      }
      list[kept] = node
      kept += 1
      last = node
    }
    if (kept < list.length) list.length = kept
  }

  /** Whether the element stays. */
  private element(element: BuiltElement, depth: number, inTemplate: boolean): boolean {
    const { tag, ns } = element
    const why = refuseTag(tag)
    if (why) {
      if (tag === 'script') {
        const attrs = (element.attrs ?? []).map(([name, value]): Attribute => [localName(element, name), value])
        this.result.scripts?.push({ attrs, text: elementText(element), inHead: this.where() === 'head' })
      }
      return this.drop(element, why)
    }
    if (depth >= MAX_DEPTH) return this.drop(element, TOO_DEEP)
    if (tag === 'style' && !inTemplate) {
      if (this.keepStyles && isCss(element)) return this.styleInPlace(element)
      if (!this.keepStyles) {
        this.style(element, this.where())
        return false
      }
    }
    if (element.attrs) {
      const isPragma = tag === 'meta' && hasAttribute(element, 'http-equiv')
      this.checkAttributes(element, element.attrs)
      if (isPragma && !hasAttribute(element, 'http-equiv'))
        return this.drop(element, 'without http-equiv it says nothing')
      if (this.isNode) this.readUid(element, this.isNode)
    }
    if (element.children) {
      this.around.push(tag)
      this.keep(element.children, depth + 1, inTemplate || (tag === 'template' && ns === undefined))
      this.around.pop()
      if (element.children.length === 0) element.children = undefined
    }
    return true
  }

  /** The elements around, for a note. */
  private where(): string {
    const { around } = this
    return around.length > MAX_AROUND ? `… > ${around.slice(-MAX_AROUND).join(' > ')}` : around.join(' > ')
  }

  /** The attributes of an element that may be kept. */
  attributes(element: BuiltElement, where: string): readonly Attribute[] {
    if (!element.attrs) return []
    if (where !== '') this.around.push(where)
    this.checkAttributes(element, element.attrs)
    if (where !== '') this.around.pop()
    return element.attrs ?? []
  }

  private checkAttributes(element: BuiltElement, attrs: Attribute[]): void {
    const { tag } = element
    let kept = 0
    for (const attribute of attrs) {
      const [name, value] = attribute
      const judged = unescapeTokens(value)
      if (isKeptWhole(tag, name, judged)) {
        attrs[kept] = attribute
        kept += 1
        continue
      }
      const { value: rest, refused } = keepWritten(tag, name, value, judged, this.depth)
      for (const { what, where, why } of refused) {
        const inside = where === undefined ? [] : [name, ...(where === '' ? [] : [where])]
        this.refuse(what, [...this.around, tag, ...inside].join(' > '), why)
      }
      if (rest === undefined) continue
      attrs[kept] = rest === value ? attribute : [name, rest]
      kept += 1
    }
    if (kept === attrs.length) return
    attrs.length = kept
    if (kept === 0) element.attrs = undefined
  }

  private readUid(element: BuiltElement, isNode: (uid: string) => boolean): void {
    const uid = element.attrs?.find(([name, value]) => name === 'uid' && isNode(value))?.[1]
    if (uid === undefined) return
    element.uid = uid
    this.uids += 1
    const others = element.attrs?.filter(([name]) => name !== 'uid')
    element.attrs = others?.length ? others : undefined
  }

  private styleInPlace(element: BuiltElement): true {
    element.css = elementText(element)
    element.children = undefined
    if (element.attrs) this.checkAttributes(element, element.attrs)
    return true
  }

  style(element: BuiltElement, where: string): void {
    if (!isCss(element)) {
      this.refuse(`<style type="${short(attributeOf(element, 'type'))}">`, where, 'only CSS can be a style')
      return
    }
    const written = elementText(element)
    const media = attributeOf(element, 'media')
    for (const [name, value] of element.attrs ?? []) {
      if (name === 'media' || name === 'type') continue
      this.refuse(`${name}="${short(value)}"`, where === '' ? 'style' : `${where} > style`, BECAME_CSS)
    }
    if (written.trim() === '') return
    // Each element is a stylesheet of its own: a block that one leaves open must not swallow the next.
    const missing = missingEnd(written)
    if (missing !== '') this.result.unclosedCss = [...(this.result.unclosedCss ?? []), written]
    const text = written + missing
    this.result.css.push(media === '' || media === 'all' ? text : `@media ${media} {\n${text}\n}`)
  }

  private drop(element: BuiltElement, why: string): false {
    const excerpt = elementText(element).trim().replace(/\s+/g, ' ')
    const what = `<${element.tag}${describeAttributes(element)}>${excerpt === '' ? '' : ` ${short(excerpt)}`}`
    this.refuse(what, this.where(), why)
    this.dropInside(element)
    return false
  }

  /** Notes the elements that are dropped along with one that is left out. */
  private dropInside({ tag: outer, children = [] }: BuiltElement): void {
    const counts = new Map<string, number>()
    const stack = [...children]
    for (let node = stack.pop(); node; node = stack.pop()) {
      if (node.kind !== 'element') continue
      counts.set(node.tag, (counts.get(node.tag) ?? 0) + 1)
      for (const child of node.children ?? []) stack.push(child)
    }
    const where = [this.where(), outer].filter(Boolean).join(' > ')
    for (const [tag, count] of counts) this.refuse(`<${tag}>${times(count)}`, where, `it went with <${outer}>`)
  }
}

export function elementText({ children = [] }: BuiltElement): string {
  return children.map((child) => (child.kind === 'text' ? child.text : '')).join('')
}

/** An attribute's name without its prefix; only the parser adds one, and only in drawings and formulas. */
function localName({ ns }: BuiltElement, name: string): string {
  return ns === undefined ? name : name.replace(/^(?:xlink|xml|xmlns):/, '')
}

function hasAttribute({ attrs = [] }: BuiltElement, name: string): boolean {
  return attrs.some(([each]) => each === name)
}

function attributeOf({ attrs = [] }: BuiltElement, name: string): string {
  return attrs.find(([each]) => each === name)?.[1].trim() ?? ''
}

/** Whether a style element holds CSS. HTML, 4.2.6: the type is empty or text/css. */
function isCss(element: BuiltElement): boolean {
  return /^(text\/css)?$/i.test(attributeOf(element, 'type'))
}

/** The attributes that distinguish an element from similar ones, for a sentence. */
export function describeAttributes(element: BuiltElement): string {
  const all = (element.attrs ?? []).map(([name, value]) => [localName(element, name), value] as const)
  const telling = all.filter(([name]) => /^(id|name|property|src|href|rel|type|http-equiv|charset)$/.test(name))
  return telling.map(([name, value]) => ` ${name}="${short(value)}"`).join('')
}
