/** The most stars that are shown; a wider range is typed as a number. */
const MOST_STARS = 10
const USUAL_STARS = 5

/** The values that a rating can have, from the first star on; undefined if they are too many or not whole. */
export function starsOf({ min = 0, max = USUAL_STARS }: { min?: number; max?: number }): number[] | undefined {
  const first = Math.max(1, min)
  if (!Number.isInteger(first) || !Number.isInteger(max) || max < first || max > MOST_STARS) return undefined
  return Array.from({ length: max - first + 1 }, (_, at) => first + at)
}
