import type { Plan } from '../../plan/plan.ts'
import { fallbackFonts, fontName } from '../../rehearsal/tokenStyles.ts'

/** A font family of a plan. */
export interface PlanFont {
  family: string
  /** Its use. */
  uses: ('heading' | 'body')[]
  /** As `set_font_tokens` takes them: `400`, `700`. */
  variants: string[]
  /** Its fallbacks among the system's fonts, as CSS. */
  fallback: string
  /** Whether it is to be fetched and kept by the site; fonts that computers come with are not. */
  installable: boolean
}

/** Families that computers have, and names that CSS gives to some. */
const SYSTEM: ReadonlySet<string> = new Set(
  [
    'arial|arial black|avenir|avenir next|baskerville|book antiqua|calibri|cambria|candara|charter|comic sans ms|consolas',
    'constantia|corbel|courier|courier new|didot|franklin gothic|futura|garamond|geneva|georgia|gill sans|helvetica',
    'helvetica neue|hoefler text|impact|iowan old style|lucida grande|lucida sans|menlo|monaco|optima|palatino',
    'palatino linotype|perpetua|rockwell|san francisco|segoe ui|sf pro|sf pro display|sf pro text|tahoma|times',
    'times new roman|trebuchet ms|verdana',
    'serif|sans-serif|monospace|cursive|fantasy|system-ui|ui-serif|ui-sans-serif|ui-monospace|ui-rounded|-apple-system|blinkmacsystemfont|inherit',
  ].flatMap((line) => line.split('|')),
)

/** The names of families that can be requested. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{N} &'.+-]{0,99}$/u

/** The font families that a plan names, each once, with its weights. */
export function fontsOfPlan({ design }: Pick<Plan, 'design'>): PlanFont[] {
  const fonts = new Map<string, PlanFont>()
  for (const [use, named] of [
    ['heading', design.headingFont],
    ['body', design.bodyFont],
  ] as const) {
    // A stack names the font that is wanted first.
    const family = fontName(named.split(',', 1)[0]?.replaceAll("'", '') ?? '').replace(/\s+/g, ' ')
    const key = family.toLowerCase()
    const known = fonts.get(key)
    if (known) {
      known.uses.push(use)
      continue
    }
    const installable = !SYSTEM.has(key) && NAME.test(family)
    fonts.set(key, {
      family,
      uses: [use],
      variants: variantsOf(design.fontWeights),
      fallback: fallbackFonts(family),
      installable,
    })
  }
  return [...fonts.values()]
}

/** The weights that pages use: those of the plan in steps of a hundred, with the normal one. */
function variantsOf(weights: readonly number[]): string[] {
  const steps = weights.map((weight) => Math.min(900, Math.max(100, Math.round(weight / 100) * 100)))
  return [...new Set([400, ...steps])].sort((a, b) => a - b).map(String)
}
