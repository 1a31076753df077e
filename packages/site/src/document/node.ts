import type { Json } from '@atelier/documents'
import { isRecord } from '@atelier/operation'
import { escapeTokens } from './tokenText.ts'

export { isRecord }

export type NodeKind = 'element' | 'text' | 'comment'
/** Absent means HTML. */
export type Namespace = 'svg' | 'math'
export type Attribute = readonly [name: string, value: string]
/** The place of a node: its parent and its order key among the siblings, as one value so that a move is one write. */
export type Place = readonly [parentId: string, orderKey: string]

/** A node as it was made; never written again. Later edits are separate `id/field` keys over it. */
export interface NodeBirth {
  kind: NodeKind
  tag?: string
  ns?: Namespace
  /** In authored order. */
  attrs?: readonly Attribute[]
  /** For a text or a comment. */
  text?: string
  /**
   * Names of the attributes, and `#text` for the text, whose authored value holds tokens that are literal: it came from
   * another site. This applies only to the authored value, not to an edited one.
   */
  plain?: readonly string[]
  /** For a `<style>`, or for a `<link>` to a stylesheet of the site: the id of its rules (`sheet:<id>`). */
  sheet?: string
  /** For the html element: the content of `<!doctype …>`; empty if the document had none. */
  doctype?: string
  at: Place
}

/** The key that holds the id of a page's body element. */
export const ROOT_KEY = 'root'
/** The key of the id of a page's head element, whose children are the authored head nodes; a page may have none. */
export const HEAD_KEY = 'head'
/** The key of the id of the html element: its attributes, its doctype, and the nodes around head and body (`outer`). */
export const HTML_KEY = 'html'

/**
 * The zones of the html element's children, by order key: comments and white space around the head and the
 * body, which are not part of either. A child comes before the first of these that is not below its key.
 */
export const outer = { doctype: 'a0', html: 'a1', head: 'a2', body: 'a3', end: 'a4' } as const

/** Whether a key names one of the elements that a page is made of, not a node. */
export const TOP_KEYS: readonly string[] = [ROOT_KEY, HEAD_KEY, HTML_KEY]
export const isTopKey = (key: string): boolean => key === ROOT_KEY || key === HEAD_KEY || key === HTML_KEY

/** The keys of the fields beside a birth record. */
export const field = {
  at: (id: string) => `${id}/at`,
  text: (id: string) => `${id}/text`,
  tag: (id: string) => `${id}/tag`,
  attribute: (id: string, name: string) => `${id}/attr:${name}`,
  /** The names of the attributes in their order; absent while that is the order in which they came. */
  attributeOrder: (id: string) => `${id}/attributes`,
  /** False if the class was removed; otherwise its order key among the classes, or true. */
  class: (id: string, token: string) => `${id}/class:${token}`,
  label: (id: string) => `${id}/label`,
  hidden: (id: string) => `${id}/hidden`,
  deleted: (id: string) => `${id}/deleted`,
}

/** `[id, field]`; the field is undefined for the key of a birth record. */
export function splitKey(key: string): [id: string, field: string | undefined] {
  const slash = key.indexOf('/')
  return slash < 0 ? [key, undefined] : [key.slice(0, slash), key.slice(slash + 1)]
}

/** The birth record in a value, or undefined if the value is something else. */
export function readBirth(value: Json | undefined): NodeBirth | undefined {
  if (!isRecord(value)) return undefined
  if (isBirth(value)) return value
  const { kind, tag, ns, attrs, text, plain, sheet, doctype } = value
  const at = readPlace(value.at)
  if (!at) return undefined
  if (kind === 'element') {
    if (typeof tag !== 'string') return undefined
    const birth: NodeBirth = { kind, tag, at }
    if (ns === 'svg' || ns === 'math') birth.ns = ns
    if (Array.isArray(attrs) && attrs.length > 0) birth.attrs = attrs.filter(isAttribute)
    if (typeof sheet === 'string') birth.sheet = sheet
    if (typeof doctype === 'string') birth.doctype = doctype
    if (isNames(plain)) birth.plain = plain
    return birth
  }
  if (kind !== 'text' && kind !== 'comment') return undefined
  const birth: NodeBirth = { kind, text: typeof text === 'string' ? text : '', at }
  if (isNames(plain)) birth.plain = plain
  return birth
}

/** Whether a value is a valid birth record as it is, so that it needs no copy: nearly all are. */
function isBirth(value: { readonly [key: string]: Json }): value is typeof value & NodeBirth {
  const { kind, tag, ns, attrs, text, plain, sheet, doctype, at } = value
  if (!Array.isArray(at) || at.length !== 2 || typeof at[0] !== 'string' || typeof at[1] !== 'string') return false
  if (plain !== undefined && !isNames(plain)) return false
  if (kind === 'text' || kind === 'comment') {
    return (
      typeof text === 'string' &&
      tag === undefined &&
      ns === undefined &&
      attrs === undefined &&
      sheet === undefined &&
      doctype === undefined
    )
  }
  return (
    kind === 'element' &&
    typeof tag === 'string' &&
    text === undefined &&
    (ns === undefined || ns === 'svg' || ns === 'math') &&
    (attrs === undefined || (Array.isArray(attrs) && attrs.length > 0 && attrs.every(isAttribute))) &&
    (sheet === undefined || typeof sheet === 'string') &&
    (doctype === undefined || typeof doctype === 'string')
  )
}

export function readPlace(value: Json | undefined): Place | undefined {
  if (!Array.isArray(value)) return undefined
  const [parent, order] = value
  return typeof parent === 'string' && typeof order === 'string' ? [parent, order] : undefined
}

/** A birth record as the value that is stored. */
export function birthValue(birth: NodeBirth): Json {
  const value: Record<string, Json> = { kind: birth.kind }
  if (birth.tag !== undefined) value.tag = birth.tag
  if (birth.ns !== undefined) value.ns = birth.ns
  if (birth.attrs?.length) value.attrs = birth.attrs
  if (birth.text !== undefined) value.text = birth.text
  if (birth.plain !== undefined) value.plain = birth.plain
  if (birth.sheet !== undefined) value.sheet = birth.sheet
  if (birth.doctype !== undefined) value.doctype = birth.doctype
  value.at = birth.at
  return value
}

/** The authored text of a node in the form that edits write: tokens that are literal are escaped. */
export function birthText({ text = '', plain }: NodeBirth): string {
  return plain?.includes('#text') ? escapeTokens(text) : text
}

/** The authored attributes as edits write them. */
export function birthAttributes({ attrs = [], plain }: NodeBirth): readonly Attribute[] {
  return plain ? attrs.map(([name, value]) => [name, plain.includes(name) ? escapeTokens(value) : value]) : attrs
}

export function isNames(value: Json | undefined): value is readonly string[] {
  return Array.isArray(value) && value.every((name) => typeof name === 'string')
}

function isAttribute(value: Json): value is readonly [string, string] {
  return Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'string'
}
