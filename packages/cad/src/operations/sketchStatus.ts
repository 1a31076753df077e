import type { PartContext } from '../context/context.ts'
import { type Part, sketchOf } from '../document/part.ts'
import { buildOf, Refusal } from './write.ts'

/** How constrained a sketch is, as the solver says. */
export async function sketchStatus(context: PartContext, part: Part, sketchId: string) {
  const built = (await buildOf(context, part)).features.find(({ id }) => id === sketchId)
  if (built?.error)
    throw new Refusal(built.error.code, built.error.message, { hint: built.error.refs?.join(', ') ?? '' })
  const { points, entities, constraints } = sketchOf(part, sketchId)
  const { status = 'solved', degreesOfFreedom = 0, conflicting = [], redundant = [], moved = [] } = built?.sketch ?? {}
  const places = new Map(moved.map(({ id, xy }) => [id, xy]))
  return {
    sketchId,
    solverStatus: status,
    degreesOfFreedom,
    pointCount: points.length,
    entityCount: entities.length,
    constraintCount: constraints.length,
    conflicting,
    redundant,
    points: points.slice(0, 200).map(({ id, xy }) => {
      const [x, y] = places.get(id) ?? xy
      return { id, x, y }
    }),
  }
}
