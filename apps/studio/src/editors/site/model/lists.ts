import { tokenize } from '@atelier/site'

/** The parts of a value between its outermost commas, or other characters: layers, shadows, transitions. */
export function splitList(value: string, separator: 'comma' | 'whitespace' = 'comma'): string[] {
  const parts: string[] = []
  let depth = 0
  let start = 0
  for (const token of tokenize(value)) {
    if (token.type === 'function' || token.type === '(' || token.type === '[') depth += 1
    else if (token.type === ')' || token.type === ']') depth -= 1
    else if (token.type === separator && depth === 0) {
      parts.push(value.slice(start, token.start))
      start = token.end
    }
  }
  parts.push(value.slice(start))
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}

/** A list with one of its parts changed; an empty text takes the part away. `none` where nothing is left. */
export function withPart(value: string, index: number, part: string): string {
  const parts = listParts(value)
  if (index >= parts.length) parts.push(part)
  else parts[index] = part
  return parts.filter((each) => each.trim() !== '').join(', ') || 'none'
}

/** The parts of a list property; none for `none`. */
export const listParts = (value: string): string[] => splitList(value).filter((part) => part !== 'none')

/** A list with one part moved to another place. */
export function movePart(value: string, from: number, to: number): string {
  const parts = listParts(value)
  const [part] = parts.splice(from, 1)
  if (part !== undefined) parts.splice(to, 0, part)
  return parts.join(', ')
}
