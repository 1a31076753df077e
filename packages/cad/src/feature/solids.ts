import type { BRepBuilderAPI_MakeShape } from 'replicad-opencascadejs'
import { FeatureError } from '../error/featureError.ts'
import { type Body, type BodyState, freeState } from '../geometry/body.ts'
import { type Born, carryBodies, type Source } from '../geometry/carry.ts'
import { faceFactsOf } from '../geometry/faceFacts.ts'
import {
  type Edge,
  type Face,
  facesOf,
  isValid,
  kept,
  listOf,
  type Oc,
  pointsOf,
  type Shape,
  ShapeMap,
  solidVolume,
  type Use,
  withArena,
} from '../geometry/occ.ts'
import { addVectors, type Frame, scale, toWorld, type V3 } from '../geometry/vector.ts'
import type { Outline, Region } from '../sketch/profile.ts'
import { curveOf, type Segment } from '../sketch/segment.ts'
import { polesOf } from '../sketch/spline.ts'
import { attemptMaker, type Tool, type Tools } from './make.ts'

/** An edge of the kernel with the entity of the sketch that it is. */
export interface ProfileEdge {
  edge: Edge
  entity: string
}

export function makeEdge(oc: Oc, segment: Segment, frame: Frame, use: Use): Edge {
  const { point, ax2 } = pointsOf(oc, use)
  const [a, b] = [toWorld(frame, segment.a), toWorld(frame, segment.b)]
  if (segment.kind === 'line') return use(use(new oc.BRepBuilderAPI_MakeEdge(point(a), point(b))).Edge())
  if (segment.kind === 'spline') return splineEdge(oc, segment, frame, use)
  const { c, r, ccw, full } = segment
  // An arc to the right runs to the left seen from behind.
  const circle = use(new oc.gp_Circ(ax2(toWorld(frame, c), ccw ? frame.normal : scale(frame.normal, -1), frame.x), r))
  const maker = full
    ? new oc.BRepBuilderAPI_MakeEdge(circle)
    : new oc.BRepBuilderAPI_MakeEdge(circle, point(a), point(b))
  return use(use(maker).Edge())
}

/** A spline as one edge. */
function splineEdge(oc: Oc, segment: Extract<Segment, { kind: 'spline' }>, frame: Frame, use: Use): Edge {
  const curve = curveOf(segment)
  const { point } = pointsOf(oc, use)
  const poles = polesOf(curve).map((at) => point(toWorld(frame, at)))
  const [placed, knots, counts] = [
    use(new oc.NCollection_Array1_gp_Pnt(1, poles.length)),
    use(new oc.NCollection_Array1_double(1, curve.knots.length)),
    use(new oc.NCollection_Array1_int(1, curve.knots.length)),
  ]
  for (const [i, pole] of poles.entries()) placed.SetValue(i + 1, pole)
  for (const [i, knot] of curve.knots.entries()) {
    knots.SetValue(i + 1, knot)
    counts.SetValue(i + 1, i === 0 || i === curve.knots.length - 1 ? 4 : 1)
  }
  const made = use(new oc.Geom_BSplineCurve(placed, knots, counts, 3, false))
  return use(use(new oc.BRepBuilderAPI_MakeEdge(made)).Edge())
}

export function makeWire(oc: Oc, segments: readonly Segment[], frame: Frame, use: Use) {
  const maker = use(new oc.BRepBuilderAPI_MakeWire())
  const edges = segments.map((segment): ProfileEdge => {
    maker.Add(makeEdge(oc, segment, frame, use))
    // Adding copies the edge, and the copy is what later makers name.
    return { edge: use(maker.Edge()), entity: segment.entity }
  })
  return { wire: use(maker.Wire()), edges }
}

