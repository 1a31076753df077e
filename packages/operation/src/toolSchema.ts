import { isRecord } from './json.ts'

/** Limits of length and size. They are left out, because the validation error names the limit that was exceeded. */
const LIMITS = new Set(['minLength', 'maxLength', 'minItems', 'maxItems', 'maximum', 'exclusiveMinimum', 'default'])

/** Whether a model can do without a schema keyword before it calls. */
function isLimit(name: string, value: unknown): boolean {
  if (LIMITS.has(name) || (name === 'additionalProperties' && value === false)) return true
  // A minimum of 1 says something about a field (counted from 1, not empty); other minimums are obvious.
  return name === 'minimum' && value !== 1
}

/**
 * An input schema as a model reads it, with shorter texts and the same fields: a choice of constants as an `enum`, one of
 * objects as a single object with the fields of all, a map without its pattern, no limits, and no mention that other
 * fields are refused. Calls are checked against the whole schema.
 */
export function toolSchema(schema: unknown, inner = false): unknown {
  if (Array.isArray(schema)) return schema.map((each) => toolSchema(each, true))
  if (!isRecord(schema)) return schema
  const one = mergedObjects(schema.anyOf)
  if (one) return { ...described(schema), ...Object(toolSchema(one)) }
  const values = constants(schema.anyOf)
  if (values) return { ...described(schema), enum: values }
  const reduced: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(schema)) {
    if (isLimit(name, value)) continue
    if (name === 'properties' && isRecord(value)) {
      reduced.properties = Object.fromEntries(
        Object.entries(value).map(([key, field]) => [key, toolSchema(field, true)]),
      )
    } else if (name === 'patternProperties' && isRecord(value)) {
      const [only, ...others] = Object.values(value)
      if (others.length > 0) reduced[name] = toolSchema(value, true)
      else reduced.additionalProperties = toolSchema(only, true)
    } else if (name === 'const' && typeof value === 'string') {
      delete reduced.type
      reduced.const = value
    } else reduced[name] = name === 'enum' || name === 'required' ? value : toolSchema(value, true)
  }
  // An inner object without listed fields takes any; only the input itself keeps its empty list.
  if (inner && isRecord(reduced.properties) && Object.keys(reduced.properties).length === 0) delete reduced.properties
  const types = plainTypes(reduced.anyOf)
  if (!types) return reduced
  const { anyOf: _, ...rest } = reduced
  return { ...types, ...rest }
}

/** The values of a choice between constants. */
function constants(anyOf: unknown): unknown[] | undefined {
  if (!Array.isArray(anyOf) || anyOf.length === 0) return undefined
  const values = anyOf.map((each) => (isRecord(each) && 'const' in each ? each.const : undefined))
  return values.includes(undefined) ? undefined : values
}

/** A choice of types as a list (`type: [...]`); at most one of them may be an array that describes its items. */
function plainTypes(anyOf: unknown): Record<string, unknown> | undefined {
  if (!Array.isArray(anyOf) || anyOf.length === 0 || !anyOf.every(isRecord)) return undefined
  const choices: Record<string, unknown>[] = anyOf
  const types = choices.map(({ type }) => type)
  const telling = choices.filter((each) => Object.keys(each).length > 1)
  if (!types.every((type) => typeof type === 'string') || new Set(types).size < types.length) return undefined
  const [only, ...others] = telling
  if (others.length > 0 || (only && (only.type !== 'array' || Object.keys(only).join() !== 'type,items')))
    return undefined
  return { ...only, type: types }
}

/** A choice of objects merged into one with the fields of all, if a constant shared field (`kind`) distinguishes them. */
function mergedObjects(anyOf: unknown): Record<string, unknown> | undefined {
  if (!Array.isArray(anyOf) || anyOf.length < 2) return undefined
  const choices = anyOf.flatMap((each) => (isRecord(each) && isRecord(each.properties) ? [each.properties] : []))
  const [first, ...others] = choices
  if (!first || choices.length < anyOf.length) return undefined
  const isConstant = (schema: unknown) => isRecord(schema) && 'const' in schema
  const kind = Object.keys(first).find((name) => choices.every((each) => isConstant(each[name])))
  if (kind === undefined) return undefined
  const shared = others.some((each) => Object.keys(each).some((name) => name !== kind && name in first))
  if (shared) return undefined
  const properties = { ...Object.assign({}, ...choices), [kind]: { anyOf: choices.map((each) => each[kind]) } }
  return { type: 'object', required: [kind], properties }
}

const described = ({ description }: Record<string, unknown>) => (description === undefined ? {} : { description })
