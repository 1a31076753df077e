import type { TSchema } from 'typebox'
import { Settings } from 'typebox/system'
import { Value } from 'typebox/value'
import type { OperationError } from './envelope.ts'
import { isRecord } from './json.ts'
import { nearestName } from './names.ts'
import { excerpt } from './text.ts'

export interface ValidationIssue {
  /** JSON pointer into the value; empty for the value itself. */
  path: string
  expected: string
  received: string
  /** The whole sentence, if “should be … got …” would not say what to do. */
  sentence?: string
}

/** How many faults are found before the search ends. */
const MAX_ISSUES = 20

/**
 * The first ways in which `value` does not match `schema`, at most `MAX_ISSUES`, most specific path first seen; empty
 * if it matches. The time that it takes grows no faster than the value.
 */
export function validate(schema: TSchema, value: unknown): ValidationIssue[] {
  if (Value.Check(schema, value)) return []
  const issues = new Map<string, ValidationIssue>()
  const constants = new Map<string, string[]>()
  const listed = new Set<string>()
  for (const error of firstErrors(schema, shortenInput(schema, value))) {
    const params = error.params as Record<string, unknown>
    const path = error.instancePath
    // Each unknown field has an error of its own beside the one that lists them all.
    if (error.keyword === 'additionalProperties') continue
    if (error.keyword === 'boolean') {
      addIssue(issues, path, 'no such field', describeValue(at(value, path)))
      const issue = issues.get(path)
      if (issue) issue.sentence = unknownField(schema, path, listed)
    } else if (error.keyword === 'required') {
      for (const property of (params.requiredProperties as string[] | undefined) ?? []) {
        const missing = `${path}/${property}`
        addIssue(issues, missing, describeAt(schema, missing), 'nothing')
      }
    } else if (error.keyword === 'const') {
      const seen = constants.get(path) ?? []
      seen.push(JSON.stringify(params.allowedValue))
      constants.set(path, seen)
      addIssue(issues, path, seen.join(' or '), describeValue(at(value, path)))
    } else if (error.keyword === 'type' && issues.has(path)) {
      // Another choice at the same place.
      const seen = issues.get(path)
      const type = String(params.type)
      if (seen && !seen.expected.split(' or ').includes(type)) seen.expected += ` or ${type}`
    } else if (error.keyword !== 'anyOf' || !issues.has(path)) {
      const expected = limitText(error.keyword, params) ?? error.message.replace(/^must (be |match |have )?/, '')
      addIssue(issues, path, expected, describeValue(at(value, path)))
    }
    if (issues.size >= MAX_ISSUES) break
  }
  if (issues.size === 0) addIssue(issues, '', 'what its schema describes', describeValue(value))
  return [...issues.values()]
}

/** The library's errors; it takes how many it may find from a setting for the whole process. */
function firstErrors(schema: TSchema, value: unknown) {
  const { maxErrors } = Settings.Get()
  // Several errors may have the same issue: one for each value of a list, and one for the list.
  Settings.Set({ maxErrors: 4 * MAX_ISSUES })
  try {
    return Value.Errors(schema, value)
  } finally {
    Settings.Set({ maxErrors })
  }
}

/**
 * The value without most of the unknown fields and of the items beyond a list's limit: the library walks through all of
 * them, however many it has found.
 */
function shortenInput(schema: unknown, value: unknown): unknown {
  if (!isRecord(schema)) return value
  if (Array.isArray(value)) {
    const { items, maxItems } = schema
    const most = typeof maxItems === 'number' ? maxItems + 1 : value.length
    return isRecord(items) ? value.slice(0, most).map((item) => shortenInput(items, item)) : value
  }
  const { properties, additionalProperties } = schema
  if (!isRecord(value) || !isRecord(properties)) return value
  const kept: [string, unknown][] = []
  let unknown = 0
  for (const key of Object.keys(value)) {
    if (Object.hasOwn(properties, key)) kept.push([key, shortenInput(properties[key], value[key])])
    else if (additionalProperties !== false) kept.push([key, value[key]])
    else if (unknown < MAX_ISSUES) {
      unknown += 1
      kept.push([key, value[key]])
    }
  }
  return Object.fromEntries(kept)
}

