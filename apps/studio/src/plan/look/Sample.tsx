import { type DesignPlan, fallbackFonts, fontName, type Palette, palettesOf } from '@atelier/generate/plan'
import { usePlanScene } from '../document/context.ts'
import * as strings from '../strings.ts'
import styles from './Look.module.css'
import { sampleFamily, useSampleFonts } from './useSampleFonts.ts'

/** A heading, a text and a button in the planned colours and fonts, light and dark. */
export function Sample({ design, name, text, cta }: { design: DesignPlan; name: string; text: string; cta: string }) {
  const { light, dark } = palettesOf(design)
  useSampleFonts(usePlanScene().project.id, design)
  const stack = (font: string) => {
    const family = fontName(font)
    return `"${sampleFamily(family)}", "${family}", ${fallbackFonts(family)}`
  }
  const radius = /^\d{1,3}(?:\.\d+)?(?:px|rem|em)?$/.test(design.borderRadius) ? design.borderRadius : '8px'
  const card = (palette: Palette, label: string) => (
    <fieldset
      className={styles.sample}
      aria-label={label}
      style={{ background: palette.background, color: palette.text, fontFamily: stack(design.bodyFont) }}
    >
      <p className={styles.sampleHeading} style={{ fontFamily: stack(design.headingFont) }}>
        {name}
      </p>
      <p className={styles.sampleText} style={{ color: palette.muted }}>
        {text}
      </p>
      <span
        className={styles.sampleButton}
        style={{ background: palette.primary, color: palette.onPrimary, borderRadius: radius }}
      >
        {cta}
      </span>
    </fieldset>
  )
  return (
    <figure className={styles.samples} aria-label={strings.sample} title={strings.sampleFonts}>
      {card(light, strings.sampleLight)}
      {card(dark, strings.sampleDark)}
    </figure>
  )
}
