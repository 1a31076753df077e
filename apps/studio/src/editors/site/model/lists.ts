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

/**
 * The index that a dragged part gets: behind those whose middle the pointer has passed.
 * @param middles where the middle of each part is, the dragged one's too
 * @param from the index of the dragged part
 */
export function dropIndex(middles: readonly number[], from: number, pointer: number): number {
  return middles.filter((middle, index) => index !== from && middle < pointer).length
}

/**
 * The lists beside a list of layers, such as `background-size`, with the part of each changed layer where it now is. A
 * list with fewer parts than layers is of all of them, and stays.
 * @param count how many layers there were
 * @param to where the layer comes to stand; undefined where it goes
 */
export function moveBeside(
  lists: Readonly<Record<string, string>>,
  count: number,
  from: number,
  to: number | undefined,
): Record<string, string> {
  const moved = Object.entries(lists).flatMap(([name, value]): [string, string][] => {
    if (count < 2 || splitList(value).length !== count) return []
    return [[name, to === undefined ? withPart(value, from, '') : movePart(value, from, to)]]
  })
  return Object.fromEntries(moved)
}
