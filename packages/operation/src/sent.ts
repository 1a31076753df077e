/** What only says how long or how large is too much: whoever oversteps it is told by the check itself. */
const LIMITS = new Set(['minLength', 'maxLength', 'minItems', 'maxItems', 'maximum', 'exclusiveMinimum'])

/**
 * An input schema as a model reads it, in fewer words and with the same fields: a choice of constants as an `enum`,
 * a map without its pattern, no limits, and no mention that other fields are refused. Calls are checked against the whole
 * schema.
 */
export function sentSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(sentSchema)
  if (!isRecord(schema)) return schema
  const values = constants(schema.anyOf)
  if (values) return { ...described(schema), enum: values }
  const sent: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(schema)) {
    if (LIMITS.has(name) || (name === 'additionalProperties' && value === false)) continue
    if (name === 'properties' && isRecord(value)) {
      sent.properties = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, sentSchema(inner)]))
    } else if (name === 'patternProperties' && isRecord(value)) {
      const [only, ...others] = Object.values(value)
      if (others.length > 0) sent[name] = sentSchema(value)
      else sent.additionalProperties = sentSchema(only)
    } else if (name === 'const' && typeof value === 'string') {
      delete sent.type
      sent.const = value
    } else sent[name] = name === 'enum' || name === 'default' || name === 'required' ? value : sentSchema(value)
  }
  const types = plainTypes(sent.anyOf)
  if (!types) return sent
  const { anyOf: _, ...rest } = sent
  return { type: types, ...rest }
}

/** The values of a choice between constants. */
function constants(anyOf: unknown): unknown[] | undefined {
  if (!Array.isArray(anyOf) || anyOf.length === 0) return undefined
  const values = anyOf.map((each) => (isRecord(each) && 'const' in each ? each.const : undefined))
  return values.includes(undefined) ? undefined : values
}

/** The types of a choice between nothing but types. */
function plainTypes(anyOf: unknown): unknown[] | undefined {
  if (!Array.isArray(anyOf) || anyOf.length === 0) return undefined
  const types = anyOf.map((each) => (isRecord(each) && Object.keys(each).length === 1 ? each.type : undefined))
  return types.every((type) => typeof type === 'string') ? types : undefined
}

const described = ({ description }: Record<string, unknown>) => (description === undefined ? {} : { description })

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
