import type { Fields, Json, View } from '@atelier/documents'

/**
 * A projection as a view. No value is copied; keys are sorted when the keys of a prefix are first read. Values are
 * cached, since the view is read-only.
 */
export function viewOfFields(fields: Fields): View {
  let sorted: string[] | undefined
  let values: Map<string, Json> | undefined
  // Most keys are built right before the lookup: a map finds those several times faster than an object.
  const all = () => {
    values ??= new Map(Object.entries(fields))
    return values
  }
  return {
    get: (key) => all().get(key),
    has: (key) => all().has(key),
    keys(prefix = '') {
      if (prefix === '') return all().keys()
      sorted ??= [...all().keys()].sort()
      const found: string[] = []
      for (let at = lowerBound(sorted, prefix); sorted[at]?.startsWith(prefix); at += 1) found.push(sorted[at] ?? '')
      return found
    },
    feed: { written: () => [], onWrite: () => undefined },
  }
}

function lowerBound(keys: readonly string[], wanted: string): number {
  let low = 0
  let high = keys.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((keys[middle] ?? '') < wanted) low = middle + 1
    else high = middle
  }
  return low
}
