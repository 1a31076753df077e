import type { Json } from '@atelier/documents'
import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { Dimension, MAX_EXPRESSION, MAX_REF } from './inputs.ts'

const closed = { additionalProperties: false } as const
const Name = Type.String({ minLength: 1, maxLength: 200 })
const Order = Type.String({ pattern: '^[0-9A-Za-z]{1,200}$' })
const Id = Type.String({ minLength: 1, maxLength: 60 })
const Ids = Type.Array(Id, { maxItems: 4 })
const Run = Type.Optional(Type.String({ maxLength: 100 }))
const XY = Type.Tuple([Type.Number(), Type.Number()])
/** The most points that a spline goes through. */
export const MOST_SPLINE_POINTS = 200
const construction = Type.Optional(Type.Boolean())

export const units = ['mm', 'cm', 'm', 'in', 'ft'] as const
export type Units = (typeof units)[number]

export const constraintTypes = [
  'horizontal',
  'vertical',
  'coincident',
  'fixed',
  'distance',
  'horizontalDistance',
  'verticalDistance',
  'angle',
  'radius',
  'parallel',
  'perpendicular',
  'equalLength',
  'collinear',
  'tangent',
  'equalRadius',
  'concentric',
  'symmetric',
  'pointOnLine',
  'midpoint',
  'pointOnArc',
] as const
export type ConstraintType = (typeof constraintTypes)[number]

/** The things that a constraint holds; which of them, its type says. */
export const constraintMembers = {
  point: Type.Optional(Id),
  points: Type.Optional(Ids),
  line: Type.Optional(Id),
  lines: Type.Optional(Ids),
  arc: Type.Optional(Id),
  arcs: Type.Optional(Ids),
  axis: Type.Optional(Id),
}
const Members = Type.Object(constraintMembers, closed)
export type ConstraintMembers = Static<typeof Members>

export const comparisons = ['=', '<', '>'] as const

/** The birth records, by kind: one value under the id of what was made. */
export const births = {
  feature: Type.Object(
    {
      kind: Type.Enum(['feature']),
      type: Type.String({ maxLength: 40 }),
      name: Name,
      order: Order,
      inputs: Type.Record(Type.String(), Type.Unknown()),
      run: Run,
    },
    closed,
  ),
  point: Type.Object(
    {
      kind: Type.Enum(['point']),
      sketch: Id,
      xy: XY,
      ref: Type.Optional(Type.String({ maxLength: MAX_REF })),
      run: Run,
    },
    closed,
  ),
  line: Type.Object({ kind: Type.Enum(['line']), sketch: Id, a: Id, b: Id, construction, run: Run }, closed),
  circle: Type.Object(
    { kind: Type.Enum(['circle']), sketch: Id, c: Id, r: Type.Number(), construction, run: Run },
    closed,
  ),
  arc: Type.Object(
    { kind: Type.Enum(['arc']), sketch: Id, a: Id, b: Id, c: Id, ccw: Type.Boolean(), construction, run: Run },
    closed,
  ),
  spline: Type.Object(
    {
      kind: Type.Enum(['spline']),
      sketch: Id,
      points: Type.Array(Id, { minItems: 2, maxItems: MOST_SPLINE_POINTS }),
      closed: Type.Optional(Type.Boolean()),
      construction,
      run: Run,
    },
    closed,
  ),
  constraint: Type.Object(
    {
      kind: Type.Enum(['constraint']),
      sketch: Id,
      type: Type.Enum(constraintTypes),
      refs: Members,
      value: Type.Optional(Dimension),
      driven: Type.Optional(Type.Boolean()),
      run: Run,
    },
    closed,
  ),
  parameter: Type.Object(
    {
      kind: Type.Enum(['parameter']),
      name: Type.String({ pattern: '^[A-Za-z_][A-Za-z0-9_]{0,59}$' }),
      expression: Type.String({ minLength: 1, maxLength: MAX_EXPRESSION }),
      order: Order,
      note: Type.Optional(Type.String({ maxLength: 500 })),
      run: Run,
    },
    closed,
  ),
  configuration: Type.Object({ kind: Type.Enum(['configuration']), name: Name, run: Run }, closed),
  requirement: Type.Object(
    {
      kind: Type.Enum(['requirement']),
      name: Name,
      measure: Type.String({ minLength: 1, maxLength: MAX_REF }),
      is: Type.Enum(comparisons),
      value: Dimension,
      tolerance: Type.Optional(Type.Number({ minimum: 0 })),
      order: Order,
      run: Run,
    },
    closed,
  ),
} as const

export type BirthKind = keyof typeof births
export type Birth<K extends BirthKind> = Static<(typeof births)[K]>
export type AnyBirth = { [K in BirthKind]: Birth<K> }[BirthKind]

export const meta = {
  units: Type.Enum(units),
  density: Type.Number({ exclusiveMinimum: 0, maximum: 100 }),
  configuration: Id,
  run: Type.String({ maxLength: 100 }),
  deleted: Type.Boolean(),
} as const

/** Fields that stand over a birth record beside those that it has itself. */
export const laterFields: Partial<Record<BirthKind, Readonly<Record<string, TSchema>>>> = {
  feature: { suppressed: Type.Boolean() },
  line: { construction: Type.Boolean() },
  circle: { construction: Type.Boolean() },
  arc: { construction: Type.Boolean() },
  spline: { construction: Type.Boolean() },
  constraint: { driven: Type.Boolean(), value: Dimension },
}

/** Fields of a birth record that no later edit changes. */
export const fixedFields: ReadonlySet<string> = new Set(['kind', 'type', 'sketch', 'inputs', 'run'])

/** Values that were checked before: a part is read several times in a call, and a value never changes. */
const checked = new WeakMap<object, AnyBirth | 'none'>()

export function readBirthRecord(value: Json | undefined): AnyBirth | undefined {
  if (!isRecord(value)) return undefined
  const known = checked.get(value)
  if (known !== undefined) return known === 'none' ? undefined : known
  const { kind } = value
  const birth = typeof kind === 'string' && isBirthKind(kind) && Value.Check(births[kind], value) ? value : undefined
  checked.set(value, birth ?? 'none')
  return birth
}

export const isBirthKind = (kind: string): kind is BirthKind => Object.hasOwn(births, kind)

export function isRecord(value: unknown): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
