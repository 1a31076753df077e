import { ExpressionError, type Node, parseExpression } from './parse.ts'
import { angleUnits, lengthUnits } from './units.ts'

/** Millimetres to the power of `length`, degrees to the power of `angle`; of neither, a bareNumber number. */
export interface Quantity {
  value: number
  length: number
  angle: number
}

/** The use of a number. */
export type Dimensionality = 'length' | 'angle' | 'number'

export interface Surroundings {
  /** Millimetres in the unit of bareNumber numbers. */
  unit: number
  /** @throws ExpressionError */
  valueOf(name: string): Quantity
}

const bareNumber = (value: number): Quantity => ({ value, length: 0, angle: 0 })
const radians = Math.PI / 180

const trigonometric: Readonly<Record<string, (x: number) => number>> = { sin: Math.sin, cos: Math.cos, tan: Math.tan }
const inverse: Readonly<Record<string, (x: number) => number>> = { asin: Math.asin, acos: Math.acos, atan: Math.atan }
const plain: Readonly<Record<string, (x: number) => number>> = {
  abs: Math.abs,
  round: Math.round,
  floor: Math.floor,
  ceil: Math.ceil,
}
const constants: Readonly<Record<string, number>> = { pi: Math.PI }
/** Names that no parameter can have. */
export const reservedNames: ReadonlySet<string> = new Set([
  ...Object.keys(lengthUnits),
  ...Object.keys(angleUnits),
  ...Object.keys(trigonometric),
  ...Object.keys(inverse),
  ...Object.keys(plain),
  ...Object.keys(constants),
  'sqrt',
  'min',
  'max',
])

/** Evaluates a number or the text of an expression as a length (mm), an angle (degrees) or a number. @throws ExpressionError */
export function evaluate(dimension: number | string, as: Dimensionality, around: Surroundings): number {
  if (typeof dimension === 'number') return dimension
  const { value, length, angle } = evaluateNode(parseExpression(dimension), around)
  if (!Number.isFinite(value))
    throw new ExpressionError('invalid_expression', `“${dimension.slice(0, 80)}” has no finite value.`)
  if (length === 0 && angle === 0) return as === 'length' ? value * around.unit : value
  const fits = as === 'length' ? length === 1 && angle === 0 : as === 'angle' && length === 0 && angle === 1
  if (fits) return value
  throw new ExpressionError(
    'unit_mismatch',
    `“${dimension.slice(0, 80)}” is ${dimensionName({ value, length, angle })}, not a ${as}.`,
  )
}

export function evaluateNode(node: Node, around: Surroundings): Quantity {
  switch (node.kind) {
    case 'number': {
      const { value, unit } = node
      if (unit === undefined) return bareNumber(value)
      const millimetres = lengthUnits[unit]
      return millimetres === undefined
        ? { value: value * (angleUnits[unit] ?? 1), length: 0, angle: 1 }
        : { value: value * millimetres, length: 1, angle: 0 }
    }
    case 'name':
      return Object.hasOwn(constants, node.name) ? bareNumber(constants[node.name] ?? 0) : around.valueOf(node.name)
    case 'negate': {
      const of = evaluateNode(node.of, around)
      return { ...of, value: -of.value }
    }
    case 'binary':
      return combine(node.op, evaluateNode(node.left, around), evaluateNode(node.right, around), around.unit)
    case 'call':
      return call(
        node.name,
        node.args.map((each) => evaluateNode(each, around)),
        around.unit,
      )
  }
}

function combine(op: '+' | '-' | '*' | '/' | '^', a: Quantity, b: Quantity, unit: number): Quantity {
  switch (op) {
    case '*':
      return { value: a.value * b.value, length: a.length + b.length, angle: a.angle + b.angle }
    case '/':
      if (b.value === 0) throw new ExpressionError('invalid_expression', 'The expression divides by zero.')
      return { value: a.value / b.value, length: a.length - b.length, angle: a.angle - b.angle }
    case '^':
      if (b.length !== 0 || b.angle !== 0)
        throw new ExpressionError('unit_mismatch', 'A power is a number without a unit.')
      return { value: a.value ** b.value, length: a.length * b.value, angle: a.angle * b.value }
    default: {
      const [x = a, y = b] = inOneDimension([a, b], unit)
      return { ...x, value: op === '+' ? x.value + y.value : x.value - y.value }
    }
  }
}

/** The quantities in one dimension: bareNumber numbers beside a length count in the document's unit, beside an angle in degrees. */
function inOneDimension(given: readonly Quantity[], unit: number): Quantity[] {
  const leading = given.find(({ length, angle }) => length !== 0 || angle !== 0) ?? bareNumber(0)
  return given.map((each) => {
    if (each.length === leading.length && each.angle === leading.angle) return each
    const fits = each.length === 0 && each.angle === 0 && (leading.length === 1) !== (leading.angle === 1)
    if (!fits)
      throw new ExpressionError(
        'unit_mismatch',
        `${upper(dimensionName(each))} cannot be added to ${dimensionName(leading)}.`,
      )
    return { ...leading, value: leading.length === 1 ? each.value * unit : each.value }
  })
}

function call(name: string, args: readonly Quantity[], unit: number): Quantity {
  const [first = bareNumber(0)] = args
  if ((name === 'min' || name === 'max') && args.length > 0) {
    const same = inOneDimension(args, unit)
    const values = same.map(({ value }) => value)
    return { ...(same[0] ?? first), value: name === 'min' ? Math.min(...values) : Math.max(...values) }
  }
  if (args.length === 1) {
    if (name === 'sqrt') return { value: Math.sqrt(first.value), length: first.length / 2, angle: first.angle / 2 }
    const sine = own(trigonometric, name)
    if (sine && first.length === 0) return bareNumber(sine(first.value * radians))
    const back = own(inverse, name)
    if (back && first.length === 0 && first.angle === 0)
      return { value: back(first.value) / radians, length: 0, angle: 1 }
    const simple = own(plain, name)
    if (simple) return { ...first, value: simple(first.value) }
  }
  throw new ExpressionError(
    'invalid_expression',
    `There is no function ${name} of ${args.length === 1 ? dimensionName(first) : `${args.length} values`}.`,
  )
}

const own = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined

function dimensionName({ length, angle }: Quantity): string {
  if (length === 0 && angle === 0) return 'a number'
  if (angle === 0) return length === 1 ? 'a length' : length === 2 ? 'an area' : `a length to the power of ${length}`
  return length === 0 && angle === 1 ? 'an angle' : 'a mixture of lengths and angles'
}

const upper = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
