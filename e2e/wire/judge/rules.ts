import type { TSchema } from 'typebox'
import { Type } from 'typebox'
import { Value } from 'typebox/value'

/** An object that refuses members which it does not name, as the providers do. */
export function strict<Properties extends Record<string, TSchema>>(properties: Properties) {
  return Type.Object(properties, { additionalProperties: false })
}

export const toolName = Type.String({ pattern: '^[a-zA-Z0-9_-]{1,64}$' })
export const filled = Type.String({ minLength: 1 })
export const anyObject = Type.Record(Type.String(), Type.Unknown())

/** How a value differs from its schema: the deepest places first, one line each. */
export function shapeProblems(schema: TSchema, value: unknown): string[] {
  if (Value.Check(schema, value)) return []
  const errors = [...Value.Errors(schema, value)]
  errors.sort((a, b) => b.instancePath.split('/').length - a.instancePath.split('/').length)
  const named = errors.map((error) => {
    const extra = 'additionalProperties' in error.params ? ` (${String(error.params.additionalProperties)})` : ''
    return `${error.instancePath || 'body'}: ${error.message}${extra}`
  })
  return [...new Set(named)].slice(0, 12)
}

/** Text that no provider can read as JSON: half of a surrogate pair, in a value or in a name. */
export function surrogateProblems(value: unknown, path = 'body'): string[] {
  if (typeof value === 'string') return value.isWellFormed() ? [] : [`${path}: lone surrogate in the text`]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => [
    ...(name.isWellFormed() ? [] : [`${path}: lone surrogate in a name`]),
    ...surrogateProblems(member, `${path}.${name}`),
  ])
}

/** Every provider wants an object at the top of a tool's schema, and no choice there. */
export function parameterProblems(schema: unknown, path: string): string[] {
  if (!isObject(schema)) return [`${path}: a JSON schema is required`]
  if (schema.type !== 'object') return [`${path}.type: must be "object"`]
  const choices = ['oneOf', 'anyOf', 'allOf', 'enum', 'not'].filter((keyword) => keyword in schema)
  const names = Object.keys(isObject(schema.properties) ? schema.properties : {})
  return [
    ...choices.map((keyword) => `${path}: ${keyword} is not supported at the top level`),
    ...names
      .filter((name) => !/^[a-zA-Z0-9_.-]{1,64}$/.test(name))
      .map((name) => `${path}.properties: the name "${name}" is not allowed`),
  ]
}

export function nameProblems(names: readonly string[], path: string): string[] {
  return names.filter((name, at) => names.indexOf(name) !== at).map((name) => `${path}: tool "${name}" stands twice`)
}

export const imageTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const
const signatures: [string, string][] = [
  ['image/png', '89504e47'],
  ['image/jpeg', 'ffd8ff'],
  ['image/gif', '47494638'],
  ['image/webp', '52494646'],
]

/** @param data base64 */
export function imageProblems(mediaType: string, data: string, path: string): string[] {
  if (!imageTypes.some((type) => type === mediaType)) return [`${path}: images of type ${mediaType} are not supported`]
  if (data === '' || data.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(data))
    return [`${path}: the picture is not valid base64`]
  if (data.length > 5 * 1024 * 1024) return [`${path}: the picture exceeds 5 MB`]
  const start = Buffer.from(data.slice(0, 16), 'base64').toString('hex')
  const known = signatures.find(([, signature]) => start.startsWith(signature))
  return known && known[0] !== mediaType ? [`${path}: the picture is ${known[0]}, not ${mediaType}`] : []
}

/** A picture as a data URL, as the wires of OpenAI take it. */
export function dataUrlProblems(url: string, path: string): string[] {
  const match = /^data:([^;,]+);base64,(.*)$/s.exec(url)
  if (!match?.[1]) return /^https:\/\//.test(url) ? [] : [`${path}: neither a data URL nor an https address`]
  return imageProblems(match[1], match[2] ?? '', path)
}

export function blank(text: string): boolean {
  return text.trim() === ''
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The arguments of a replayed call: servers parse them, and want an object. */
export function argumentsProblems(json: string, path: string): string[] {
  try {
    return isObject(JSON.parse(json)) ? [] : [`${path}: the arguments are not a JSON object`]
  } catch {
    return [`${path}: the arguments are not valid JSON`]
  }
}
