import { type Static, type TObject, type TSchema, Type } from 'typebox'

/** The longest expression, and the longest ref. */
export const MAX_EXPRESSION = 500
export const MAX_REF = 2_000
/** The most refs that one input lists. */
export const MAX_REFS = 200

const closed = { additionalProperties: false } as const
const textSchema = (maxLength: number) => Type.String({ minLength: 1, maxLength })

/** A length in millimetres, an angle in degrees or a count; or the text of an expression. */
export const Dimension = Type.Union([Type.Number(), textSchema(MAX_EXPRESSION)])
export type Dimension = Static<typeof Dimension>

export const Vector = Type.Object({ x: Type.Number(), y: Type.Number(), z: Type.Number() }, closed)
export type Vector = Static<typeof Vector>

const criteria = {
  createdBy: Type.Optional(textSchema(60)),
  role: Type.Optional(textSchema(20)),
  on: Type.Optional(textSchema(MAX_REF)),
  between: Type.Optional(Type.Array(textSchema(MAX_REF), { minItems: 2, maxItems: 2 })),
  direction: Type.Optional(Vector),
  minSize: Type.Optional(Type.Number()),
  maxSize: Type.Optional(Type.Number()),
  nearest: Type.Optional(Vector),
  largest: Type.Optional(Type.Boolean()),
  all: Type.Optional(Type.Boolean()),
}
export const surfaces = ['plane', 'cylinder', 'cone', 'sphere', 'torus', 'other'] as const
export const curves = ['line', 'circle', 'arc', 'ellipse', 'other'] as const
export const orientations = ['top', 'bottom', 'front', 'back', 'left', 'right'] as const
export const convexities = ['convex', 'concave', 'smooth'] as const
const FaceCriteria = Type.Object(
  { ...criteria, surface: Type.Optional(Type.Enum(surfaces)), orientation: Type.Optional(Type.Enum(orientations)) },
  closed,
)
const EdgeCriteria = Type.Object(
  { ...criteria, curve: Type.Optional(Type.Enum(curves)), convexity: Type.Optional(Type.Enum(convexities)) },
  closed,
)
export type FaceCriteria = Static<typeof FaceCriteria>
export type EdgeCriteria = Static<typeof EdgeCriteria>

/** Faces or edges by what they are; asked anew at each build. */
export const Query = Type.Union([
  Type.Object({ faces: FaceCriteria }, closed),
  Type.Object({ edges: EdgeCriteria }, closed),
])
export type Query = Static<typeof Query>

/** A name of a face, an edge, a vertex or a body; or a query. */
export const Ref = Type.Union([textSchema(MAX_REF), Query])
export type Ref = Static<typeof Ref>
export const Refs = Type.Union([Ref, Type.Array(Ref, { minItems: 1, maxItems: MAX_REFS })])
export type Refs = Static<typeof Refs>

const Id = textSchema(60)
const Op = Type.Enum(['add', 'cut'])
const Ids = Type.Array(Id, { minItems: 1, maxItems: 100 })
/** How a feature that adds goes with the bodies that are there. */
const Merge = Type.Optional(Type.Enum(['auto', 'new']))
/** A place on a face, from 0 to 1 over its rectangle. */
const place = { u: Dimension, v: Dimension }

