/**
 * The parts of a listing that are missing or different in a later one, as paths (`routes: GET /health`, `error.code:
 * string`). Additions are not listed.
 */
export function missing(before: unknown, after: unknown, path = ''): string[] {
  if (Array.isArray(before)) {
    const kept = new Set(Array.isArray(after) ? after : [])
    return before.filter((each) => !kept.has(each)).map((each) => `${path}: ${each}`)
  }
  if (typeof before === 'object' && before !== null) {
    const now = new Map(typeof after === 'object' && after !== null ? Object.entries(after) : [])
    return Object.entries(before).flatMap(([key, value]) =>
      missing(value, now.get(key), path === '' ? key : `${path}.${key}`),
    )
  }
  return before === after ? [] : [`${path}: ${before}, now ${after}`]
}
