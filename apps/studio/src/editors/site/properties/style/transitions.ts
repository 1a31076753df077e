import { splitList } from '../../model/lists.ts'

/** One transition; times as they are written. */
export interface Transition {
  property: string
  duration: string
  easing: string
  delay: string
}

const time = /^[-+]?[\d.]{1,12}m?s$/i

/** Reads the value of `transition`; undefined if it holds what the fields could not write back, such as `var()` of a whole one. */
export function readTransitions(value: string): Transition[] | undefined {
  const all: Transition[] = []
  for (const text of splitList(value)) {
    const read: Transition = { property: 'all', duration: '0s', easing: 'ease', delay: '0s' }
    const times: string[] = []
    for (const part of splitList(text, 'whitespace')) {
      if (time.test(part)) times.push(part)
      else if (isEasing(part)) read.easing = part
      else if (/^(?:--)?[a-z-]+$/i.test(part)) read.property = part
      else return undefined
    }
    if (text === 'none') continue
    read.duration = times[0] ?? read.duration
    read.delay = times[1] ?? read.delay
    all.push(read)
  }
  return all
}

export function printTransitions(all: readonly Transition[]): string {
  const text = all.map(({ property, duration, easing, delay }) =>
    [property, duration, easing === 'ease' ? '' : easing, /^0m?s$/.test(delay) ? '' : delay].filter(Boolean).join(' '),
  )
  return text.join(', ') || 'none'
}

export function isEasing(text: string): boolean {
  return /^(?:ease(?:-in)?(?:-out)?|linear|step-(?:start|end))$|^(?:cubic-bezier|steps|linear)\(/i.test(text)
}

/** The two control points of a curve from 0,0 to 1,1. */
export type Curve = readonly [x1: number, y1: number, x2: number, y2: number]

/** CSS Easing Functions 2, section 2.3. */
export const namedCurves: Readonly<Record<string, Curve>> = {
  linear: [0, 0, 1, 1],
  ease: [0.25, 0.1, 0.25, 1],
  'ease-in': [0.42, 0, 1, 1],
  'ease-out': [0, 0, 0.58, 1],
  'ease-in-out': [0.42, 0, 0.58, 1],
}

/** The curve of an easing; undefined for steps and `linear()`. */
export function readCurve(easing: string): Curve | undefined {
  const named = namedCurves[easing.trim().toLowerCase()]
  if (named) return named
  const match = /^cubic-bezier\(([^()]*)\)$/i.exec(easing.trim())
  const [x1, y1, x2, y2, more] = (match?.[1] ?? '').split(',').map((part) => Number(part.trim()))
  if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined || more !== undefined)
    return undefined
  return [x1, y1, x2, y2].every(Number.isFinite) ? [x1, y1, x2, y2] : undefined
}

/** The name of the curve where it has one. x stays between 0 and 1, as CSS asks for. */
export function printCurve([x1, y1, x2, y2]: Curve): string {
  const two = (value: number) => Number(value.toFixed(2))
  const inside = (value: number) => two(Math.min(1, Math.max(0, value)))
  const rounded = [inside(x1), two(y1), inside(x2), two(y2)]
  const named = Object.entries(namedCurves).find(([, curve]) => curve.every((value, index) => value === rounded[index]))
  return named?.[0] ?? `cubic-bezier(${rounded.join(', ')})`
}

/** The value of `transition` from its longhands, which are lists of equal length where one shorthand wrote them. */
export function transitionText(read: (property: string) => string, whole: string): string {
  if (whole !== '') return whole
  const lists = ['property', 'duration', 'timing-function', 'delay'].map((part) =>
    splitList(read(`transition-${part}`)),
  )
  const [properties = []] = lists
  if (properties.join('').trim() === '') return ''
  return properties
    .map((_, index) =>
      lists
        .map((list) => (list[index % list.length] ?? '').trim())
        .filter(Boolean)
        .join(' '),
    )
    .join(', ')
}
