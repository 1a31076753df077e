import type { Part } from '../document/part.ts'
import type { ConstraintMembers, ConstraintType } from '../document/records.ts'

type Member = keyof ConstraintMembers

/** The forms that each type of constraint has. */
const forms: Readonly<Record<ConstraintType, readonly (readonly Member[])[]>> = {
  horizontal: [['points'], ['line']],
  vertical: [['points'], ['line']],
  coincident: [['points']],
  fixed: [['point']],
  distance: [['points']],
  horizontalDistance: [['points']],
  verticalDistance: [['points']],
  angle: [['lines']],
  radius: [['arc']],
  parallel: [['lines']],
  perpendicular: [['lines']],
  equalLength: [['lines']],
  collinear: [['lines']],
  tangent: [['line', 'arc'], ['arcs']],
  equalRadius: [['arcs']],
  concentric: [['arcs']],
  symmetric: [['points', 'axis']],
  pointOnLine: [['point', 'line']],
  midpoint: [['point', 'line']],
  pointOnArc: [['point', 'arc']],
}
export const valuedTypes: ReadonlySet<ConstraintType> = new Set([
  'distance',
  'horizontalDistance',
  'verticalDistance',
  'angle',
  'radius',
])

/** Returns why a constraint cannot hold these members, as a sentence; undefined if it can. */
export function refuseMembers(
  part: Part,
  sketch: string,
  type: ConstraintType,
  refs: ConstraintMembers,
  value: unknown,
): string | undefined {
  const given = Object.entries(refs).flatMap(([name, member]) => (member === undefined ? [] : [name]))
  const fits = forms[type].some((form) => form.length === given.length && form.every((name) => given.includes(name)))
  if (!fits) return `The constraint ${type} takes ${forms[type].map((form) => form.join(' and ')).join(', or ')}.`
  if (valuedTypes.has(type) !== (value !== undefined))
    return valuedTypes.has(type) ? `The constraint ${type} needs a value.` : `The constraint ${type} takes no value.`
  for (const name of given) {
    const member = constraintMemberOf(refs, name)
    const ids = typeof member === 'string' ? [member] : (member ?? [])
    if (typeof member !== 'string' && (ids.length !== 2 || ids[0] === ids[1])) return `${name} are two different ones.`
    for (const id of ids) {
      const kind = sketchKindOf(part, sketch, id)
      if (kind === undefined) return `There is no “${id.slice(0, 60)}” in this sketch.`
      const wanted = name.startsWith('point') ? 'point' : name.startsWith('arc') ? 'arc' : 'line'
      if (kind !== wanted) return `“${id.slice(0, 60)}” is no ${wanted}.`
    }
  }
  return undefined
}

function constraintMemberOf(refs: ConstraintMembers, name: string): string | readonly string[] | undefined {
  return Object.entries(refs).find(([each]) => each === name)?.[1]
}

function sketchKindOf(part: Part, sketch: string, id: string): 'point' | 'line' | 'arc' | undefined {
  if (part.points.some((each) => each.id === id && each.sketch === sketch)) return 'point'
  const entity = part.entities.find((each) => each.id === id && each.sketch === sketch)
  if (!entity || entity.kind === 'spline') return undefined
  return entity.kind === 'line' ? 'line' : 'arc'
}
