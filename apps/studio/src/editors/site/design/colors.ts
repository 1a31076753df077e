import { type ColorToken, colorVariants } from '@atelier/site'

/** What new colours are called, in this order, and the value that each begins with. */
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
export function colorRamp(color: ColorToken): { variable: string; value: string }[] {
  const all = colorVariants(color.lightValue, { ...color, transparencies: false }).map(({ name, value }) => ({
    variable: `${color.slug}-${name}`,
    value,
  }))
  const shades = all.slice(0, color.shades).reverse()
  return [...shades, { variable: color.slug, value: color.lightValue }, ...all.slice(color.shades)]
}
