import type { ContentField } from '@atelier/api'
import { errorMessage } from '@atelier/operation'
import * as strings from '../strings.ts'

/** How a field is edited. */
export type Control =
  | 'line'
  | 'text'
  | 'long'
  | 'number'
  | 'boolean'
  | 'date'
  | 'datetime'
  | 'select'
  | 'relation'
  | 'relations'
  | 'media'
  | 'json'

const controls: Readonly<Record<string, Control>> = {
  text: 'text',
  code: 'text',
  markdown: 'long',
  richtext: 'long',
  number: 'number',
  integer: 'number',
  decimal: 'number',
  percent: 'number',
  rating: 'number',
  boolean: 'boolean',
  date: 'date',
  datetime: 'datetime',
  select: 'select',
  relation: 'relation',
  relations: 'relations',
  image: 'media',
  video: 'media',
  file: 'media',
  array: 'json',
  object: 'json',
}

/** How a field is edited, by its type; one line of text where nothing else is known. */
export const controlOf = ({ type }: Pick<ContentField, 'type'>): Control => controls[type] ?? 'line'

/** A value as its control shows it; empty where there is none. */
export function controlText(value: unknown, field: Pick<ContentField, 'type'>): string {
  if (value === undefined || value === null) return ''
  const control = controlOf(field)
  if (control === 'json') return jsonText(value)
  if (control === 'datetime' && typeof value === 'string') return localTime(value)
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** By value: a list of 10,000 items is not printed anew with each key in another field. */
const jsonTexts = new WeakMap<object, string>()

function jsonText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const known = jsonTexts.get(value)
  if (known !== undefined) return known
  const text = JSON.stringify(value, null, 2)
  jsonTexts.set(value, text)
  return text
}

/** The value that a text in a control means: null for an empty one. */
export function readText(
  text: string,
  field: Pick<ContentField, 'type'>,
): { ok: true; value: unknown } | { ok: false; error: string } {
  const plain = text.trim()
  if (plain === '') return { ok: true, value: null }
  switch (controlOf(field)) {
    case 'number': {
      const number = Number(plain.replace(',', '.'))
      return Number.isFinite(number) ? { ok: true, value: number } : { ok: false, error: strings.noNumber(plain) }
    }
    case 'boolean':
      return { ok: true, value: plain === 'true' }
    case 'datetime': {
      const time = new Date(plain)
      return Number.isNaN(time.getTime())
        ? { ok: false, error: strings.noTime }
        : { ok: true, value: time.toISOString().replace('.000Z', 'Z') }
    }
    case 'json':
      return readJson(plain)
    case 'relation':
    case 'relations':
      return plain.startsWith('{') || plain.startsWith('[') ? readJson(plain) : { ok: true, value: plain }
    case 'text':
    case 'long':
      return { ok: true, value: text }
    default:
      return { ok: true, value: plain }
  }
}

function readJson(text: string): { ok: true; value: unknown } | { ok: false; error: string } {
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch (error) {
    return { ok: false, error: strings.noJson(errorMessage(error)) }
  }
}

/** A time in ISO 8601 as the browser's field for times shows it: by the clock of this browser, without a zone. */
function localTime(iso: string): string {
  const time = new Date(iso)
  if (Number.isNaN(time.getTime())) return ''
  const two = (part: number) => String(part).padStart(2, '0')
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`
  return `${day}T${two(time.getHours())}:${two(time.getMinutes())}`
}
