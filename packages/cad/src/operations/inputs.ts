import { Type } from 'typebox'
import { MAX_REF, MAX_REFS } from '../document/inputs.ts'

export const closed = { additionalProperties: false } as const
const { Optional: optional } = Type

export const P = Type.Object({ x: Type.Number(), y: Type.Number() }, closed)
/** A number in the document's units, or an expression, whose length is checked where it is stored. */
export const D = Type.Union([Type.Number(), Type.String()])
/**
 * A ref or a query. The prompt describes a query's members once, and they are checked when the call runs: written out for
 * each operation it would be half of what a model is sent.
 */
export const R = Type.Union([Type.String({ minLength: 1, maxLength: MAX_REF }), Type.Object({})])
export const Rs = Type.Union([...R.anyOf, Type.Array(Type.Unknown(), { minItems: 1, maxItems: MAX_REFS })])
export const Id = Type.String({ minLength: 1, maxLength: 60 })
export const Op = Type.Enum(['add', 'cut'])
export const Datum = Type.Enum(['xy', 'xz', 'yz'])
export const flag = optional(Type.Boolean())
export const number = Type.Number()

/** Members of every write. */
export const common = { allowErrors: optional(Type.Boolean()) }
export const named = { name: optional(Type.String({ minLength: 1, maxLength: 200 })), ...common }
export const inSketch = { sketchId: optional(Id), ...common }
export const drawn = { construction: optional(Type.Boolean()), ...inSketch }
export const place = { positionU: optional(D), positionV: optional(D) }

const Side = Type.Object({ before: Type.Number(), after: Type.Number() })
const Ids = Type.Object({ items: Type.Array(Type.String()), count: Type.Integer() })
const Box = Type.Object({ min: Type.Array(Type.Number()), max: Type.Array(Type.Number()) })
/** The changes of a write, as built. */
export const Diff = Type.Object({
  volume: Side,
  area: Side,
  bodies: Side,
  box: Type.Object({ before: optional(Box), after: optional(Box) }),
  faces: Type.Object({ added: Type.Integer(), removed: Type.Integer() }),
  names: Type.Object({ new: Ids, lost: Ids }),
  features: Type.Array(
    Type.Object({
      id: Type.String(),
      from: Type.String(),
      to: Type.String(),
      error: optional(Type.Object({ code: Type.String(), message: Type.String() })),
    }),
  ),
  sketch: optional(Type.Object({ status: Type.String(), degreesOfFreedom: Type.Integer(), moved: Type.Integer() })),
})

export const writtenOutput = { status: Type.Enum(['ok', 'errors']), diff: Diff }
export const featureOutput = Type.Object({ featureId: Type.String(), ...writtenOutput })
