import type { Ref } from '../document/inputs.ts'
import { FeatureError } from '../error/featureError.ts'
import { type Oc, withArena, xyz } from '../geometry/occ.ts'
import type { EdgeInfo, Topology } from '../geometry/topology.ts'
import { distanceApart, type Frame, toPlane, type V2, type V3 } from '../geometry/vector.ts'
import { resolveAll, resolveOne } from '../name/ref.ts'
import type { BuiltPart } from './builder.ts'

/** An edge in the plane of a sketch: the ends of a straight one, or the centre of a round one, with their refs. */
export interface ProjectedEdge {
  kind: 'line' | 'circle'
  ref: string
  points: { xy: [number, number]; ref: string }[]
}

/** Where a vertex, or the centre of a round edge, lies in a plane. @throws FeatureError */
export function projectPoint(oc: Oc, topology: Topology, frame: Frame, ref: string): V2 {
  const found = resolveOne(topology, ref)
  if (found.kind === 'vertex') return toPlane(frame, found.info.at)
  if (found.kind === 'edge') {
    const centre = centreOf(oc, found.info)
    if (centre) return toPlane(frame, centre)
  }
  throw new FeatureError('invalid_ref', 'A point of a sketch is projected from a vertex or a round edge.', {
    refs: [ref.slice(0, 200)],
  })
}

export function projectEdges(
  oc: Oc,
  { topology, sketches }: BuiltPart,
  { sketch, refs }: { sketch: string; refs: readonly Ref[] },
): ProjectedEdge[] {
  const frame = sketches.get(sketch)?.frame
  if (!frame) throw new FeatureError('not_found', 'The sketch is not built.', { refs: [sketch] })
  const at = (point: V3): [number, number] => {
    const [x, y] = toPlane(frame, point)
    return [x, y]
  }
  return resolveAll(topology(), refs).map((found): ProjectedEdge => {
    if (found.kind !== 'edge') throw new FeatureError('invalid_ref', 'Edges are projected into a sketch.')
    const edge = found.info
    const ref = `edge:${edge.label}`
    if (edge.curve === 'line') {
      const ends = endsOf(oc, edge, topology())
      return { kind: 'line', ref, points: ends.map(({ at: end, label }) => ({ xy: at(end), ref: `vertex:${label}` })) }
    }
    const centre = centreOf(oc, edge)
    if (!centre) throw new FeatureError('invalid_ref', 'Straight and round edges are projected.', { refs: [ref] })
    return { kind: 'circle', ref, points: [{ xy: at(centre), ref }] }
  })
}

const centreOf = (oc: Oc, { edge, curve }: EdgeInfo): V3 | undefined =>
  curve === 'circle' || curve === 'arc'
    ? withArena((use) => xyz(use(use(use(new oc.BRepAdaptor_Curve(edge)).Circle()).Location())))
    : undefined

/** The two vertices of a straight edge. */
function endsOf(oc: Oc, { edge, label }: EdgeInfo, { vertices }: Topology): Topology['vertices'][number][] {
  return withArena((use) => {
    const curve = use(new oc.BRepAdaptor_Curve(edge))
    return [curve.FirstParameter(), curve.LastParameter()].map((t) => {
      const end = xyz(use(curve.EvalD0(t)))
      const nearest = vertices.find(({ at }) => distanceApart(at, end) < 1e-6)
      if (!nearest)
        throw new FeatureError('invalid_ref', 'An end of the edge has no name.', { refs: [`edge:${label}`] })
      return nearest
    })
  })
}