/** The face of a region in a frame, with its edges. */
export function makeFace(
  oc: Oc,
  { outer, holes }: Region,
  frame: Frame,
  use: Use,
): { face: Face; edges: ProfileEdge[] } {
  const wires = [outer, ...holes].map(({ segments }: Outline) => makeWire(oc, segments, frame, use))
  const [first, ...rest] = wires
  if (!first) throw new FeatureError('empty_profile', 'The outline is empty.')
  const plane = use(new oc.gp_Pln(pointsOf(oc, use).ax3(frame)))
  const maker = use(new oc.BRepBuilderAPI_MakeFace(plane, first.wire, true))
  for (const { wire } of rest) maker.Add(wire)
  return { face: use(maker.Face()), edges: wires.flatMap(({ edges }) => edges) }
}

/** A tool from a solid, with the names that its maker gives. */
export function namedTool(oc: Oc, shape: Shape, born: readonly Born[], fallback: string): Tool {
  return withArena(() => {
    const names = new ShapeMap<string[]>(oc)
    for (const { shape: face, name } of born) names.set(face, [...(names.get(face) ?? []), name])
    const faces = facesOf(oc, shape, kept).map((face, i) => ({
      face,
      names: names.get(face) ?? [`${fallback}/side/new${i}`],
    }))
    return { shape, faces }
  })
}

/** Prisms over a profile between two heights along its normal. @param feature begins the names */
export function prisms(
  oc: Oc,
  regions: readonly Region[],
  frame: Frame,
  heights: readonly [number, number],
  feature: string,
): Tool[] {
  const [from, to] = heights
  const base = { ...frame, origin: addVectors(frame.origin, scale(frame.normal, from)) }
  return regions.map((region) =>
    withArena((use) => {
      const { face, edges } = makeFace(oc, region, base, use)
      const vector = pointsOf(oc, use).vector(scale(frame.normal, to - from))
      const prism = use(new oc.BRepPrimAPI_MakePrism(face, vector, false, true))
      return namedTool(oc, prism.Shape(), sweptNames(oc, prism, edges, feature, use), feature)
    }),
  )
}

interface Swept extends BRepBuilderAPI_MakeShape {
  FirstShape(): Shape
  LastShape(): Shape
}

/** The names that a sweep gives: `start`, `end`, and `side/<entity>`. */
export function sweptNames(oc: Oc, maker: Swept, edges: readonly ProfileEdge[], feature: string, use: Use): Born[] {
  const sides = edges.flatMap(({ edge, entity }) => {
    const list = use(maker.Generated(edge))
    return generated(oc, list, use).map((shape) => ({ shape, name: `${feature}/side/${entity}` }))
  })
  return [
    ...sides,
    { shape: use(maker.FirstShape()), name: `${feature}/start` },
    { shape: use(maker.LastShape()), name: `${feature}/end` },
  ]
}

export function generated(oc: Oc, list: ReturnType<BRepBuilderAPI_MakeShape['Generated']>, use: Use): Shape[] {
  const rest = use(new oc.NCollection_List_TopoDS_Shape(list))
  const shapes: Shape[] = []
  while (!rest.IsEmpty()) {
    shapes.push(use(rest.First()))
    rest.RemoveFirst()
  }
  return shapes
}

export const namedSources = ({ bodies }: BodyState): Source[] =>
  bodies.flatMap(({ id, faces }) => faces.map((face) => ({ ...face, body: id })))

/** The volume of all bodies; if others have become them, by `checkedState`, it is known already. */
export function volumeOfAll(oc: Oc, state: BodyState): number {
  const known = volumes.get(state)
  if (known !== undefined) return known
  const volume = state.bodies.reduce((sum, { shape }) => sum + solidVolume(oc, shape), 0)
  volumes.set(state, volume)
  return volume
}
const volumes = new WeakMap<BodyState, number>()

/**
 * The volume of bodies that were made of others, from the faces that came and those that went: together they bound the
 * difference.
 */
