/** Characters of a name that are compared. */
const LONGEST = 60

/** The known name that is most like another one, as far as one may have meant it; undefined if none is. */
export function closestName(name: string, known: readonly string[]): string | undefined {
  const wanted = plain(name)
  let best: { name: string; distance: number } | undefined
  for (const each of known) {
    const other = plain(each)
    const distance = wanted === other ? 0 : distanceOf(wanted, other)
    const most = Math.max(1, Math.floor(Math.max(wanted.length, other.length) / 3))
    if (distance <= most && (!best || distance < best.distance)) best = { name: each, distance }
  }
  return best?.name
}

/** The end of a sentence that proposes the nearest name; empty if none is near. */
export function didYouMean(name: string, known: readonly string[]): string {
  const near = closestName(name, known)
  return near === undefined ? '' : ` Did you mean “${near}”?`
}

const plain = (name: string): string =>
  name
    .slice(0, LONGEST)
    .toLowerCase()
    .replace(/[-_ $]/g, '')

/** How many characters have to be put in, taken out, replaced or exchanged with the next one. */
function distanceOf(one: string, two: string): number {
  let before: number[] = []
  let last = Array.from({ length: two.length + 1 }, (_, at) => at)
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row]
    for (let at = 1; at <= two.length; at += 1) {
      const same = one[row - 1] === two[at - 1] ? 0 : 1
      let least = Math.min((last[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1, (last[at - 1] ?? 0) + same)
      if (row > 1 && at > 1 && one[row - 1] === two[at - 2] && one[row - 2] === two[at - 1])
        least = Math.min(least, (before[at - 2] ?? 0) + 1)
      next.push(least)
    }
    before = last
    last = next
  }
  return last[two.length] ?? 0
}
