import type { Json } from '@atelier/documents'
import type { FieldDefinition, FieldType } from './definition.ts'
import type { Finding } from './finding.ts'
import { isIntegerKey, isList, isRecord, memberOf } from './json.ts'
import { localePattern, MAX_NAME, slugPattern } from './names.ts'
import { type LinearPattern, matches, type PatternWork, patternWork, readPattern } from './pattern.ts'
import { secretIn } from './secrets.ts'

/** Where a value stands; `field` is the name of its field. */
export type Where = Pick<Finding, 'model' | 'entry' | 'locale' | 'field'>

const numberTypes = new Set<FieldType>(['number', 'integer', 'decimal', 'percent', 'rating'])
const mediaTypes = new Set<FieldType>(['image', 'video', 'file'])

export const isNumberType = (type: FieldType) => numberTypes.has(type)
export const isMediaType = (type: FieldType) => mediaTypes.has(type)

/** The kind that a field's value must have, in words. */
export function kindOfValue({ type }: Pick<FieldDefinition, 'type'>): string {
  if (numberTypes.has(type)) return 'a number'
  if (type === 'boolean') return 'true or false'
  if (type === 'array' || type === 'relations') return 'a list'
  if (type === 'object') return 'an object'
  return 'a text'
}

/**
 * The fault of one value of a field. Errors are what no repository may hold; warnings are forms that are unusual, as in
 * an address without `@`. Whether a value is unique, and whether a relation leads somewhere, is not asked here.
 * @param work given to each value of one entry, so that its patterns are bounded together
 */
export function checkValue(
  definition: FieldDefinition,
  value: Json | undefined,
  where: Where,
  work: PatternWork = patternWork(),
): Finding[] {
  const found: Finding[] = []
  check(definition, value, where, { found, work, depth: 0 })
  return found
}

/** How deep definitions and values may be nested. */
export const MAX_DEPTH = 10

const constraintText = (value: Json) => {
  const text = JSON.stringify(value)
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}

/** Where findings go, the work that is left for patterns, and how deep the value is. */
interface Check {
  found: Finding[]
  work: PatternWork
  depth: number
}

function check(definition: FieldDefinition, value: Json | undefined, where: Where, state: Check): void {
  const { found, work, depth } = state
  const deeper = { ...state, depth: depth + 1 }
  const name = where.field ?? 'value'
  const error = (code: string, message: string, hint?: string) =>
    found.push({ severity: 'error', code, message, ...where, ...(hint === undefined ? {} : { hint }) })
  const warn = (code: string, message: string) => found.push({ severity: 'warning', code, message, ...where })

  if (value === undefined || value === null || value === '') {
    if (definition.required === true) error('required', `“${name}” has no value, and it is required.`)
    return
  }
  const { type } = definition
  if (!isOfType(definition, value)) {
    error(
      'type',
      `“${name}” is ${kindOfValue(definition)} (${type}), not ${constraintText(value)}.`,
      typeHint(definition),
    )
    return
  }
  const size = typeof value === 'number' ? value : typeof value === 'string' || isList(value) ? value.length : undefined
  const unit = typeof value === 'string' ? ' characters' : isList(value) ? ' items' : ''
  const has = typeof value === 'number' ? 'is' : 'has'
  if (size !== undefined && definition.min !== undefined && size < definition.min)
    error(
      'min',
      `“${name}” ${has} ${size}${unit}; at least ${definition.min} ${has === 'is' ? 'is allowed' : 'are needed'}.`,
    )
  if (size !== undefined && definition.max !== undefined && size > definition.max)
    error('max', `“${name}” ${has} ${size}${unit}; at most ${definition.max} ${has === 'is' ? 'is' : 'are'} allowed.`)

  if (typeof value === 'string') {
    checkPattern(definition, value, work, error)
    const secret = secretIn(value)
    if (secret !== undefined)
      error(
        'secret',
        `“${name}” holds ${secret}.`,
        'Secrets do not belong into content: it is published and kept in the history.',
      )
    checkForm(type, value, name, error, warn)
    if (type === 'select' && definition.options && !definition.options.includes(value))
      error('options', `“${name}” is one of ${definition.options.join(', ')}, not ${constraintText(value)}.`)
    if (mediaTypes.has(type) && definition.accept !== undefined && !accepts(definition.accept, value))
      warn('accept', `“${name}” takes ${definition.accept}, not ${constraintText(value)}.`)
  }
  if (type === 'integer' && !Number.isInteger(value))
    error('integer', `“${name}” is a whole number, not ${constraintText(value)}.`)
  if (type === 'percent' && typeof value === 'number' && (value < 0 || value > 100))
    error('percent', `“${name}” is between 0 and 100, not ${value}.`)
  if (depth >= MAX_DEPTH) return
  if (type === 'array' && isList(value)) {
    const { items } = definition
    if (items === undefined) return
    const inner: FieldDefinition = typeof items === 'string' ? { type: items } : items
    for (const [i, item] of value.entries()) check(inner, item, { ...where, field: `${name}.${i}` }, deeper)
  }
  if (type === 'object' && isRecord(value)) {
    const { fields = {} } = definition
    for (const [each, inner] of Object.entries(fields))
      check(inner, memberOf(value, each), { ...where, field: `${name}.${each}` }, deeper)
    for (const each of Object.keys(value)) {
      const field = `${name}.${each}`
      if (isIntegerKey(each))
        found.push({ severity: 'error', code: 'integer_key', message: integerKeyMessage(each), ...where, field })
      else if (!Object.hasOwn(fields, each) && Object.keys(fields).length > 0)
        found.push({
          severity: 'warning',
          code: 'unknown_field',
          message: `“${name}” has no field “${each}”.`,
          ...where,
          field,
        })
    }
  }
}

