import type { Part, Requirement } from '../document/part.ts'
import { FeatureError } from '../error/featureError.ts'
import { ExpressionError } from '../expression/parse.ts'
import type { Oc } from '../geometry/occ.ts'
import { type Found, resolveOne } from '../name/ref.ts'
import { angleBetween, distanceBetween } from './between.ts'
import type { BuiltPart } from './builder.ts'
import type { MeasuredRequirement } from './types.ts'

/** The tolerance of a length, an angle or a count that has none, relative to its value. */
const EXACT = 1e-6

/** Measures what must hold of a part. */
export function measureRequirements(oc: Oc, part: Part, built: BuiltPart): MeasuredRequirement[] {
  return part.requirements.map((requirement) => {
    try {
      const measured = measureOf(oc, built, requirement.measure)
      return { id: requirement.id, measured, holds: requirementHolds(built, requirement, measured) }
    } catch (error) {
      if (error instanceof FeatureError || error instanceof ExpressionError)
        return { id: requirement.id, holds: false, error: error.message }
      throw error
    }
  })
}

function requirementHolds(
  { parameters }: BuiltPart,
  { is, value, tolerance, measure }: Requirement,
  measured: number,
): boolean {
  const wanted = parameters.value(
    value,
    /^(?:box\.|distance|radius)/.test(measure) ? 'length' : measure.startsWith('angle') ? 'angle' : 'number',
  )
  const slack = tolerance ?? EXACT * Math.max(1, Math.abs(wanted))
  // A value equal to its limit is right.
  if (is === '=') return Math.abs(measured - wanted) <= slack
  return is === '<' ? measured <= wanted + slack : measured >= wanted - slack
}

/** The value of a measure such as `box.x`, `mass` or `distance(face:…, face:…)`. @throws FeatureError */
export function measureOf(oc: Oc, { build, topology }: Pick<BuiltPart, 'build' | 'topology'>, measure: string): number {
  const { measures } = build
  const axis = ['box.x', 'box.y', 'box.z'].indexOf(measure)
  if (axis >= 0) return (measures.box?.max[axis] ?? 0) - (measures.box?.min[axis] ?? 0)
  switch (measure) {
    case 'volume':
    case 'area':
    case 'mass':
    case 'bodies':
      return measures[measure]
  }
  const open = measure.indexOf('(')
  const name = measure.slice(0, Math.max(open, 0))
  const refs = open > 0 && measure.endsWith(')') ? splitRefs(measure.slice(open + 1, -1)) : []
  const found = refs.map((ref) => resolveOne(topology(), ref))
  const [first, second] = found
  if (first && second && found.length === 2) {
    if (name === 'distance') return distanceBetween(oc, first, second).distance
    if (name === 'angle') return angleBetween(first, second)
  }
  if (first && found.length === 1) {
    if (name === 'size') return foundSize(first)
    if (name === 'radius' && first.kind !== 'vertex' && first.info.radius !== undefined) return first.info.radius
  }
  throw new FeatureError('invalid_value', `“${measure.slice(0, 80)}” measures nothing.`, {
    hint: 'Measures are volume, area, mass, bodies, box.x, box.y, box.z, distance(ref, ref), angle(ref, ref), radius(ref) and size(ref).',
  })
}

const foundSize = (found: Found): number =>
  found.kind === 'face' ? found.info.area : found.kind === 'edge' ? found.info.length : 0

/** The refs of a list: commas between brackets belong to a ref. */
function splitRefs(list: string): string[] {
  const refs: string[] = []
  let depth = 0
  let from = 0
  for (let i = 0; i <= list.length; i += 1) {
    const sign = list[i]
    if (sign === '(' || sign === '[') depth += 1
    if (sign === ')' || sign === ']') depth -= 1
    if (i < list.length && !(sign === ',' && depth === 0)) continue
    refs.push(list.slice(from, i).trim())
    from = i + 1
  }
  return refs
}
