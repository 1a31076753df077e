import { editDistance } from '@atelier/operation'

/** Names longer than this are not compared. */
const LONGEST = 40

/**
 * The known name with the spelling closest to `name`: at most a third of its letters are wrong, missing, extra or
 * swapped with the next. Undefined if none is close.
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
