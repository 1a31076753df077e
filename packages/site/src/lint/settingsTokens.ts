import { tokenize } from '../css/tokenize.ts'
import { nearestName } from './nearest.ts'

const GENERIC = new Set(
  'serif sans-serif monospace cursive fantasy system-ui ui-serif ui-sans-serif ui-monospace ui-rounded math emoji fangsong generic inherit initial'.split(
    ' ',
  ),
)

/** A warning, without its subject, for an effect of a colour that is rarely intended; undefined if there is none. */
function colorDoubt(value: string): string | undefined {
  const source = value.trim()
  const [first] = tokenize(source)
  if (first?.type !== 'function' || source.length > 200) return undefined
  const name = source.slice(0, first.end - 1).toLowerCase()
  const inner = source.slice(first.end, -1)
  if (/[a-z]\(|\bfrom\b|\bnone\b/i.test(inner)) return undefined
  const [one = '', two = '', three = '', alpha = ''] = inner.split(/[\s,/]+/).filter((part) => part !== '')
  const channels = [one, two, three]
  const numbers = channels.map((channel) => (/^[+-]?[\d.]+$/.test(channel) ? Number(channel) : undefined))
  const [a, b, c] = numbers
  if (name === 'rgb' || name === 'rgba') {
    if (numbers.some((each) => each !== undefined && (each > 255 || each < 0)))
      return 'has a channel beyond 0 to 255, which is cut off'
    if (
      numbers.every((each) => each !== undefined && each <= 1) &&
      numbers.some((each) => each !== undefined && !Number.isInteger(each))
    )
      return 'has channels from 0 to 1, which is nearly black; rgb() counts to 255'
  }
  if (name === 'hsl' || name === 'hsla') {
    if (inner.includes(',') && [b, c].some((each) => each !== undefined))
      return 'has commas and no % on saturation and lightness, which no browser takes'
    if (b !== undefined && c !== undefined && b <= 1 && c <= 1 && b + c > 0)
      return 'has saturation and lightness from 0 to 1, which is nearly black; write percentages'
  }
  if (name === 'oklch' || name === 'oklab') {
    if (a !== undefined && a > 1) return `has the lightness ${one}, and all above 1 is white; write ${one}%`
    if (name === 'oklch' && b !== undefined && b > 0.5)
      return `has the chroma ${two}, far beyond what screens show; it goes from 0 to about 0.4`
  }
  if (/^[\d.]+$/.test(alpha) && Number(alpha) > 1)
    return `has the alpha ${alpha}, and all above 1 is opaque; write ${alpha}%`
  return undefined
}

interface GivenColor {
  slug: string
  lightValue: string
  darkValue?: string | undefined
  darkModeEnabled?: boolean | undefined
}

/** Warnings for colour tokens as they were passed in. */
export function colorWarnings(tokens: readonly GivenColor[], isKnown: (variable: string) => boolean): string[] {
  const warnings: string[] = []
  const seen = new Map<string, string>()
  for (const { slug, lightValue, darkValue, darkModeEnabled } of tokens) {
    for (const [name, value] of Object.entries({ lightValue, darkValue })) {
      if (!value) continue
      const doubt = colorDoubt(value)
      if (doubt) warnings.push(`${slug}: ${name} ${value.slice(0, 60)} ${doubt}.`)
      for (const [, variable = ''] of value.matchAll(/\bvar\(\s{0,10}(--[^\s,()]{1,100})\s{0,10}\)/g)) {
        if (variable === `--${slug}`) warnings.push(`${slug}: ${name} asks for itself, so it is not a colour at all.`)
        else if (!isKnown(variable)) warnings.push(`${slug}: ${name} asks for ${variable}, which nothing defines.`)
      }
    }
    if (darkValue && darkModeEnabled === false)
      warnings.push(`${slug}: its darkValue never shows, since darkModeEnabled is false.`)
    if (darkModeEnabled === true && darkValue === '') warnings.push(`${slug}: darkModeEnabled needs a darkValue.`)
    const before = seen.get(slug)
    if (before !== undefined && before !== lightValue)
      warnings.push(
        `${slug} is given twice, as ${before.slice(0, 40)} and ${lightValue.slice(0, 40)}; the last one counts.`,
      )
    seen.set(slug, lightValue)
  }
  return warnings
}

/** Warnings for the fallback of a font token; undefined if it ends as a list of families should. */
export function fontWarning(name: string, fallback: string | undefined, hasFamily: boolean): string | undefined {
  if (!fallback) {
    return hasFamily
      ? undefined
      : `${name} names neither a family nor a fallback, so it is sans-serif; give googleFamily, familyId or fallback.`
  }
  const families = fallback.split(',').map((family) => family.trim().replace(/^["']|["']$/g, ''))
  const last = families.at(-1)?.toLowerCase() ?? ''
  if (/\d(?:px|rem|em)\b/i.test(fallback))
    return `${name}: the fallback ${fallback.slice(0, 60)} holds a size; it lists families alone.`
  if (GENERIC.has(last) || /^var\(/.test(last)) return undefined
  const near = nearestName(last, GENERIC)
  if (near) return `${name}: there is no generic family “${last}”; did you mean ${near}?`
  return `${name}: the fallback ${fallback.slice(0, 60)} does not end in a generic family, so what shows without it is the browser's choice; add serif, sans-serif or monospace.`
}
