import { FeatureError } from '../error/featureError.ts'
import { type Oc, type Shape, withArena, xyz } from '../geometry/occ.ts'
import { dot, type V3 } from '../geometry/vector.ts'
import type { Found } from '../name/ref.ts'

const shapeOf = ({ kind, info }: Found): Shape =>
  kind === 'face' ? info.face : kind === 'edge' ? info.edge : info.vertex

/** The smallest distance between two things, with the point on each where it is. */
export function distanceBetween(oc: Oc, a: Found, b: Found): { distance: number; points: [V3, V3] } {
  return withArena((use) => {
    const measure = use(new oc.BRepExtrema_DistShapeShape())
    measure.LoadS1(shapeOf(a))
    measure.LoadS2(shapeOf(b))
    measure.Perform(use(new oc.Message_ProgressRange()))
    if (!measure.IsDone() || measure.NbSolution() < 1)
      throw new FeatureError('invalid_ref', 'The distance cannot be measured.')
    return {
      distance: measure.Value(),
      points: [xyz(use(measure.PointOnShape1(1))), xyz(use(measure.PointOnShape2(1)))],
    }
  })
}

/** The angle in degrees between normals of planes, axes or lines. */
export function angleBetween(a: Found, b: Found): number {
  const [u, v] = [a, b].map((each) => (each.kind === 'vertex' ? undefined : each.info.direction))
  if (!u || !v) throw new FeatureError('invalid_ref', 'An angle is between planar faces, axes or straight edges.')
  const cosine = dot(u, v)
  return (Math.acos(Math.max(-1, Math.min(1, cosine))) * 180) / Math.PI
}
