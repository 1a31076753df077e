/** A schema as TypeBox builds it: JSON Schema, with what TypeBox itself reads of it in fields that are not listed. */
type Schema = Readonly<Record<string, unknown>>
type Options = Readonly<Record<string, unknown>>

const namedType = (kind: string, fields: object, options: Options = {}): Schema =>
  hide({ ...fields, ...options }, '~kind', kind)

function hide(schema: Schema, name: string, value: unknown): Schema {
  return Object.defineProperty(schema, name, { value, enumerable: false, writable: true, configurable: true })
}

const marked = (schema: Schema, name: string, value: unknown): Schema =>
  hide(Object.create(Object.prototype, Object.getOwnPropertyDescriptors(schema)), name, value)

/** The functions of TypeBox's `Type` that describe what a tab reads, with the same results. */
const makers = {
  String: (options?: Options) => namedType('String', { type: 'string' }, options),
  Number: (options?: Options) => namedType('Number', { type: 'number' }, options),
  Integer: (options?: Options) => namedType('Integer', { type: 'integer' }, options),
  Boolean: (options?: Options) => namedType('Boolean', { type: 'boolean' }, options),
  Null: (options?: Options) => namedType('Null', { type: 'null' }, options),
  Unknown: (options?: Options) => namedType('Unknown', {}, options),
  Literal: (value: unknown, options?: Options) => namedType('Literal', { type: typeof value, const: value }, options),
  Enum: (values: readonly unknown[], options?: Options) => namedType('Enum', { enum: values }, options),
  Array: (items: Schema, options?: Options) => namedType('Array', { type: 'array', items }, options),
  Tuple: (items: readonly Schema[], options?: Options) =>
    namedType('Tuple', { type: 'array', additionalItems: false, items, minItems: items.length }, options),
  Union: (anyOf: readonly Schema[], options?: Options) => namedType('Union', { anyOf }, options),
  Object: (properties: Readonly<Record<string, Schema>>, options?: Options) => {
    const required = Object.keys(properties).filter((name) => !('~optional' in (properties[name] ?? {})))
    return namedType('Object', { type: 'object', ...(required.length > 0 ? { required } : {}), properties }, options)
  },
  /** An object with any key, or with keys that fit a pattern. */
  Record: (key: Schema, value: Schema, options?: Options) =>
    namedType('Record', { type: 'object', patternProperties: { [String(key.pattern ?? '^.*$')]: value } }, options),
  Optional: (schema: Schema) => marked(schema, '~optional', true),
  Unsafe: (schema: Schema) => marked(schema, '~unsafe', null),
}

export { makers as Type }
