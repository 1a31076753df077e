import type { Json } from '@atelier/documents'
import { isList } from '@atelier/operation'
import { isDoctype } from '../document/doctype.ts'
import {
  type Attribute,
  birthAttributes,
  field,
  isRecord,
  isTopKey,
  type NodeBirth,
  readBirth,
  splitKey,
  TOP_KEYS,
} from '../document/node.ts'
import { unescapeTokens } from '../document/tokenText.ts'
import { refuseAttribute, refuseTag } from '../html/refuse.ts'
import { cleanSrcdoc } from '../html/srcdoc.ts'
import { hasOnly, isGeneratedOrder, isId, isOrder, isTextValue, MAX_TEXT, type ReadValue, unless } from './shapes.ts'
import { checkSourceText } from './sourceText.ts'

const MAX_ATTRIBUTES = 1_000
const MAX_NAME = 500
const MAX_LABEL = 200

type ReadKeys = (prefix: string) => Iterable<string>

/**
 * Checks a value that a client writes into a page document. Scripts, event handlers, URLs that run something, values that
 * are too large, and unknown keys and shapes are refused. Every value that the operations of this package write passes.
 * @param value undefined if the client deletes the key: what it has hidden must be valid then
 * @param read returns the values of the document, including those written together with this one. It determines the
 *   element of an edited attribute; without it, the strictest rules apply
 * @param keys returns the keys of the document with a prefix, which name the attributes that were edited
 * @returns the problem as a sentence; undefined if the value is valid
 */
export function checkPageValue(
  key: string,
  value: Json | undefined,
  read: ReadValue = () => undefined,
  keys: ReadKeys = () => [],
): string | undefined {
  if (value === undefined) return checkDeletion(key, read, keys)
  if (isTopKey(key)) {
    const isNode = isId(value) && readBirth(read(value))?.kind === 'element'
    return unless(isNode, `The ${key} of a page is the id of a node of the page.`)
  }
  const [id, name] = splitKey(key)
  if (!isId(id)) return `"${short(id)}" is not a valid node id.`
  if (name === undefined) return checkBirth(value) ?? checkElement(id, read, keys)
  const colon = name.indexOf(':')
  const [kind, rest] = colon < 0 ? [name, undefined] : [name.slice(0, colon), name.slice(colon + 1)]
  if (rest !== undefined) {
    if (kind === 'attr') return checkAttributeEdit(id, rest, value, read)
    if (kind === 'source' || kind === 'omit') return checkTranslated(kind, rest, value)
    if (kind === 'class') {
      if (rest === '' || rest.length > MAX_NAME || /[\t\n\f\r ]/.test(rest))
        return `"${short(rest)}" is not a class name.`
      return unless(
        typeof value === 'boolean' || isGeneratedOrder(value),
        'Whether a node has a class is true or false, or its order key where it has it.',
      )
    }
    return `A node has no field "${short(name)}".`
  }
  switch (kind) {
    case 'at':
      if (!isPlace(value)) return 'The place of a node is its parent’s id and an order key.'
      return unless(!isTop(id, read) || isSamePlace(value, readBirth(read(id))), ofEveryPage(id))
    case 'text':
      return unless(isTextValue(value), `The text of a node may have ${MAX_TEXT} characters.`)
    case 'tag':
      return checkTagEdit(id, value, read, keys)
    case 'attributes':
      return unless(isNames(value), 'The order of the attributes of an element is a list of their names.')
    case 'source':
      return checkTranslated(kind, '', value)
    case 'label':
      return unless(isTextValue(value, MAX_LABEL), `The name of a node may have ${MAX_LABEL} characters.`)
    case 'hidden':
    case 'deleted':
      if (kind === 'deleted' && value === true && isTop(id, read)) return ofEveryPage(id)
      return unless(typeof value === 'boolean', `Whether a node is ${kind} is true or false.`)
    default:
      return `A node has no field "${short(name)}".`
  }
}

function checkBirth(value: Json): string | undefined {
  if (!isRecord(value) || !isPlace(value.at)) return 'A node is made of its kind, its content and its place.'
  const { kind, tag, ns, attrs, text, plain, sheet, doctype } = value
  if (plain !== undefined && !isNames(plain)) return 'Plain values are a list of names.'
  if (kind === 'text' || kind === 'comment') {
    if (!hasOnly(value, ['kind', 'text', 'plain', 'at'])) return 'A text has no tag and no attributes.'
    return unless(text === undefined || isTextValue(text), `The text of a node may have ${MAX_TEXT} characters.`)
  }
  if (kind !== 'element') return 'A node is an element, a text or a comment.'
  if (!hasOnly(value, ['kind', 'tag', 'ns', 'attrs', 'plain', 'sheet', 'doctype', 'at']))
    return 'An element has a tag, attributes and a place.'
  if (!isTextValue(tag, MAX_NAME)) return 'An element has a tag.'
  if (ns !== undefined && ns !== 'svg' && ns !== 'math') return 'An element is HTML, SVG or MathML.'
  if (sheet !== undefined && !(isId(sheet) && (tag === 'style' || tag === 'link')))
    return 'Only a <style> or a <link> has a stylesheet of its own.'
  if (doctype !== undefined && !(tag === 'html' && isTextValue(doctype, MAX_NAME) && isDoctype(doctype)))
    return 'A doctype is a name with perhaps a public and a system identifier, of the html element.'
  const refused = refuseTag(tag)
  if (refused) return `<${short(tag)}> is refused: ${refused}.`
  if (attrs === undefined) return undefined
  if (!isAttributes(attrs)) return 'Attributes are a list of names and texts.'
  return checkAttributes(tag, attrs, plain)
}