/** The inputs of each type of feature. */
export const featureInputs = {
  plane: Type.Object({ base: Ref, offset: Dimension }, closed),
  axis: Type.Union([
    Type.Object({ origin: Vector, direction: Vector }, closed),
    /** Along a straight edge, through a round edge or face, or square to a planar face. */
    Type.Object({ of: Ref }, closed),
  ]),
  sketch: Type.Object({ plane: Ref }, closed),
  extrude: Type.Object(
    {
      sketch: Id,
      op: Op,
      distance: Type.Optional(Dimension),
      direction: Type.Optional(Type.Enum(['normal', 'reverse', 'symmetric'])),
      extent: Type.Optional(Type.Enum(['blind', 'throughAll', 'upTo'])),
      to: Type.Optional(Ref),
      merge: Merge,
    },
    closed,
  ),
  revolve: Type.Object({ sketch: Id, axis: Id, angle: Dimension, op: Op, merge: Merge }, closed),
  loft: Type.Object(
    {
      sketches: Type.Array(Id, { minItems: 2, maxItems: 20 }),
      op: Op,
      ruled: Type.Optional(Type.Boolean()),
      merge: Merge,
    },
    closed,
  ),
  sweep: Type.Union([
    Type.Object({ profile: Id, path: Id, entity: Id, op: Op, merge: Merge }, closed),
    /** Along a helix about a line of the profile's sketch. */
    Type.Object(
      {
        profile: Id,
        axis: Id,
        pitch: Dimension,
        turns: Dimension,
        hand: Type.Optional(Type.Enum(['right', 'left'])),
        op: Op,
        merge: Merge,
      },
      closed,
    ),
  ]),
  fillet: Type.Object({ edges: Refs, radius: Dimension }, closed),
  chamfer: Type.Object(
    {
      edges: Refs,
      distance: Dimension,
      /** On the other face; or the angle there, in degrees. */
      second: Type.Optional(Dimension),
      angle: Type.Optional(Dimension),
      /** The face on which `distance` is measured. */
      face: Type.Optional(Ref),
    },
    closed,
  ),
  draft: Type.Object({ faces: Refs, angle: Dimension, pull: Vector, neutralPlane: Type.Optional(Ref) }, closed),
  shell: Type.Object({ thickness: Dimension, openFaces: Type.Optional(Refs) }, closed),
  hole: Type.Object(
    {
      face: Ref,
      diameter: Dimension,
      depth: Type.Optional(Dimension),
      counterboreDiameter: Type.Optional(Dimension),
      counterboreDepth: Type.Optional(Dimension),
      countersinkDiameter: Type.Optional(Dimension),
      countersinkAngle: Type.Optional(Dimension),
      ...place,
    },
    closed,
  ),
  pocket: Type.Object(
    { face: Ref, width: Dimension, length: Dimension, depth: Dimension, cornerRadius: Dimension, ...place },
    closed,
  ),
  boss: Type.Object(
    {
      face: Ref,
      shape: Type.Enum(['circle', 'rectangle']),
      diameter: Type.Optional(Dimension),
      width: Type.Optional(Dimension),
      length: Type.Optional(Dimension),
      height: Dimension,
      ...place,
    },
    closed,
  ),
  rib: Type.Object(
    { sketch: Id, line: Id, thickness: Dimension, direction: Type.Enum(['symmetric', 'left', 'right']) },
    closed,
  ),
  primitive: Type.Object(
    { shape: Type.Enum(['sphere']), radius: Dimension, x: Dimension, y: Dimension, z: Dimension, op: Op, merge: Merge },
    closed,
  ),
  pattern: Type.Union([
    Type.Object(
      { kind: Type.Enum(['linear']), features: Ids, direction: Vector, count: Dimension, spacing: Dimension },
      closed,
    ),
    Type.Object(
      {
        kind: Type.Enum(['circular']),
        features: Ids,
        axis: Type.Optional(Vector),
        point: Type.Optional(Vector),
        /** An axis feature, instead of axis and point. */
        about: Type.Optional(Id),
        count: Dimension,
        angle: Dimension,
      },
      closed,
    ),
  ]),
  mirror: Type.Object({ features: Ids, plane: Ref }, closed),
  boolean: Type.Object({ op: Type.Enum(['union', 'subtract', 'intersect']), target: Id, tools: Ids }, closed),
  import: Type.Object({ format: Type.Enum(['step']), hash: textSchema(128) }, closed),
} as const

export type FeatureType = keyof typeof featureInputs
export type FeatureInputs<T extends FeatureType> = Static<(typeof featureInputs)[T]>
export const featureTypes = Object.freeze(Object.keys(featureInputs))

export const isFeatureType = (type: string): type is FeatureType => Object.hasOwn(featureInputs, type)

/** The schema of one input of a type, for every form that the type's inputs have. */
export function inputSchemas(type: FeatureType, input: string): readonly TSchema[] {
  const schema: { properties?: TObject['properties']; anyOf?: readonly TObject[] } = featureInputs[type]
  const forms = schema.anyOf ?? [{ properties: schema.properties ?? {} }]
  return forms.flatMap(({ properties }) => {
    const found = Object.hasOwn(properties, input) ? properties[input] : undefined
    return found ? [found] : []
  })
}
