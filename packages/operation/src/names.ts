/** A name without what its way of writing adds: `parent_id` and `ParentID` are both `parentid`. */
function foldName(name: string): string {
  return name.toLowerCase().replace(/[_-]/g, '')
}

/** The item of a name; if none has it, the only one whose name differs in its case, `_` or `-` alone. */
export function findNamed<Item>(items: Iterable<Item>, nameOf: (item: Item) => string, name: string): Item | undefined {
  const folded = foldName(name)
  const alike: Item[] = []
  for (const item of items) {
    if (nameOf(item) === name) return item
    if (folded !== '' && foldName(nameOf(item)) === folded) alike.push(item)
  }
  return alike.length === 1 ? alike[0] : undefined
}

/** The longest names that are compared letter by letter. */
const COMPARED = 64

/**
 * The name that was most likely meant, for “did you mean …?”: the one that the fewest changed letters make of it, as
 * long as that is a third of it at most, or the only one that holds it. Undefined if none is near.
 */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  const asked = foldName(name)
  if (asked === '' || asked.length > COMPARED) return undefined
  const candidates = [...new Set(known)].filter(({ length }) => length <= COMPARED)
  let best: { name: string; distance: number } | undefined
  for (const candidate of candidates) {
    const folded = foldName(candidate)
    const allowed = Math.max(1, Math.floor(Math.max(asked.length, folded.length) / 3))
    const limit = Math.min(allowed + 1, asked.length, folded.length, best?.distance ?? Infinity)
    const distance = editDistance(asked, folded, limit)
    if (distance < limit) best = { name: candidate, distance }
  }
  if (best) return best.name
  const holding = candidates.filter((candidate) => asked.length >= 2 && foldName(candidate).includes(asked))
  return holding.length === 1 ? holding[0] : undefined
}

/** How many letters to change, add, leave out or swap with the next to get from one name to the other; `limit` at most. */
export function editDistance(one: string, other: string, limit: number): number {
  let before: number[] = []
  let above = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row]
    let least = row
    for (let column = 1; column <= other.length; column += 1) {
      const same = one[row - 1] === other[column - 1]
      let distance = Math.min(
        (above[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + (same ? 0 : 1),
      )
      if (row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]) {
        distance = Math.min(distance, (before[column - 2] ?? 0) + 1)
      }
      current.push(distance)
      if (distance < least) least = distance
    }
    if (least >= limit) return limit
    before = above
    above = current
  }
  return above[other.length] ?? limit
}
