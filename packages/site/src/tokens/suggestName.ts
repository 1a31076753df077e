import type { Token } from './all.ts'
import { readColor } from './color.ts'
import type { RepeatedValue } from './repeated.ts'

/** The proposed name of a token made of a value: a free name that says what the value is. */
export function suggestName(
  { value, kind }: Pick<RepeatedValue, 'value' | 'kind'>,
  all: readonly Pick<Token, 'name'>[],
): string {
  const taken = new Set(all.map(({ name }) => name.slice(2)))
  const base = baseName(value, kind)
  let name = base
  for (let number = 2; taken.has(name); number += 1) name = `${base}-${number}`
  return name
}

function baseName(value: string, kind: RepeatedValue['kind']): string {
  if (kind === 'color') return colorName(value)
  if (kind === 'font') return 'font-body'
  if (kind === 'shadow') return 'shadow'
  const size = value.replace(/\./g, '_').replace(/[^\w]/g, '').replace(/px$/, '')
  return `${{ space: 'space', type: 'text', radius: 'radius' }[kind]}-${size}`
}

const hues: readonly (readonly [to: number, name: string])[] = [
  [15, 'red'],
  [45, 'orange'],
  [70, 'yellow'],
  [165, 'green'],
  [195, 'teal'],
  [255, 'blue'],
  [290, 'purple'],
  [340, 'pink'],
  [360, 'red'],
]

/** `navy` is `blue-dark`; a colour that is not written in sRGB is only called a colour. */
function colorName(value: string): string {
  const read = readColor(value)
  if (read.kind !== 'known' || read.color.space !== 'hsl') return 'color'
  const { lightness, rest } = read.color
  const [hue, saturation] = rest
  const shade = lightness < 30 ? '-dark' : lightness > 80 ? '-light' : ''
  if (saturation < 8) return lightness < 12 ? 'black' : lightness > 96 ? 'white' : `gray${shade}`
  return `${hues.find(([to]) => hue <= to)?.[1] ?? 'red'}${shade}`
}