function isNames(value: Json): value is readonly string[] & Json {
  return isList(value) && value.length <= MAX_ATTRIBUTES && value.every((name) => isTextValue(name, MAX_NAME))
}

function isPlace(value: Json | undefined): boolean {
  if (!isList(value) || value.length !== 2) return false
  const [parent, order] = value
  return (parent === '' || isId(parent)) && isOrder(order)
}

function isAttributes(value: Json): value is readonly Attribute[] & Json {
  if (!isList(value) || value.length > MAX_ATTRIBUTES) return false
  return value.every(
    (each) => isList(each) && each.length === 2 && isTextValue(each[0], MAX_NAME) && isTextValue(each[1]),
  )
}

function checkAttributes(
  tag: string,
  attributes: readonly Attribute[],
  plain: readonly string[] = [],
): string | undefined {
  for (const [name, value] of attributes) {
    const refused = refuseValue(tag, name, plain.includes(name) ? value : unescapeTokens(value))
    if (refused) return sentence(name, refused)
  }
  return undefined
}

function checkAttributeEdit(id: string, name: string, value: Json, read: ReadValue): string | undefined {
  if (name === '' || name.length > MAX_NAME) return `"${short(name)}" is not an attribute name.`
  if (value === null) return undefined
  if (!isTextValue(value))
    return `An attribute is a text of at most ${MAX_TEXT} characters, or null where it was removed.`
  const birth = readBirth(read(id))
  // If the node does not exist (its creation was just undone), a value that any element would refuse is refused.
  const text = unescapeTokens(value)
  const refused = birth
    ? refuseValue(tagOf(id, birth, read), name, text)
    : (refuseValue('iframe', name, text) ?? refuseValue('animate', name, text))
  return refused && sentence(name, refused)
}

/** Why a value is never stored; a frame's `srcdoc` is also refused if cleaning would change it. */
function refuseValue(tag: string, name: string, value: string): string | undefined {
  const refused = refuseAttribute(tag, name, value)
  if (refused !== undefined || name.toLowerCase() !== 'srcdoc') return refused
  const { text, refused: parts } = cleanSrcdoc(value)
  const [first] = parts
  if (first) return `its document holds ${first.what}, and ${first.why}`
  // The value is printed as it is stored.
  return text === value ? undefined : 'its document is not written as the operations write it'
}

function checkTranslated(kind: 'source' | 'omit', name: string, value: Json): string | undefined {
  if (name.length > MAX_NAME) return `"${short(name)}" is not an attribute name.`
  if (kind === 'source') return value === null ? undefined : checkSourceText(value)
  return unless(typeof value === 'boolean', 'Whether a text of the source is left out is true or false.')
}

/** Checks the current attributes too: those that were harmless on the old tag may not be on the new one. */
function checkTagEdit(id: string, value: Json, read: ReadValue, keys: ReadKeys): string | undefined {
  if (!isTextValue(value, MAX_NAME)) return 'The tag of an element is a text.'
  const refused = refuseTag(value)
  if (refused) return `<${short(value)}> is refused: ${refused}.`
  return checkElement(id, read, keys, value)
}

/** Checks an element as it is with all of its edits. */
function checkElement(id: string, read: ReadValue, keys: ReadKeys, edited?: string): string | undefined {
  const birth = readBirth(read(id))
  if (birth?.kind !== 'element') return undefined
  const tag = edited ?? tagOf(id, birth, read)
  const prefix = field.attribute(id, '')
  const attributes = new Map<string, Json>(birthAttributes(birth))
  for (const key of keys(prefix)) attributes.set(key.slice(prefix.length), read(key) ?? null)
  for (const [name] of birthAttributes(birth)) {
    const value = read(field.attribute(id, name))
    if (value !== undefined) attributes.set(name, value)
  }
  return checkAttributes(
    tag,
    [...attributes].flatMap(([name, value]): Attribute[] => (typeof value === 'string' ? [[name, value]] : [])),
  )
}

function tagOf(id: string, birth: NodeBirth, read: ReadValue): string {
  const tag = read(field.tag(id))
  return typeof tag === 'string' ? tag : (birth.tag ?? '')
}

/** A value that is deleted uncovers the one that the element was made with. */
function checkDeletion(key: string, read: ReadValue, keys: ReadKeys): string | undefined {
  if (isTopKey(key)) return `The ${key} of a page is never deleted.`
  const [id, name] = splitKey(key)
  if (name === undefined && isTop(id, read)) return ofEveryPage(id)
  return name === 'tag' || name?.startsWith('attr:') ? checkElement(id, read, keys) : undefined
}

/** Whether a node is one without which there is no page: its body, its head or its html element. */
const isTop = (id: string, read: ReadValue): boolean => TOP_KEYS.some((key) => read(key) === id)

const ofEveryPage = (id: string) => `“${id}” is a part that every page has: it stays, and where it is.`

function isSamePlace(place: Json, birth: NodeBirth | undefined): boolean {
  return isList(place) && birth?.at !== undefined && place[0] === birth.at[0]
}

const sentence = (name: string, reason: string) => `The attribute ${short(name)} is refused: ${reason}.`

function short(text: string): string {
  return text.length > 40 ? `${text.slice(0, 37)}…` : text
}
