import type { Draft, View } from '@atelier/documents'
import { settings } from '../document/pages.ts'

/** How a site makes CSS of utility classes: by Tailwind, with the values that its pages set themselves. */
export interface Utilities {
  /** `@theme`, `@utility` and `@custom-variant` rules; empty for Tailwind's own values. */
  theme: string
}

/** The most characters of a theme; one of 500 values, the largest known, has 20,000. */
export const LONGEST_THEME = 80_000

const KEY = 'settings/utilities'
const THEME_KEY = 'settings/utilitiesTheme'

/** The utilities of a site; undefined if its classes have only the rules that are written for them. */
export function siteUtilities(site: View): Utilities | undefined {
  const { utilities, utilitiesTheme } = settings(site)
  if (utilities !== 'tailwind') return undefined
  return { theme: typeof utilitiesTheme === 'string' ? utilitiesTheme : '' }
}

/** Turns the utilities on, with further rules of their theme. Returns whether anything changed. */
export function turnOnUtilities(site: Draft, theme: string): boolean {
  const now = siteUtilities(site)
  const added = theme.trim()
  const isKnown = added === '' || now?.theme.includes(added) === true
  if (!now) site.set(KEY, 'tailwind')
  if (!isKnown) site.set(THEME_KEY, [now?.theme, added].filter(Boolean).join('\n'))
  return !now || !isKnown
}