/** The issues as one operation error that a person and a model can act on. */
export function validationError(issues: readonly ValidationIssue[]): OperationError {
  const first = issues[0]
  const line = (issue: ValidationIssue) =>
    issue.sentence ??
    `${issue.path === '' ? 'The input' : issue.path} should be ${issue.expected}, got ${issue.received}.`
  return {
    code: 'invalid_input',
    message: issues.slice(0, 8).map(line).join(' '),
    path: first?.path ?? '',
    expected: first?.expected ?? '',
    received: first?.received ?? '',
  }
}

function addIssue(issues: Map<string, ValidationIssue>, path: string, expected: string, received: string) {
  const known = issues.get(path)
  if (known) known.expected = known.expected.includes(expected) ? known.expected : expected
  else issues.set(path, { path, expected, received })
}

function segments(path: string): string[] {
  return path
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
}

function at(value: unknown, path: string): unknown {
  let current = value
  for (const part of segments(path)) {
    if (typeof current !== 'object' || current === null) return undefined
    current = (current as Record<string, unknown>)[part]
  }
  return current
}

function describeAt(schema: TSchema, path: string): string {
  const found = schemaAt(schema, path)
  return typeof found?.type === 'string' ? `${article(found.type)} ${found.type}` : 'present'
}

function schemaAt(schema: TSchema, path: string): Record<string, unknown> | undefined {
  let current: Record<string, unknown> | undefined = schema as Record<string, unknown>
  for (const part of segments(path)) {
    const properties = current?.properties as Record<string, Record<string, unknown>> | undefined
    current = properties?.[part] ?? (current?.items as Record<string, unknown> | undefined)
  }
  return current
}

/** The longest field name that is repeated whole. */
const NAMED = 60

/** @param listed whether the existing fields were listed before: once is enough */
function unknownField(schema: TSchema, path: string, listed: Set<string>): string {
  const around = path.slice(0, path.lastIndexOf('/'))
  const field = segments(path).at(-1) ?? ''
  const fields = Object.keys(schemaAt(schema, around)?.properties ?? {})
  const near = nearestName(field, fields)
  const known = fields.length > 0 && !listed.has(around) ? `; its fields are ${fields.join(', ')}.` : '.'
  if (near === undefined) listed.add(around)
  const shown = excerpt(field, NAMED)
  return `${around === '' ? 'The input' : around} has an unknown field ${shown}${near === undefined ? known : `; did you mean ${near}?`}`
}

/** The rule of a limit, if the library's own sentence does not read well after “should be”. */
function limitText(keyword: string, { limit, pattern, allowedValues }: Record<string, unknown>): string | undefined {
  if (keyword === 'enum' && Array.isArray(allowedValues)) return choiceText(allowedValues)
  if (keyword === 'pattern') return pattern === '\\S' ? 'some text' : `text that matches ${String(pattern)}`
  if (keyword === 'maxLength') return `at most ${String(limit)} characters long`
  if (keyword === 'minLength') return limit === 1 ? 'some text' : `at least ${String(limit)} characters long`
  if (keyword === 'maxItems') return `an array of at most ${String(limit)}`
  if (keyword === 'minProperties')
    return `an object with at least ${limit === 1 ? 'one field' : `${String(limit)} fields`}`
  if (keyword === 'minItems') return `an array of at least ${String(limit)}`
  return undefined
}

/** `"a"`, `"a" or "b"`, `"a", "b" or "c"`. */
function choiceText(values: readonly unknown[]): string {
  const texts = values.map((value) => JSON.stringify(value))
  return texts.length < 2 ? (texts[0] ?? 'nothing') : `${texts.slice(0, -1).join(', ')} or ${texts.at(-1)}`
}

function article(word: string): string {
  return /^[aeiou]/.test(word) ? 'an' : 'a'
}

function describeValue(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return `an array of ${value.length}`
  if (typeof value === 'object') return 'an object'
  const text = JSON.stringify(typeof value === 'string' ? value.slice(0, 80) : value)
  return `the ${typeof value} ${text.length > 60 ? `${text.slice(0, 57)}…` : text}`
}
