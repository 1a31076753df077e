import type { Json } from '@atelier/documents'
import { isList, recordOf } from '../model/json.ts'

/** How deep a value of a file may be nested. */
export const MAX_DEPTH = 64

/**
 * A value as the format writes it: members in the order of their UTF-16 code units, without those that are null, two
 * spaces of indent, one line end at the end. `first` names members of the outermost object that come before all others.
 * Members whose names are integers come first, whatever the order, since JavaScript holds them there.
 * @throws RangeError if the value is nested deeper than `MAX_DEPTH`
 */
export const canonicalJson = (value: Json, first: readonly string[] = []): string =>
  `${JSON.stringify(ordered(value, first, 0), undefined, 2)}\n`

/** The value itself where it is in order already. */
function ordered(value: Json, first: readonly string[], depth: number): Json {
  if (typeof value !== 'object' || value === null) return value
  if (depth >= MAX_DEPTH) throw new RangeError(`A value of a file may be nested ${MAX_DEPTH} deep.`)
  if (isList(value)) {
    const items = value.map((item) => ordered(item, [], depth + 1))
    return items.some((item, index) => item !== value[index]) ? items : value
  }
  const names = Object.keys(value)
  const sorted = inCanonicalOrder(names, first)
  let changed = false
  const members: [string, Json][] = []
  for (const [index, name] of sorted.entries()) {
    const member = value[name] ?? null
    const inside = member === null ? null : ordered(member, [], depth + 1)
    if (name !== names[index] || inside !== member || member === null) changed = true
    if (inside !== null) members.push([name, inside])
  }
  return changed ? recordOf(members) : value
}

function inCanonicalOrder(names: readonly string[], first: readonly string[]): readonly string[] {
  if (first.length === 0) {
    for (let index = 1; index < names.length; index += 1) {
      if ((names[index - 1] ?? '') > (names[index] ?? '')) return names.toSorted()
    }
    return names
  }
  const ahead = first.filter((name) => names.includes(name))
  return [...ahead, ...names.filter((name) => !ahead.includes(name)).sort()]
}

/** An entry's values as a collection's file has them, without what leads to them. */
export const entryText = (values: Json): string =>
  JSON.stringify(ordered(values, [], 1), undefined, 2).replaceAll('\n', '\n  ')
