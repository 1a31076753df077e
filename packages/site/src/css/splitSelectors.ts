import { tokenize } from './tokenize.ts'

/** The selectors of a list, as they are written between its outermost commas, white space included. */
export function splitSelectors(list: string): string[] {
  const parts: string[] = []
  let depth = 0
  let from = 0
  for (const { type, start, end } of tokenize(list)) {
    if (type === '(' || type === 'function' || type === '[') depth += 1
    else if (type === ')' || type === ']') depth -= 1
    else if (type === 'comma' && depth === 0) {
      parts.push(list.slice(from, start))
      from = end
    }
  }
  return [...parts, list.slice(from)]
}
