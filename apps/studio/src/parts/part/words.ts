import type { PartBuild } from '@atelier/api'

type Units = PartBuild['units']
type Measures = PartBuild['measures']

/** Millimetres of one of a unit. */
const millimetres: Readonly<Record<Units, number>> = { mm: 1, cm: 10, m: 1000, in: 25.4, ft: 304.8 }

/** A number with at most so many significant digits that a person reads, its thousands apart: 15 583.6. */
export function numberText(value: number): string {
  const size = Math.abs(value)
  const digits = size >= 1000 ? 1 : size >= 10 ? 2 : size >= 0.1 || size === 0 ? 3 : 6
  const [whole = '', part] = String(Number(value.toFixed(digits))).split('.')
  const sign = whole.startsWith('-') ? '−' : ''
  const grouped = groupThousands(whole.replace('-', ''))
  return `${sign}${grouped}${part === undefined ? '' : `.${part}`}`
}

function groupThousands(digits: string): string {
  if (digits.length < 5) return digits
  const groups: string[] = []
  for (let end = digits.length; end > 0; end -= 3) groups.unshift(digits.slice(Math.max(0, end - 3), end))
  // A space that no line breaks at.
  return groups.join('\u202f')
}

/** @param length in millimetres */
export const lengthIn = (length: number, units: Units): string => numberText(length / millimetres[units])
/** @param area in mm² */
export const areaText = (area: number, units: Units): string =>
  `${numberText(area / millimetres[units] ** 2)} ${units}²`
/** @param volume in mm³ */
export const volumeText = (volume: number, units: Units): string =>
  `${numberText(volume / millimetres[units] ** 3)} ${units}³`

/** “80 × 40 × 5 mm”; undefined without a body. */
export function sizeText({ box }: Pick<Measures, 'box'>, units: Units): string | undefined {
  if (!box) return undefined
  const sides = box.max.map((to, axis) => lengthIn(to - (box.min[axis] ?? 0), units))
  return `${sides.join(' × ')} ${units}`
}

/** Bytes as a person reads them: “41.2 kB”. */
export function bytesText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  return bytes < 1_000_000
    ? `${numberText(Math.round(bytes / 100) / 10)} kB`
    : `${numberText(Math.round(bytes / 1e5) / 10)} MB`
}

const isLength = (measure: string): boolean => /^(?:box\.|distance|radius)/.test(measure)
const isAngle = (measure: string): boolean => measure.startsWith('angle')

/** The value that a requirement wants or has, as it is typed: lengths in the part's units. */
export function requirementText(value: number | string, measure: string, units: Units): string {
  if (typeof value === 'string') return value
  return isLength(measure) ? plainNumber(value / millimetres[units]) : plainNumber(value)
}

/** The unit of a measure. */
export function unitOf(measure: string, units: Units): string {
  if (isLength(measure)) return units
  if (isAngle(measure)) return '°'
  return { volume: 'mm³', area: 'mm²', mass: 'g' }[measure] ?? ''
}

/** A number without the noise of its last bits, as it can be typed. */
const plainNumber = (value: number): string => String(Number(value.toPrecision(10)))

/** A typed dimension: a number if it is one, else an expression. */
export function dimensionIn(text: string): number | string {
  const trimmed = text.trim()
  return /^-?\d+(?:\.\d+)?$/.test(trimmed) ? Number(trimmed) : trimmed
}

/** Whether an expression says its own value, such as “80 mm”. */
export const isPlainValue = (expression: string): boolean => /^-?[\d.]+\s*(?:mm|deg|°)?$/.test(expression.trim())