function volumeSince(oc: Oc, before: BodyState, after: BodyState): number {
  const [old, now] = [facesByFacts(before), facesByFacts(after)]
  const [came, went] = [[...now].filter(([each]) => !old.has(each)), [...old].filter(([each]) => !now.has(each))]
  if (came.length === now.size) return volumeOfAll(oc, after)
  const difference = withArena((use) => {
    const builder = use(new oc.TopoDS_Builder())
    const boundary = use(new oc.TopoDS_Compound())
    builder.MakeCompound(boundary)
    for (const [, face] of came) builder.Add(boundary, face)
    for (const [, face] of went) builder.Add(boundary, use(face.Reversed()))
    const properties = use(new oc.GProp_GProps())
    oc.BRepGProp.VolumeProperties(boundary, properties, false, false, false)
    return properties.Mass()
  })
  return volumeOfAll(oc, before) + difference
}

const facesByFacts = ({ bodies }: BodyState) =>
  new Map(bodies.flatMap(({ faces }) => faces.map(({ face }) => [faceFactsOf(face), face] as const)))

/** Copies of the handles of bodies that a feature leaves as they are. */
export function keepBodies(oc: Oc, bodies: readonly Body[]): Body[] {
  return bodies.flatMap((body) =>
    carryBodies(oc, body.shape, { feature: body.id, sources: namedSources({ bodies: [body] }), order: [body.id] }),
  )
}

type Operation = 'union' | 'subtract' | 'intersect'

/** Joins solids by one boolean of the kernel. */
export function booleanOf(
  oc: Oc,
  op: Operation,
  bodies: readonly Body[],
  tools: readonly { shape: Shape; sources: readonly Source[] }[],
  feature: string,
): Body[] {
  return withArena((use) =>
    attemptMaker('boolean_failed', 'The bodies could not be joined.', () => {
      const maker =
        op === 'union'
          ? use(new oc.BRepAlgoAPI_Fuse())
          : op === 'subtract'
            ? use(new oc.BRepAlgoAPI_Cut())
            : use(new oc.BRepAlgoAPI_Common())
      maker.SetArguments(
        listOf(
          oc,
          bodies.map(({ shape }) => shape),
          use,
        ),
      )
      maker.SetTools(
        listOf(
          oc,
          tools.map(({ shape }) => shape),
          use,
        ),
      )
      maker.SetNonDestructive(true)
      // Bodies and tools are valid solids with a positive volume.
      maker.SetCheckInverted(false)
      maker.Build(use(new oc.Message_ProgressRange()))
      if (maker.HasErrors()) throw new FeatureError('boolean_failed', 'The bodies could not be joined.')
      maker.SimplifyResult(true, true, 1e-6)
      const carried = carryBodies(oc, use(maker.Shape()), {
        feature,
        history: maker,
        sources: [...namedSources({ bodies }), ...tools.flatMap(({ sources }) => sources)],
        order: bodies.map(({ id }) => id),
        keepsFacts: true,
      })
      // Deleting it does not free what it was made of, some 300 kB a boolean.
      maker.Clear()
      return carried
    }),
  )
}

/** The bodies after tools are added to them or cut from them. @throws FeatureError if nothing changes or nothing is left */
export function applyTools(oc: Oc, state: BodyState, { op, merge, solids }: Tools, feature: string): BodyState {
  const tools = solids.map(({ shape, faces }) => ({ shape, sources: faces }))
  for (const { shape } of tools) {
    if (!isValid(oc, shape)) throw new FeatureError('invalid_solid', 'It makes no valid solid.')
    if (solidVolume(oc, shape) <= 0) throw new FeatureError('invalid_solid', 'It makes a solid without a volume.')
  }
  if (op === 'cut') {
    if (state.bodies.length === 0) throw new FeatureError('no_effect', 'There is no body to cut from.')
    const before = volumeOfAll(oc, state)
    const bodies = booleanOf(oc, 'subtract', state.bodies, tools, feature)
    return checkedState(oc, state, { bodies }, (after) => {
      if (bodies.length === 0) throw new FeatureError('nothing_left', 'The cut leaves nothing.')
      if (after > before - 1e-9 * Math.max(1, before))
        throw new FeatureError('no_effect', 'The cut meets no body.', { hint: 'Check its place and its direction.' })
    })
  }
  if (merge === 'new' || (state.bodies.length === 0 && tools.length === 1)) {
    const made = tools.flatMap(({ shape, sources }) => carryBodies(oc, shape, { feature, sources }))
    return checkedState(oc, state, {
      bodies: [...keepBodies(oc, state.bodies), ...numbered(made, feature, state)],
    })
  }
  const before = volumeOfAll(oc, state)
  const [first, ...rest] = tools
  const bodies =
    state.bodies.length > 0 || !first
      ? booleanOf(oc, 'union', state.bodies, tools, feature)
      : booleanOf(
          oc,
          'union',
          [{ id: feature, shape: first.shape, faces: first.sources.map(({ face, names }) => ({ face, names })) }],
          rest,
          feature,
        )
  return checkedState(oc, state, { bodies }, (after) => {
    if (after < before - 1e-9 * before) throw new FeatureError('boolean_failed', 'Adding it would take material away.')
    if (after < before + 1e-9 * Math.max(1, before)) throw new FeatureError('no_effect', 'It lies within the body.')
  })
}

