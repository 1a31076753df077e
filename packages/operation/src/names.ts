/** A name without what its way of writing adds: `parent_id` and `ParentID` are both `parentid`. */
function foldName(name: string): string {
  return name.toLowerCase().replace(/[_-]/g, '')
}

/** The item of a name; where none has it, the only one whose name differs in its case, `_` or `-` alone. */
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
 * long as that is a third of it at most, or the only one that holds it. Undefined where none is near.
 */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  const asked = foldName(name)
  if (asked === '' || asked.length > COMPARED) return undefined
  const candidates = [...new Set(known)].filter(({ length }) => length <= COMPARED)
  let best: { name: string; distance: number } | undefined
  for (const candidate of candidates) {
    const folded = foldName(candidate)
    const distance = editDistance(asked, folded)
    const allowed = Math.max(1, Math.floor(Math.max(asked.length, folded.length) / 3))
    if (
      distance <= allowed &&
      distance < Math.min(asked.length, folded.length) &&
      distance < (best?.distance ?? Infinity)
    )
      best = { name: candidate, distance }
  }
  if (best) return best.name
  const holding = candidates.filter((candidate) => asked.length >= 2 && foldName(candidate).includes(asked))
  return holding.length === 1 ? holding[0] : undefined
}

/** How many letters must be added, left out, changed or swapped with their neighbour (optimal string alignment). */
function editDistance(one: string, other: string): number {
  let twoBack: number[] = []
  let oneBack = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const changed = one[i - 1] === other[j - 1] ? 0 : 1
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      row[j] = Math.min(
        (row[j - 1] ?? 0) + 1,
        (oneBack[j] ?? 0) + 1,
        (oneBack[j - 1] ?? 0) + changed,
        swapped ? (twoBack[j - 2] ?? 0) + 1 : Infinity,
      )
    }
    twoBack = oneBack
    oneBack = row
  }
  return oneBack[other.length] ?? 0
}
