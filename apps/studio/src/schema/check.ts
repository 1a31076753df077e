/** The keywords of JSON Schema that decide in what a tab reads; `schema.test.ts` holds that no other one is used. */
interface Shape {
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Shape[]
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Shape
  readonly patternProperties?: Readonly<Record<string, Shape>>
  readonly items?: Shape | readonly Shape[]
  readonly minItems?: number
  readonly maxItems?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
}

const isType: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => Number.isFinite(value),
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  array: (value) => Array.isArray(value),
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
}

const isWithin = (size: number, least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY) =>
  size >= least && size <= most

/** Whether a value of JSON is what a schema describes. */
export function Check(schema: object, value: unknown): boolean {
  const shape: Shape = schema
  if (shape.type !== undefined && !isType[shape.type]?.(value)) return false
  if ('const' in shape && value !== shape.const) return false
  if (shape.enum && !shape.enum.includes(value)) return false
  if (shape.anyOf && !shape.anyOf.some((one) => Check(one, value))) return false
  if (typeof value === 'string') return fitsText(shape, value)
  if (typeof value === 'number') {
    const { minimum, maximum, exclusiveMinimum } = shape
    return isWithin(value, minimum, maximum) && (exclusiveMinimum === undefined || value > exclusiveMinimum)
  }
  if (Array.isArray(value)) return fitsList(shape, value)
  return typeof value !== 'object' || value === null || fitsObject(shape, value)
}

function fitsText({ minLength, maxLength, pattern }: Shape, value: string): boolean {
  // A length is counted in code points.
  const counted = minLength === undefined && maxLength === undefined ? 0 : [...value].length
  return isWithin(counted, minLength, maxLength) && (pattern === undefined || new RegExp(pattern, 'u').test(value))
}

function fitsList({ items, minItems, maxItems }: Shape, value: readonly unknown[]): boolean {
  if (!isWithin(value.length, minItems, maxItems)) return false
  if (items === undefined) return true
  if (!isTuple(items)) return value.every((each) => Check(items, each))
  return value.length <= items.length && value.every((each, index) => Check(items[index] ?? {}, each))
}

const isTuple = (items: Shape | readonly Shape[]): items is readonly Shape[] => Array.isArray(items)

function fitsObject(shape: Shape, value: object): boolean {
  const { properties = {}, required = [], additionalProperties = true, patternProperties = {} } = shape
  if (!required.every((name) => Object.hasOwn(value, name))) return false
  const patterns = Object.entries(patternProperties)
  return Object.entries(value).every(([name, field]) => {
    const own = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (own && field === undefined && !required.includes(name)) return true
    const shapes = patterns.filter(([pattern]) => new RegExp(pattern, 'u').test(name)).map(([, each]) => each)
    if (own) shapes.push(own)
    if (shapes.length > 0) return shapes.every((each) => Check(each, field))
    return typeof additionalProperties === 'boolean' ? additionalProperties : Check(additionalProperties, field)
  })
}
