import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const here = import.meta.dirname
const tokens = new Map(
  [...readFileSync(join(here, 'tokens.css'), 'utf8').matchAll(/^ {2}(--[\w-]+): ([^;]+);/gm)].map(
    ([, name = '', value = '']) => [name, value] as const,
  ),
)
const stylesheets = globSync('**/*.css', { cwd: join(here, '..') }).map((file) => ({
  file,
  text: readFileSync(join(here, '..', file), 'utf8'),
}))

type Scheme = 'light' | 'dark'
interface Colour {
  lightness: number
  chroma: number
  hue: number
  alpha: number
}

/** The colour that a token has in a scheme; tokens are written as `oklch()`, `light-dark()` of two, or `var()`. */
function colour(value: string, scheme: Scheme): Colour {
  const reference = /^var\((--[\w-]+)\)$/.exec(value)?.[1]
  if (reference !== undefined) return colour(tokens.get(reference) ?? '', scheme)
  const pair = /^light-dark\((oklch\([^)]*\)), (oklch\([^)]*\))\)$/.exec(value)
  if (pair) return colour((scheme === 'light' ? pair[1] : pair[2]) ?? '', scheme)
  const parts = /^oklch\(([\d.]+) ([\d.]+) ([\d.]+)(?: \/ ([\d.]+))?\)$/.exec(value)
  if (!parts) throw new Error(`This is not a colour: ${value}`)
  const [lightness = 0, chroma = 0, hue = 0, alpha = 1] = parts.slice(1).map((part) => Number(part ?? 1))
  return { lightness, chroma, hue, alpha }
}

/** Linear sRGB, clipped to the gamut; the matrices are Björn Ottosson's for OKLab. */
function linear({ lightness, chroma, hue }: Colour): number[] {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((channel) => Math.min(1, Math.max(0, channel)))
}

const encode = (channel: number) => (channel <= 0.0031308 ? 12.92 * channel : 1.055 * channel ** (1 / 2.4) - 0.055)
const decode = (channel: number) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4)

/** WCAG 2 relative luminance of colours laid over one another, the backmost first. */
function luminance(layers: readonly Colour[]): number {
  let shown = [0, 0, 0]
  for (const layer of layers) {
    const over = linear(layer).map(encode)
    shown = shown.map((under, index) => under * (1 - layer.alpha) + (over[index] ?? 0) * layer.alpha)
  }
  const [red = 0, green = 0, blue = 0] = shown.map(decode)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast of a text token on background tokens that lie over one another. */
function contrast(text: string, on: readonly string[], scheme: Scheme): number {
  const layers = on.map((name) => colour(`var(${name})`, scheme))
  const [one, other] = [luminance([...layers, colour(`var(${text})`, scheme)]), luminance(layers)]
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

const surfaces = [['--surface-sunken'], ['--surface'], ['--surface-raised'], ['--field'], ['--surface', '--hover']]
const tinted = [['--hand-soft'], ['--agent-soft'], ['--danger-soft'], ['--attention-soft'], ['--done-soft']]

describe.each<Scheme>(['light', 'dark'])('in the %s scheme', (scheme) => {
  it('content reads at 7:1 on every surface, also a tinted one', () => {
    for (const on of [...surfaces, ...tinted])
      expect(contrast('--text', on, scheme), `--text on ${on.join(' + ')}`).toBeGreaterThanOrEqual(7)
  })

  it('what is secondary reads at 4.5:1, also on a tinted card', () => {
    for (const on of [...surfaces, ...tinted])
      expect(contrast('--text-secondary', on, scheme), `--text-secondary on ${on.join(' + ')}`).toBeGreaterThanOrEqual(
        4.5,
      )
    for (const on of surfaces)
      expect(contrast('--text-faint', on, scheme), `--text-faint on ${on.join(' + ')}`).toBeGreaterThanOrEqual(4.5)
  })

  it.each(['hand', 'agent', 'danger', 'attention', 'done'])('words in the colour of %s read at 4.5:1', (hue) => {
    for (const on of [...surfaces, [`--${hue}-soft`]])
      expect(contrast(`--${hue}-text`, on, scheme), `--${hue}-text on ${on.join(' + ')}`).toBeGreaterThanOrEqual(4.5)
  })

  it('words on a filled button read at 4.5:1, also under the pointer', () => {
    for (const [text, fill] of [
      ['--on-hand', '--hand-solid'],
      ['--on-hand', '--hand-solid-hover'],
      ['--on-agent', '--agent-solid'],
      ['--on-agent', '--agent-solid-hover'],
      ['--on-hand', '--danger-solid'],
      ['--on-hand', '--danger-solid-hover'],
    ] as const)
      expect(contrast(text, [fill], scheme), `${text} on ${fill}`).toBeGreaterThanOrEqual(4.5)
  })

  it('the focus ring stands out at 3:1 from every surface', () => {
    for (const on of surfaces)
      expect(contrast('--hand', on, scheme), `--hand on ${on.join(' + ')}`).toBeGreaterThanOrEqual(3)
  })
})

it('no text is smaller than 11.5 px', () => {
  const sizes = stylesheets.flatMap(({ file, text }) =>
    [...text.matchAll(/font(?:-size)?:[^;]*?([\d.]+)px/g)].map(([rule, size]) => ({ file, rule, size: Number(size) })),
  )
  expect(sizes.length).toBeGreaterThan(10)
  expect(sizes.filter(({ size }) => size < 11.5)).toEqual([])
})

it('every movement follows the tokens of motion, or stops if the user prefers less motion', () => {
  const own = stylesheets.filter(
    ({ text }) =>
      /(?:transition|animation):[^;]*\d(?:ms|s)\b/.test(text) && !text.includes('prefers-reduced-motion: reduce'),
  )
  expect(own.map(({ file }) => file)).toEqual([])
})
