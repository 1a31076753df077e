import type { Json } from '@atelier/documents'
import { isList, isRecord, memberOf } from '../model/json.ts'
import { bytesOf } from './page.ts'

/** UTF-16 units of a text that a read answers with before it is shortened. */
export const MAX_VALUE_TEXT = 2_000
/** UTF-16 units of a text, and bytes of a list, that are read at once by their path. */
const MAX_PART = 12_000

/** A value that a result does not hold whole, and where to read it. */
export interface Shortened {
  /** Within the entry: `body`, `seo.note`, `tags.3`. */
  path: string
  /** UTF-16 units of a text, members of anything else. */
  length: number
}

/** The end of a shortened text; a text that ends so is never written back. */
const shortenedEnd = / …\[\d{1,12} more characters\]$/

/** Whether a text is one that a read has shortened. Written to an entry it would lose what was left out. */
export const isShortened = (text: string): boolean => shortenedEnd.test(text.slice(-60))

/** Whether a value holds a text that a read has shortened. */
export function holdsShortened(value: Json): boolean {
  if (typeof value === 'string') return isShortened(value)
  if (typeof value !== 'object' || value === null) return false
  const members: readonly Json[] = Object.values(value)
  return members.some(holdsShortened)
}

/** A value whose long texts are cut; `found` is given each of them. */
export function shortenValue(value: Json, path: string, found: Shortened[], longest = MAX_VALUE_TEXT): Json {
  if (typeof value === 'string') {
    if (value.length <= longest) return value
    found.push({ path, length: value.length })
    const kept = value.slice(0, longest).toWellFormed()
    return `${kept} …[${value.length - longest} more characters]`
  }
  if (isList(value)) return value.map((each, index) => shortenValue(each, `${path}.${index}`, found, longest))
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, shortenValue(each, `${path}.${name}`, found, longest)]),
  )
}

/** The value at a path: `seo.note`, `tags.3`. A key of a dictionary may hold dots itself. */
export function valueAt(values: Readonly<Record<string, Json>>, path: string): Json | undefined {
  const whole = memberOf(values, path)
  if (whole !== undefined) return whole
  const dot = path.indexOf('.')
  if (dot < 0) return undefined
  const inner = memberOf(values, path.slice(0, dot))
  const rest = path.slice(dot + 1)
  if (isList(inner)) return valueAt(Object.fromEntries(inner.entries()), rest)
  return isRecord(inner) ? valueAt(inner, rest) : undefined
}

export interface ValuePart {
  /** For a text and a list the part from the offset on. */
  value: Json
  /** UTF-16 units of the whole text, members of the whole list or object. */
  length: number
  /** Where the next part begins; absent at the end. */
  nextOffset?: number
}

/** A part of one value: texts by UTF-16 units, lists by members. Undefined if the value has no parts and is too large. */
export function valuePart(value: Json, offset = 0): ValuePart | undefined {
  if (typeof value === 'string') {
    const part = value.slice(offset, offset + MAX_PART)
    // A character of two units is not divided.
    const split = /[\ud800-\udbff]$/.test(part) && offset + part.length < value.length
    const text = split ? part.slice(0, -1) : part
    const end = offset + text.length
    return { value: text, length: value.length, ...(end < value.length ? { nextOffset: end } : {}) }
  }
  if (isList(value)) {
    const items: Json[] = []
    let left = MAX_PART
    for (const each of value.slice(offset)) {
      left -= bytesOf(each) + 1
      if (left < 0) break
      items.push(each)
    }
    if (items.length === 0 && offset < value.length) return undefined
    const end = offset + items.length
    return { value: items, length: value.length, ...(end < value.length ? { nextOffset: end } : {}) }
  }
  if (bytesOf(value) > MAX_PART) return undefined
  return { value, length: isRecord(value) ? Object.keys(value).length : 1 }
}
