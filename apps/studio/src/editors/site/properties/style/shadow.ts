import { splitList } from '../../model/lists.ts'
import { readNumber } from '../../model/numberText.ts'

/** One shadow; lengths as they are written. */
export interface Shadow {
  inset: boolean
  x: string
  y: string
  blur: string
  spread: string
  color: string
}

/** Reads one shadow of `box-shadow` or `text-shadow`; undefined for what a field could not write back. */
export function readShadow(text: string): Shadow | undefined {
  const lengths: string[] = []
  let inset = false
  let color = ''
  for (const part of splitList(text, 'whitespace')) {
    if (part === 'inset') inset = true
    else if (readNumber(part) || /^(?:calc|clamp|min|max)\(/.test(part)) lengths.push(part)
    else if (color === '') color = part
    else return undefined
  }
  const [x, y, blur = '0', spread = '0'] = lengths
  if (x === undefined || y === undefined || lengths.length > 4) return undefined
  return { inset, x, y, blur, spread, color }
}

export function printShadow({ inset, x, y, blur, spread, color }: Shadow): string {
  const isNone = (text: string) => readNumber(text)?.value === 0
  const soft = isNone(spread) ? (isNone(blur) ? [] : [blur]) : [blur, spread]
  return [inset ? 'inset' : '', x, y, ...soft, color].filter((part) => part !== '').join(' ')
}

export const newShadow = '0 4px 16px rgb(0 0 0 / 0.15)'
export const newTextShadow = '0 1px 2px rgb(0 0 0 / 0.3)'
