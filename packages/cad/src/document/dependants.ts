import type { Json } from '@atelier/documents'
import { PART_ID } from './check.ts'
import type { Part, PartFeature } from './part.ts'

/** The ids of features that an input names: as an id, inside a ref, or in a query. */
export function partIdsIn(value: Json): string[] {
  if (typeof value === 'string') return value.split(/[^0-9a-z-]/).filter((word) => PART_ID.test(word))
  if (Array.isArray(value)) return value.flatMap(partIdsIn)
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(partIdsIn) : []
}

/** The ids that a feature reads, in its inputs and in the points that are projected into its sketch. */
export const inputsOf = (part: Pick<Part, 'points'>, { id, type, inputs }: PartFeature): Set<string> =>
  new Set([
    ...Object.values(inputs).flatMap(partIdsIn),
    ...(type === 'sketch' ? part.points : []).flatMap(({ sketch, ref }) =>
      sketch === id && ref !== undefined ? partIdsIn(ref) : [],
    ),
  ])

/** The features that depend on one of these, directly or over others, in their order. */
export function dependantsOf(part: Part, ids: readonly string[]): PartFeature[] {
  const gone = new Set(ids)
  const owner = new Map([...part.entities, ...part.points].map(({ id, sketch }) => [id, sketch]))
  const found = new Set<string>()
  for (let grew = true; grew; ) {
    grew = false
    for (const feature of part.features) {
      if (gone.has(feature.id)) continue
      if (![...inputsOf(part, feature)].some((id) => gone.has(id) || gone.has(owner.get(id) ?? ''))) continue
      gone.add(feature.id)
      found.add(feature.id)
      grew = true
    }
  }
  return part.features.filter(({ id }) => found.has(id))
}
