import type { Draft } from '@atelier/documents'
import { BRAND_KEY, type Brand } from '../brand/brand.ts'
import { setPlanField } from '../plan/edit.ts'
import { readPlan } from '../plan/plan.ts'
import { type DesignColors as Colors, colorMix, palettesOf } from './palette.ts'

/** How a look puts the colours of a brand on the page. */
export type BrandGround = 'quiet' | 'clear' | 'bold'

/** The colours of a whole design from those of a brand, of which every text is readable. */
export function brandDesign({ colors }: Pick<Brand, 'colors'>, ground: BrandGround): Colors {
  const [primary = '#1d4ed8'] = colors
  const secondary = colors[1] ?? colorMix(primary, '#3f3f46', 0.45)
  const accent = colors[2] ?? colors[1] ?? colorMix(primary, '#ffffff', 0.35)
  const grounds: Readonly<Record<BrandGround, Pick<Colors, 'backgroundColor' | 'surfaceColor' | 'textColor'>>> = {
    quiet: {
      backgroundColor: colorMix('#ffffff', primary, 0.03),
      surfaceColor: colorMix('#ffffff', primary, 0.09),
      textColor: colorMix('#1c1c1a', primary, 0.12),
    },
    clear: {
      backgroundColor: '#ffffff',
      surfaceColor: colorMix('#f3f4f6', secondary, 0.06),
      textColor: '#17181c',
    },
    bold: {
      backgroundColor: colorMix('#0d0d10', primary, 0.16),
      surfaceColor: colorMix('#17171c', primary, 0.24),
      textColor: '#f7f6f3',
    },
  }
  const { backgroundColor, surfaceColor, textColor } = grounds[ground]
  const muted = colorMix(textColor, backgroundColor, 0.3)
  return readableColors({
    primaryColor: primary,
    secondaryColor: secondary,
    accentColor: accent,
    backgroundColor,
    surfaceColor,
    textColor,
    textMutedColor: muted,
  })
}

/** The same colours, with those of texts and buttons moved until they are readable. */
export function readableColors(given: Colors): Colors {
  const { text, muted, primary } = palettesOf(given).light
  return { ...given, primaryColor: primary, textColor: text, textMutedColor: muted }
}

/** Gives a plan the colours of a brand, on the ground that it has. */
export function takeBrandColors(draft: Draft, brand: Brand): void {
  draft.set(BRAND_KEY, brand)
  const { design, pages } = readPlan(draft)
  // Before there is a plan its own colours are only defaults.
  if (pages.length === 0) return
  const [primary = design.primaryColor] = brand.colors
  const colors = readableColors({
    ...design,
    primaryColor: primary,
    secondaryColor: brand.colors[1] ?? colorMix(primary, '#3f3f46', 0.45),
    accentColor: brand.colors[2] ?? brand.colors[1] ?? colorMix(primary, '#ffffff', 0.35),
  })
  for (const field of COLOR_FIELDS) setPlanField(draft, 'design', field, colors[field])
}

const COLOR_FIELDS = ['primaryColor', 'secondaryColor', 'accentColor', 'textColor', 'textMutedColor'] as const
