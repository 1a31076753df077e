/** What only says how long or how large is too much: whoever oversteps it is told by the check itself. */
const LIMITS = new Set(['minLength', 'maxLength', 'minItems', 'maxItems', 'maximum', 'exclusiveMinimum', 'default'])

/** Whether a field says nothing that a model needs to know before it calls. */
function isLimit(name: string, value: unknown): boolean {
  if (LIMITS.has(name) || (name === 'additionalProperties' && value === false)) return true
  // From 1 on is worth a word; that nothing counts below 0, or that a number is not absurd, is not.
  return name === 'minimum' && value !== 1
}

/**
 * An input schema as a model reads it, in fewer words and with the same fields: a choice of constants as an `enum`, one of
 * objects as a single object with the fields of all, a map without its pattern, no limits, and no mention that other
 * fields are refused. Calls are checked against the whole schema.
 */
export function sentSchema(schema: unknown, inner = false): unknown {
  if (Array.isArray(schema)) return schema.map((each) => sentSchema(each, true))
  if (!isRecord(schema)) return schema
  const one = mergedObjects(schema.anyOf)
  if (one) return { ...described(schema), ...Object(sentSchema(one)) }
  const values = constants(schema.anyOf)
  if (values) return { ...described(schema), enum: values }
  const sent: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(schema)) {
    if (isLimit(name, value)) continue
    if (name === 'properties' && isRecord(value)) {
      sent.properties = Object.fromEntries(Object.entries(value).map(([key, field]) => [key, sentSchema(field, true)]))
    } else if (name === 'patternProperties' && isRecord(value)) {
      const [only, ...others] = Object.values(value)
      if (others.length > 0) sent[name] = sentSchema(value, true)
      else sent.additionalProperties = sentSchema(only, true)
    } else if (name === 'const' && typeof value === 'string') {
      delete sent.type
      sent.const = value
    } else sent[name] = name === 'enum' || name === 'required' ? value : sentSchema(value, true)
  }
  // Of an object with any fields it is enough to say so; the input itself keeps its list of fields.
  if (inner && isRecord(sent.properties) && Object.keys(sent.properties).length === 0) delete sent.properties
  const types = plainTypes(sent.anyOf)
  if (!types) return sent
  const { anyOf: _, ...rest } = sent
  return { ...types, ...rest }
}

/** The values of a choice between constants. */
function constants(anyOf: unknown): unknown[] | undefined {
  if (!Array.isArray(anyOf) || anyOf.length === 0) return undefined
  const values = anyOf.map((each) => (isRecord(each) && 'const' in each ? each.const : undefined))
  return values.includes(undefined) ? undefined : values
}

/** A choice of types as a list of them, with what one of them alone says of its items or fields. */
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

/** One object with the fields of all that can be chosen, where a constant of the same field (`kind`) tells them apart. */
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

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
