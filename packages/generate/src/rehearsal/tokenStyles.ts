import type { DesignPlan } from '../blueprint/schema.ts'
import { palettesOf } from './palette.ts'

const serifs =
  /serif|fraunces|lora|garamond|playfair|merriweather|georgia|baskerville|bodoni|times|cormorant|crimson|spectral/i
const serif = '"Iowan Old Style", "Palatino Linotype", Palatino, "Source Serif 4", Georgia, serif'
const sans = 'ui-sans-serif, system-ui, -apple-system, "Segoe UI", "Helvetica Neue", Helvetica, Arial, sans-serif'

/** A font as a plan names it, without what would end its name in CSS. */
export const fontName = (font: string): string => font.replace(/["\\;{}<>\n]/g, '').trim() || 'Inter'

/** A font's fallbacks among the system's fonts. */
export const fallbackFonts = (name: string): string => (serifs.test(name) && !/sans/i.test(name) ? serif : sans)

/** A font and its fallbacks among the system's fonts. */
function stack(font: string): string {
  const name = fontName(font)
  return `"${name}", ${fallbackFonts(name)}`
}

/** The custom properties of a design: colours with their dark values, fonts, sizes, spaces. */
export function tokenStyles(design: DesignPlan): string {
  const { light, dark } = palettesOf(design)
  const colour = (name: keyof typeof light) =>
    light[name] === dark[name] ? light[name] : `light-dark(${light[name]}, ${dark[name]})`
  const radius = /^\d{1,3}(?:\.\d+)?(?:px|rem|em)?$/.test(design.borderRadius) ? design.borderRadius : '8px'
  return `:root {
  color-scheme: ${light === dark ? 'dark' : 'light dark'};
  --background: ${colour('background')};
  --surface: ${colour('surface')};
  --text: ${colour('text')};
  --muted: ${colour('muted')};
  --primary: ${colour('primary')};
  --on-primary: ${colour('onPrimary')};
  --secondary: ${colour('secondary')};
  --accent: ${colour('accent')};
  --line: color-mix(in oklab, var(--text) 16%, var(--background));
  --heading: ${stack(design.headingFont)};
  --body: ${stack(design.bodyFont)};
  --radius: ${radius};
  --size-small: 0.9375rem;
  --size-text: clamp(1.0625rem, 1.02rem + 0.2vw, 1.1875rem);
  --size-large: clamp(1.1875rem, 1.1rem + 0.5vw, 1.4375rem);
  --size-title: clamp(1.875rem, 1.5rem + 1.7vw, 3rem);
  --size-display: clamp(2.625rem, 1.7rem + 4.2vw, 5.25rem);
  --space-small: 0.75rem;
  --space: 1.5rem;
  --space-large: clamp(2rem, 1.4rem + 2.6vw, 4rem);
  --space-section: clamp(4rem, 2.6rem + 6vw, 8rem);
  --edge: max(1.25rem, calc((100vw - 76rem) / 2));
}`
}