function numbered(made: readonly Body[], feature: string, { bodies }: BodyState): Body[] {
  const taken = bodies.filter(({ id }) => id.split('~')[0] === feature).length
  return made.map((body, i) => ({ ...body, id: taken + i === 0 ? feature : `${feature}~${taken + i + 1}` }))
}

/**
 * Checks the bodies of a result, and frees them if one is wrong. Faces that were checked before are not checked again.
 * @param before the bodies that they were made of
 */
export function checkedState(
  oc: Oc,
  before: BodyState,
  state: BodyState,
  promise: (volume: number) => void = () => undefined,
): BodyState {
  try {
    for (const { shape, faces } of state.bodies)
      if (!isValidSince(oc, shape, faces)) throw new FeatureError('invalid_solid', 'The result is no valid solid.')
    const volume = volumeSince(oc, before, state)
    if (state.bodies.length > 0 && volume <= 0) throw new FeatureError('invalid_solid', 'The result has no volume.')
    promise(volume)
    volumes.set(state, volume)
    return state
  } catch (error) {
    freeState(state)
    throw error
  }
}

/** Whether the faces of a body that are new are valid; if all are, whether the body is. */
function isValidSince(oc: Oc, shape: Shape, faces: Body['faces']): boolean {
  const fresh = faces.filter(({ face }) => faceFactsOf(face).isValid !== true)
  const isWhole = fresh.length === faces.length
  if (!(isWhole ? isValid(oc, shape) : fresh.every(({ face }) => isValid(oc, face)))) return false
  if (isWhole) {
    if (solidVolume(oc, shape) <= 0) return false
    sound.add(shape)
  }
  for (const { face } of fresh) faceFactsOf(face).isValid = true
  return true
}

/** Bodies that were checked as a whole. */
const sound = new WeakSet<Shape>()

/** Whether all bodies are closed and valid as a whole: features that change few faces have checked these only. */
export function areSound(oc: Oc, { bodies }: BodyState): boolean {
  for (const { shape } of bodies) {
    if (sound.has(shape)) continue
    if (!isValid(oc, shape) || solidVolume(oc, shape) <= 0) return false
    sound.add(shape)
  }
  return true
}

/** A copy of a tool at another place. @param suffix is added to the names of its faces */
export function transformed(
  oc: Oc,
  { shape, faces }: Tool,
  trsf: ConstructorParameters<Oc['BRepBuilderAPI_Transform']>[1],
  suffix: string,
): Tool {
  return withArena((use) => {
    const maker = use(new oc.BRepBuilderAPI_Transform(shape, trsf, true, false))
    const born = faces.flatMap(({ face, names }) => {
      const moved = use(maker.ModifiedShape(face))
      return names.map((name) => ({ shape: moved, name: `${name}${suffix}` }))
    })
    return namedTool(oc, maker.Shape(), born, 'copy')
  })
}

export const heightOf = (frame: Frame, point: V3): number =>
  (point[0] - frame.origin[0]) * frame.normal[0] +
  (point[1] - frame.origin[1]) * frame.normal[1] +
  (point[2] - frame.origin[2]) * frame.normal[2]
