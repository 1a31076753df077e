import { type NumberText, printNumber, readNumber } from '../../model/numberText.ts'

const piece = /\s*((?:\d{1,12}(?:\.\d{0,12})?|\.\d{1,12})(?:%|[a-z]{1,6})?|[-+*/()])/iy

/**
 * The value of a sum such as `24+8`, `1.5rem * 2` or `(100% - 24px) / 2`; undefined for what is no sum. Terms without a
 * unit take the unit of the others. Where units differ only a browser knows the value: the sum is returned as `calc()`.
 */
export function readSum(text: string): string | undefined {
  const pieces = split(text)
  if (!pieces || pieces.length < 2 || readNumber(text)) return undefined
  const units = new Set(pieces.flatMap((each) => readNumber(each)?.unit || []))
  const parsed = parse(pieces)
  if (!parsed) return undefined
  if (units.size > 1) return `calc(${pieces.map(spaced).join('').replace(/\s+/g, ' ').trim()})`
  const [unit = ''] = units
  return Number.isFinite(parsed.value) ? printNumber({ value: parsed.value, unit }) : undefined
}

const spaced = (text: string) => (/^[-+*/]$/.test(text) ? ` ${text} ` : text)

function split(text: string): string[] | undefined {
  // In `0 -4px` the sign belongs to a second value.
  if (text.length > 200 || /[\w%)]\s[-+][^\s]/.test(text)) return undefined
  const pieces: string[] = []
  const source = text.trim()
  let at = 0
  while (at < source.length) {
    piece.lastIndex = at
    const found = piece.exec(source)?.[1]
    if (found === undefined) return undefined
    at = piece.lastIndex
    pieces.push(found)
  }
  return pieces
}

/** Reads the four operations and brackets from left to right; undefined where something is missing or left over. */
function parse(pieces: readonly string[]): NumberText | undefined {
  let at = 0
  const factor = (): number | undefined => {
    const text = pieces[at]
    at += 1
    if (text === '-' || text === '+') {
      const value = factor()
      return value === undefined ? undefined : text === '-' ? -value : value
    }
    if (text !== '(') return text === undefined ? undefined : readNumber(text)?.value
    const inner = sum()
    const closed = pieces[at] === ')'
    at += 1
    return closed ? inner : undefined
  }
  const product = (): number | undefined => {
    let value = factor()
    while (value !== undefined && (pieces[at] === '*' || pieces[at] === '/')) {
      const isTimes = pieces[at] === '*'
      at += 1
      const next = factor()
      value = next === undefined ? undefined : isTimes ? value * next : value / next
    }
    return value
  }
  const sum = (): number | undefined => {
    let value = product()
    while (value !== undefined && (pieces[at] === '+' || pieces[at] === '-')) {
      const sign = pieces[at] === '+' ? 1 : -1
      at += 1
      const next = product()
      value = next === undefined ? undefined : value + sign * next
    }
    return value
  }
  const value = sum()
  return value === undefined || at !== pieces.length ? undefined : { value, unit: '' }
}
