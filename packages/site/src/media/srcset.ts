import { stripEnd } from '@atelier/operation'

/**
 * The candidates of a `srcset`: each URL as written, and where it starts. A URL may hold commas, but not at its ends;
 * a comma inside the brackets of a descriptor belongs to the descriptor. HTML, 4.8.4.2.2.
 */
export function srcsetCandidates(value: string): { url: string; start: number }[] {
  const found: { url: string; start: number }[] = []
  let at = 0
  while (at < value.length) {
    if (/[\s,]/.test(value.charAt(at))) {
      at += 1
      continue
    }
    const start = at
    while (at < value.length && !/\s/.test(value.charAt(at))) at += 1
    const url = stripEnd(value.slice(start, at), ',')
    found.push({ url, start })
    if (url.length < at - start) continue
    for (let open = 0; at < value.length; at += 1) {
      const each = value.charAt(at)
      if (each === '(') open += 1
      else if (each === ')') open = Math.max(0, open - 1)
      else if (each === ',' && open === 0) break
    }
  }
  return found
}
