/** Names longer than this are compared by nobody. */
const LONGEST = 40

/**
 * The known name that is written most like `name`: with at most a third of its letters wrong, missing, too many or
 * swapped with the next. Undefined where none is near.
 */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  if (name.length < 3 || name.length > LONGEST) return undefined
  let best: string | undefined
  let least = Math.floor(name.length / 3) + 1
  for (const each of known) {
    if (Math.abs(each.length - name.length) >= least) continue
    const distance = editDistance(name, each, least)
    if (distance >= least) continue
    least = distance
    best = each
  }
  return best
}

/** How many letters to change, add, leave out or swap with the next to get from one name to the other; `limit` at most. */
function editDistance(one: string, other: string, limit: number): number {
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
