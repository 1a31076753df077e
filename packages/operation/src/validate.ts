import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import type { OperationError } from './envelope.ts'

export interface ValidationIssue {
  /** JSON pointer into the value; empty for the value itself. */
  path: string
  expected: string
  received: string
}

/** Every way in which `value` does not match `schema`, most specific path first seen; empty where it matches. */
export function validate(schema: TSchema, value: unknown): ValidationIssue[] {
  if (Value.Check(schema, value)) return []
  const issues = new Map<string, ValidationIssue>()
  const constants = new Map<string, string[]>()
  for (const error of Value.Errors(schema, value)) {
    const params = error.params as Record<string, unknown>
    if (error.keyword === 'boolean') continue
    if (error.keyword === 'required') {
      for (const property of (params.requiredProperties as string[] | undefined) ?? []) {
        add(
          issues,
          `${error.instancePath}/${property}`,
          describeAt(schema, `${error.instancePath}/${property}`),
          'nothing',
        )
      }
    } else if (error.keyword === 'additionalProperties') {
      for (const property of (params.additionalProperties as string[] | undefined) ?? []) {
        const path = `${error.instancePath}/${property}`
        add(issues, path, 'no such field', describeValue(at(value, path)))
      }
    } else if (error.keyword === 'const') {
      const seen = constants.get(error.instancePath) ?? []
      seen.push(JSON.stringify(params.allowedValue))
      constants.set(error.instancePath, seen)
      add(issues, error.instancePath, seen.join(' or '), describeValue(at(value, error.instancePath)))
    } else if (error.keyword !== 'anyOf' || !issues.has(error.instancePath)) {
      const expected = limitText(error.keyword, params) ?? error.message.replace(/^must (be |match |have )?/, '')
      add(issues, error.instancePath, expected, describeValue(at(value, error.instancePath)))
    }
  }
  return [...issues.values()]
}

/** The issues as one operation error that a person and a model can act on. */
export function validationError(issues: readonly ValidationIssue[]): OperationError {
  const first = issues[0]
  const line = (issue: ValidationIssue) =>
    `${issue.path === '' ? 'The input' : issue.path} should be ${issue.expected}, got ${issue.received}.`
  return {
    code: 'invalid_input',
    message: issues.slice(0, 8).map(line).join(' '),
    path: first?.path ?? '',
    expected: first?.expected ?? '',
    received: first?.received ?? '',
  }
}

function add(issues: Map<string, ValidationIssue>, path: string, expected: string, received: string) {
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
  let current: Record<string, unknown> | undefined = schema as Record<string, unknown>
  for (const part of segments(path)) {
    const properties = current?.properties as Record<string, Record<string, unknown>> | undefined
    current = properties?.[part] ?? (current?.items as Record<string, unknown> | undefined)
  }
  return typeof current?.type === 'string' ? `${article(current.type)} ${current.type}` : 'present'
}

/** What a limit asks for, where the library's own sentence would not read well behind “should be”. */
function limitText(keyword: string, { limit, pattern }: Record<string, unknown>): string | undefined {
  if (keyword === 'pattern') return pattern === '\\S' ? 'some text' : `text that matches ${String(pattern)}`
  if (keyword === 'maxLength') return `at most ${String(limit)} characters long`
  if (keyword === 'minLength') return limit === 1 ? 'some text' : `at least ${String(limit)} characters long`
  if (keyword === 'maxItems') return `an array of at most ${String(limit)}`
  if (keyword === 'minItems') return `an array of at least ${String(limit)}`
  return undefined
}

function article(word: string): string {
  return /^[aeiou]/.test(word) ? 'an' : 'a'
}

function describeValue(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return `an array of ${value.length}`
  if (typeof value === 'object') return 'an object'
  const text = JSON.stringify(value)
  return `the ${typeof value} ${text.length > 60 ? `${text.slice(0, 57)}…` : text}`
}
