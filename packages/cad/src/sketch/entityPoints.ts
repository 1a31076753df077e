import type { SketchConstraint, SketchEntity } from '../document/part.ts'

/** The points of an entity. */
export function pointsOf(entity: SketchEntity): string[] {
  switch (entity.kind) {
    case 'line':
      return [entity.a, entity.b]
    case 'circle':
      return [entity.c]
    case 'arc':
      return [entity.a, entity.b, entity.c]
    case 'spline':
      return [...entity.points]
  }
}

/** Everything that a constraint holds. */
export const constrainedIds = ({
  point,
  points = [],
  line,
  lines = [],
  arc,
  arcs = [],
  axis,
}: SketchConstraint['refs']): string[] =>
  [point, ...points, line, ...lines, arc, ...arcs, axis].filter((id) => id !== undefined)
