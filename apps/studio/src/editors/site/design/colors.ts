import {
  type ColorRamp,
  type ColorToken,
  colorRamps,
  colorVariants,
  lightAndDark,
  resolveVariables,
  type Token,
} from '@atelier/site'

/** The names of new colours, in this order, and their first values. */
const suggested: readonly (readonly [slug: string, value: string])[] = [
  ['primary', '#3b6fd4'],
  ['ink', '#1c1f26'],
  ['paper', '#fbfaf8'],
  ['accent', '#c2572b'],
  ['muted', '#6b7280'],
]

/** A new colour for a site with these: the first suggestion that is free, else `color-` and the first free number. */
export function newColor(colors: readonly Pick<ColorToken, 'slug'>[]): { slug: string; lightValue: string } {
  const taken = new Set(colors.map(({ slug }) => slug))
  const free = suggested.find(([slug]) => !taken.has(slug))
  if (free) return { slug: free[0], lightValue: free[1] }
  let number = colors.length + 1
  while (taken.has(`color-${number}`)) number += 1
  return { slug: `color-${number}`, lightValue: '#64748b' }
}

/** The shades of a colour, itself and its tints, from dark to light: the CSS variable of each without its dashes. */
export function colorRamp(color: ColorToken): Shade[] {
  const all = colorVariants(color.lightValue, { ...color, transparencies: false }).map(({ name, value }) => ({
    variable: `${color.slug}-${name}`,
    value,
  }))
  const shades = all.slice(0, color.shades).reverse()
  return [...shades, { variable: color.slug, value: color.lightValue }, ...all.slice(color.shades)]
}

/** One shade as it is shown: the CSS variable without its dashes, and a colour that the studio can paint. */
export interface Shade {
  variable: string
  value: string
}

/** The shades of a ramp that stylesheets declare, in light and in dark; those in the dark only if one differs. */
export function rampShades({ steps }: ColorRamp, tokens: readonly Token[]): { light: Shade[]; dark: Shade[] } {
  const byName = new Map(tokens.map((token) => [token.name, token]))
  const inLight = (name: string) => byName.get(name)?.value
  const inDark = (name: string) => byName.get(name)?.dark ?? byName.get(name)?.value
  const shades = (written: (token: Token) => string | undefined, lookUp: typeof inLight, scheme: 'light' | 'dark') =>
    steps.map(({ token }) => {
      const value = resolveVariables(written(token) ?? token.value, lookUp)
      return { variable: token.name.slice(2), value: lightAndDark(value)?.[scheme] ?? value }
    })
  const light = shades(({ value }) => value, inLight, 'light')
  const dark = shades((token) => token.dark, inDark, 'dark')
  return { light, dark: dark.some(({ value }, index) => value !== light[index]?.value) ? dark : [] }
}

/** A row of the list of colours: of the design system, of a stylesheet, or a ramp that has no colour of its own. */
export type ColorRow =
  | { kind: 'system'; key: string; color: ColorToken; ramp: ColorRamp | undefined }
  | { kind: 'authored'; key: string; token: Token; ramp: ColorRamp | undefined }
  | { kind: 'ramp'; key: string; ramp: ColorRamp }

/** The colours of a site, those of the design system first. The steps of a ramp are only in its row. */
export function colorRows(colors: readonly ColorToken[], tokens: readonly Token[]): ColorRow[] {
  const ramps = colorRamps(tokens)
  const rampOfStep = new Map(ramps.flatMap((ramp) => ramp.steps.map(({ token }) => [token.name, ramp] as const)))
  const shown = new Set<ColorRamp>()
  const rowOf = (name: string, row: (ramp: ColorRamp | undefined) => ColorRow): ColorRow[] => {
    const around = rampOfStep.get(name)
    if (!around) return [row(ramps.find((ramp) => ramp.name === name))]
    if (around.base || shown.has(around)) return []
    shown.add(around)
    return [{ kind: 'ramp', key: around.name, ramp: around }]
  }
  return [
    ...colors.flatMap((color) => rowOf(`--${color.slug}`, (ramp) => ({ kind: 'system', key: color.id, color, ramp }))),
    ...tokens.flatMap((token) =>
      token.origin === 'authored' && token.kind === 'color'
        ? rowOf(token.name, (ramp) => ({ kind: 'authored', key: token.name, token, ramp }))
        : [],
    ),
  ]
}
