import { splitList } from '../../model/lists.ts'

export type GradientKind = 'linear' | 'radial' | 'conic'

/** A colour of a gradient, with the text of its place: `40%`; empty where it is shared out evenly. */
export interface GradientStop {
  color: string
  at: string
}

export interface Gradient {
  kind: GradientKind
  repeating: boolean
  /** The part before the stops: `135deg`, `circle at center`. */
  shape: string
  stops: readonly GradientStop[]
}

const head = /^(repeating-)?(linear|radial|conic)-gradient\((.*)\)$/is

/** Reads a gradient; undefined for what is none, and for one with hints between its stops. */
export function readGradient(text: string): Gradient | undefined {
  const match = head.exec(text.trim())
  const kind = (['linear', 'radial', 'conic'] as const).find((each) => each === match?.[2]?.toLowerCase())
  if (!match || !kind) return undefined
  const parts = splitList(match[3] ?? '')
  const [first = ''] = parts
  const isShape = /^(?:to\s|from\s|at\s|in\s|circle|ellipse|closest-|farthest-|-?[\d.]+(?:deg|turn|rad|grad)\b)/i.test(
    first,
  )
  const stops: GradientStop[] = []
  for (const part of isShape ? parts.slice(1) : parts) {
    const [color = '', ...at] = splitList(part, 'whitespace')
    if (/^-?[\d.]+(?:%|px|deg)?$/.test(color)) return undefined
    stops.push({ color, at: at.join(' ') })
  }
  if (stops.length < 2) return undefined
  return { kind, repeating: match[1] !== undefined, shape: isShape ? first : '', stops }
}

export function printGradient({ kind, repeating, shape, stops }: Gradient): string {
  const parts = [shape, ...stops.map(({ color, at }) => `${color} ${at}`.trim())].filter((part) => part !== '')
  return `${repeating ? 'repeating-' : ''}${kind}-gradient(${parts.join(', ')})`
}

export function newGradient(kind: GradientKind): string {
  const shape = { linear: '180deg', radial: 'circle at center', conic: 'from 0deg' }[kind]
  return printGradient({
    kind,
    repeating: false,
    shape,
    stops: [
      { color: 'rgb(0 0 0 / 0)', at: '' },
      { color: 'rgb(0 0 0 / 0.5)', at: '' },
    ],
  })
}

/** The same gradient with the colour of a stop moved to another one; the places stay, so that they keep their order. */
export function moveStop(gradient: Gradient, from: number, to: number): Gradient {
  const colors = gradient.stops.map(({ color }) => color)
  colors.splice(to, 0, ...colors.splice(from, 1))
  return { ...gradient, stops: gradient.stops.map(({ color, at }, index) => ({ color: colors[index] ?? color, at })) }
}
