import { type DesignPlan, type Palette, palettesOf } from '@atelier/generate/plan'
import { PlanField } from '../fields/PlanField.tsx'
import * as strings from '../strings.ts'
import styles from './Look.module.css'

const colors = [
  ['primaryColor', 'primary', strings.primaryColor],
  ['secondaryColor', 'secondary', strings.secondaryColor],
  ['accentColor', 'accent', strings.accentColor],
  ['backgroundColor', 'background', strings.backgroundColor],
  ['surfaceColor', 'surface', strings.surfaceColor],
  ['textColor', 'text', strings.textColor],
  ['textMutedColor', 'muted', strings.textMutedColor],
] as const satisfies readonly (readonly [keyof DesignPlan, keyof Palette, string])[]

/** The planned colours, each with its dark counterpart. */
export function Colors({
  design,
  disabled,
  onChange,
}: {
  design: DesignPlan
  disabled: boolean
  onChange: (field: string, value: string) => void
}) {
  const { dark } = palettesOf(design)
  return (
    <ul className="grid gap-4">
      {colors.map(([field, role, label]) => (
        <li key={field} className={styles.color}>
          <input
            type="color"
            className={styles.swatch}
            aria-label={label}
            value={design[field]}
            disabled={disabled}
            onChange={(event) => onChange(field, event.currentTarget.value)}
          />
          <span className="truncate">{label}</span>
          <PlanField
            className={styles.hex}
            label={strings.colourAs(label)}
            hideLabel
            whole
            value={design[field]}
            disabled={disabled}
            onChange={(value) => onChange(field, /^#/.test(value) ? value.trim() : `#${value.trim()}`)}
          />
          <span
            className={styles.dark}
            role="img"
            title={strings.inTheDark(label, dark[role])}
            aria-label={strings.inTheDark(label, dark[role])}
            style={{ background: dark[role] }}
          />
        </li>
      ))}
    </ul>
  )
}