/** Why a key such as `404` is refused. */
export const integerKeyMessage = (key: string) =>
  `“${key}” is no key: what is only a number is not kept in order. Put a word in front of it, such as “code_${key}”.`

function isOfType(definition: FieldDefinition, value: Json): boolean {
  const { type } = definition
  if (numberTypes.has(type)) return typeof value === 'number' && Number.isFinite(value)
  if (type === 'boolean') return typeof value === 'boolean'
  if (type === 'array') return isList(value)
  if (type === 'object') return isRecord(value)
  if (type === 'relation') return isReference(definition, value)
  if (type === 'relations') return isList(value) && value.every((each) => isReference(definition, each))
  return typeof value === 'string'
}

/** An id, or the model with it where there are several. */
function isReference({ model }: FieldDefinition, value: Json): boolean {
  if (!isList(model)) return typeof value === 'string'
  return (
    isRecord(value) && typeof value.model === 'string' && model.includes(value.model) && typeof value.ref === 'string'
  )
}

function typeHint({ type, model }: FieldDefinition): string | undefined {
  if (type !== 'relation' && type !== 'relations') return undefined
  const one = isList(model)
    ? `{"model": ${model.map((each) => JSON.stringify(each)).join(' or ')}, "ref": "<id>"}`
    : `the id of an entry of ${typeof model === 'string' ? model : 'its model'}`
  return type === 'relation' ? `Give ${one}.` : `Give a list; each item is ${one}.`
}

const read = new Map<string, LinearPattern | string>()
const REMEMBERED = 500

/** As `readPattern`; the last ones are kept. */
function patternOf(source: string): LinearPattern | string {
  const known = read.get(source)
  if (known !== undefined) return known
  if (read.size >= REMEMBERED) read.clear()
  const pattern = readPattern(source)
  read.set(source, pattern)
  return pattern
}

function checkPattern(
  { pattern }: FieldDefinition,
  value: string,
  work: PatternWork,
  error: (code: string, message: string, hint?: string) => void,
): void {
  if (pattern === undefined) return
  const linear = patternOf(pattern)
  // A pattern that cannot be used is a finding of its model, not of every value.
  if (typeof linear === 'string') return
  const matched = matches(linear, value, work)
  if (matched === undefined)
    error('pattern', 'This text is too long to be compared with its pattern.', `The pattern is ${pattern}`)
  else if (!matched)
    error('pattern', `${constraintText(value)} does not match its pattern.`, `The pattern is ${pattern}`)
}

const EMAIL = /^[^\s@]{1,64}@[^\s@.]{1,63}(?:\.[^\s@.]{1,63}){1,10}$/
const URL_START = /^(?:https?:\/\/[^\s]|\/)/
const COLOR = /^(?:#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})|[a-z]{3,30}|[a-z]{2,10}\([^()]{1,100}\))$/i
const PHONE = /^\+?[\d\s()./-]{3,30}$/
const DAY = /^(\d{4})-(\d{2})-(\d{2})$/

function checkForm(
  type: FieldType,
  value: string,
  name: string,
  error: (code: string, message: string, hint?: string) => void,
  warn: (code: string, message: string) => void,
): void {
  switch (type) {
    case 'slug':
      if (!slugPattern.test(value) || value.length > MAX_NAME)
        error('slug', `“${name}” is small letters, digits and single dashes, not ${constraintText(value)}.`)
      return
    case 'date':
      if (!DAY.test(value)) error('date', `“${name}” is a day such as 2026-03-09, not ${constraintText(value)}.`)
      else if (!isDay(value)) warn('date', `${value} is not in the calendar.`)
      return
    case 'datetime':
      if (Number.isNaN(Date.parse(value)))
        error('datetime', `“${name}” is a time such as 2026-03-09T10:00:00Z, not ${constraintText(value)}.`)
      return
    case 'email':
      if (!EMAIL.test(value)) warn('email', `${constraintText(value)} is no address of mail.`)
      return
    case 'url':
      if (!URL_START.test(value)) warn('url', `${constraintText(value)} does not begin with https:// or /.`)
      return
    case 'color':
      if (!COLOR.test(value)) warn('color', `${constraintText(value)} is no colour such as #1d4ed8.`)
      return
    case 'phone':
      if (!PHONE.test(value)) warn('phone', `${constraintText(value)} is no phone number.`)
      return
    default:
  }
}

function isDay(value: string): boolean {
  const [year = 0, month = 0, day = 0] = value.split('-').map(Number)
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/** Endings of media types, as far as `accept` names types. */
const endings: Readonly<Record<string, readonly string[]>> = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/svg+xml': ['svg'],
  'application/pdf': ['pdf'],
  'video/quicktime': ['mov'],
  'audio/mpeg': ['mp3'],
  'image/*': ['jpg', 'jpeg', 'png', 'gif', 'webp', 'avif', 'svg', 'ico', 'bmp'],
  'video/*': ['mp4', 'webm', 'mov', 'ogv', 'm4v'],
  'audio/*': ['mp3', 'ogg', 'wav', 'm4a', 'flac'],
}

/** Whether the ending of a path is among those that a list of media types or endings takes. */
function accepts(accept: string, path: string): boolean {
  const bare = path.split(/[?#]/, 1)[0] ?? ''
  const ending = bare.slice(bare.lastIndexOf('.') + 1).toLowerCase()
  const all = accept.split(',').map((each) => each.trim().toLowerCase())
  return all.some((each) => {
    if (each === '' || each === '*' || each === '*/*') return true
    if (!each.includes('/')) return each.replace(/^\./, '') === ending
    return (endings[each] ?? [each.slice(each.indexOf('/') + 1)]).includes(ending)
  })
}

export const isLocale = (locale: string) => localePattern.test(locale)
