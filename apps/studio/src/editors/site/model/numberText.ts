/** One number with its unit. */
export interface NumberText {
  value: number
  /** In lower case; empty where the text has none. */
  unit: string
}

const number = /^([+-]?(?:\d{1,12}(?:\.\d{0,12})?|\.\d{1,12}))([a-z]{0,6}|%)$/i

/** Reads `12px`, `-.5em`, `0`, `50%`; undefined for anything else. */
export function readNumber(text: string): NumberText | undefined {
  const match = number.exec(text.trim())
  return match ? { value: Number(match[1]), unit: (match[2] ?? '').toLowerCase() } : undefined
}

/** Writes a number with at most four decimals; a zero length keeps its unit, since a person chose it. */
export function printNumber({ value, unit }: NumberText): string {
  const rounded = Number(value.toFixed(4))
  return `${Object.is(rounded, -0) ? 0 : rounded}${unit}`
}

/** How far one arrow key or one pixel of a drag changes a number. */
export function stepOf(property: string, unit: string): number {
  if (unit === '') {
    if (property === 'font-weight') return 100
    return /^(?:opacity|line-height|flex|flex-grow|flex-shrink|scale|zoom|aspect-ratio)$/.test(property) ? 0.1 : 1
  }
  if (unit === 'ms') return 10
  return /^(?:r?em|r?lh|fr|s|turn|in|cm)$/.test(unit) ? 0.1 : 1
}

/** The smallest number that a property takes; undefined where it takes negative ones. */
export function leastOf(property: string): number | undefined {
  return /^(?:padding(?:-.*)?$|(?:min-|max-)?(?:width|height|inline-size|block-size)$|(?:row-|column-)?gap$|border-.*(?:width|radius)$|border-radius$|font-(?:size|weight)$|line-height$|opacity$|flex-(?:grow|shrink|basis)$|outline-width$|transition-duration$|animation-duration$|column-(?:count|width)$|columns$)/.test(
    property,
  )
    ? 0
    : undefined
}

/** The same text some steps on; undefined where it is no number. @param steps may be a fraction */
export function stepNumber(property: string, text: string, steps: number): string | undefined {
  const read = readNumber(text)
  if (!read) return undefined
  const next = read.value + steps * stepOf(property, read.unit)
  const most = property === 'opacity' && read.unit === '' ? 1 : Number.POSITIVE_INFINITY
  const value = Math.min(most, Math.max(leastOf(property) ?? Number.NEGATIVE_INFINITY, next))
  return printNumber({ value, unit: read.unit })
}

/** Steps of an arrow key: shift makes ten of it, alt a tenth; 0 for other keys. */
export function arrowSteps({ key, shiftKey, altKey }: { key: string; shiftKey: boolean; altKey: boolean }): number {
  const direction = key === 'ArrowUp' ? 1 : key === 'ArrowDown' ? -1 : 0
  return direction * (shiftKey ? 10 : altKey ? 0.1 : 1)
}

/** Steps of a drag: one a pixel where the step is a pixel or a percent, one every four pixels otherwise. */
export function dragSteps(pixels: number, unit: string): number {
  return unit === 'px' || unit === '%' || unit === 'deg' || unit === 'vw' || unit === 'vh'
    ? Math.round(pixels)
    : Math.trunc(pixels / 4)
}

/** A computed value with its numbers at two decimals, to be read: `163.375px` is `163.38px`. */
export function roundedLengths(text: string): string {
  return text.replace(/\d{1,9}\.\d{3,12}/g, (number) => String(Number(Number(number).toFixed(2))))
}
