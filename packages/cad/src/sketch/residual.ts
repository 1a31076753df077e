import type { SketchEntity } from '../document/part.ts'
import type { V2 } from '../geometry/vector.ts'
import type { Solution, ValuedConstraint } from './types.ts'

/**
 * How far a constraint is from being met, in mm; for angles, the offset at one mm. Computed here, because the solver reports
 * some impossible sketches as solved.
 */
export function residualOf(
  { type, refs, value = 0 }: ValuedConstraint,
  entities: readonly SketchEntity[],
  { points, radii }: Pick<Solution, 'points' | 'radii'>,
): number {
  const at = (id = ''): V2 => points.get(id) ?? [Number.NaN, Number.NaN]
  const found = (id: string | undefined) => entities.find((each) => each.id === id)
  const ends = (id: string | undefined): [V2, V2] => {
    const entity = found(id)
    return entity?.kind === 'line' || entity?.kind === 'arc' ? [at(entity.a), at(entity.b)] : [at(), at()]
  }
  const circle = (id: string | undefined): { c: V2; r: number } => {
    const entity = found(id)
    if (entity?.kind === 'circle') return { c: at(entity.c), r: radii.get(entity.id) ?? entity.r }
    return entity?.kind === 'arc'
      ? { c: at(entity.c), r: apart(at(entity.a), at(entity.c)) }
      : { c: at(), r: Number.NaN }
  }
  const [p, q] = refs.line === undefined ? [at(refs.points?.[0]), at(refs.points?.[1])] : ends(refs.line)
  const turn = (id: string | undefined): V2 => {
    const [a, b] = ends(id)
    const size = apart(a, b)
    return [(b[0] - a[0]) / size, (b[1] - a[1]) / size]
  }
  const [l, m] = [refs.lines?.[0], refs.lines?.[1]]
  const [s, t] = [refs.arcs?.[0], refs.arcs?.[1]]
  const cross = (a: V2, b: V2) => a[0] * b[1] - a[1] * b[0]
  const off = (point: V2, [a, b]: [V2, V2]) =>
    cross([b[0] - a[0], b[1] - a[1]], [point[0] - a[0], point[1] - a[1]]) / apart(a, b)
  switch (type) {
    case 'fixed':
      return 0
    case 'horizontal':
      return p[1] - q[1]
    case 'vertical':
      return p[0] - q[0]
    case 'coincident':
      return apart(p, q)
    case 'distance':
      return apart(p, q) - value
    case 'horizontalDistance':
      return Math.abs(p[0] - q[0]) - value
    case 'verticalDistance':
      return Math.abs(p[1] - q[1]) - value
    case 'angle': {
      const [a, b] = [turn(l), turn(m)]
      const angle = Math.abs(Math.atan2(cross(a, b), a[0] * b[0] + a[1] * b[1]))
      const wanted = (value * Math.PI) / 180
      return Math.min(Math.abs(angle - Math.abs(wanted)), Math.abs(2 * Math.PI - angle - Math.abs(wanted)))
    }
    case 'radius':
      return circle(refs.arc).r - value
    case 'parallel':
      return cross(turn(l), turn(m))
    case 'perpendicular': {
      const [a, b] = [turn(l), turn(m)]
      return a[0] * b[0] + a[1] * b[1]
    }
    case 'equalLength':
      return apart(...ends(l)) - apart(...ends(m))
    case 'collinear':
      return Math.max(...ends(m).map((point) => Math.abs(off(point, ends(l)))))
    case 'tangent': {
      if (refs.arcs) {
        const [a, b] = [circle(s), circle(t)]
        const gap = apart(a.c, b.c)
        return Math.min(Math.abs(gap - a.r - b.r), Math.abs(gap - Math.abs(a.r - b.r)))
      }
      const { c, r } = circle(refs.arc)
      return Math.abs(off(c, ends(refs.line))) - r
    }
    case 'equalRadius':
      return circle(s).r - circle(t).r
    case 'concentric':
      return apart(circle(s).c, circle(t).c)
    case 'symmetric': {
      const axis = ends(refs.axis)
      const [a, b] = axis
      const along = ((p[0] - q[0]) * (b[0] - a[0]) + (p[1] - q[1]) * (b[1] - a[1])) / apart(a, b)
      return Math.max(Math.abs(off(p, axis) + off(q, axis)), Math.abs(along))
    }
    case 'pointOnLine':
      return off(at(refs.point), ends(refs.line))
    case 'midpoint': {
      const [a, b] = ends(refs.line)
      return apart(at(refs.point), [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2])
    }
    case 'pointOnArc': {
      const { c, r } = circle(refs.arc)
      return apart(at(refs.point), c) - r
    }
  }
}

const apart = (a: V2, b: V2): number => Math.hypot(a[0] - b[0], a[1] - b[1])
