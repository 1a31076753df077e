import type { Json } from '@atelier/documents'
import { createThing, newPartId, nextName, orderAfter, writeField as writeValue } from '../document/changes.ts'
import { type PartFeature, sketchOf } from '../document/part.ts'
import type { Edit } from './write.ts'

/** Copies a feature; of a sketch with all that is drawn in it. Returns the id of the copy. */
export function duplicate(
  edit: Edit,
  source: PartFeature,
  { name, after }: { name: string | undefined; after: string | undefined },
): string {
  const { features } = edit.part
  const copy = createThing(edit, source.type, {
    kind: 'feature',
    type: source.type,
    name: name ?? nextName(features, source.type),
    order: orderAfter(features, after ?? null),
    inputs: source.inputs,
  })
  if (source.type !== 'sketch') return copy
  const { points, entities, constraints } = sketchOf(edit.part, source.id)
  const ids = new Map<string, string>([[source.id, copy]])
  for (const { id, ...birth } of [...points, ...entities, ...constraints]) {
    const made = newPartId(edit, id.split('-')[0] ?? 'thing')
    ids.set(id, made)
    const { run: _, ...rest } = birth
    writeValue(edit, made, renamed({ ...rest, ...(edit.run === undefined ? {} : { run: edit.run }) }, ids))
  }
  return copy
}

/** A value with ids replaced; members come before what holds them. */
function renamed(value: unknown, ids: ReadonlyMap<string, string>): Json {
  if (typeof value === 'string') return ids.get(value) ?? value
  if (typeof value === 'number' || typeof value === 'boolean') return value
  if (Array.isArray(value)) return value.map((each) => renamed(each, ids))
  if (typeof value !== 'object' || value === null) return null
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) => (each === undefined ? [] : [[key, renamed(each, ids)]])),
  )
}
