import type { ColorRamp as Ramp } from '@atelier/site'
import { useState } from 'react'
import type { MenuEntry } from '../../../ui/Menu.tsx'
import { operations } from '../session/handles.ts'
import { rampShades, type Shade } from './colors.ts'
import * as strings from './strings.ts'
import styles from './Tokens.module.css'
import { useDesign } from './useDesign.ts'

/** The shades that stylesheets declare for a colour, in light and below that in dark. */
export function ColorRamp({ ramp }: { ramp: Ramp }) {
  const { tokens } = useDesign()
  const { light, dark } = rampShades(ramp, tokens)
  const name = ramp.name.slice(2)
  return (
    <>
      <Shades label={strings.shadesOf(name)} shades={light} />
      {dark.length > 0 && <Shades label={strings.darkShadesOf(name)} shades={dark} />}
    </>
  )
}

/** Shades from one end to the other, each to be copied as what CSS calls it. */
export function Shades({ label, shades }: { label: string; shades: readonly Shade[] }) {
  return (
    <fieldset className={styles.ramp} aria-label={label}>
      {shades.map(({ variable, value }) => (
        <button
          key={variable}
          type="button"
          className={styles.step}
          style={{ background: value }}
          aria-label={strings.copyVariable(variable)}
          title={`--${variable}: ${value}`}
          onClick={() => void navigator.clipboard.writeText(`var(--${variable})`)}
        />
      ))}
    </fieldset>
  )
}

/** The menu actions on a colour's ramp, and whether its shades are shown to be edited. */
export function useRampMenu(name: string, ramp: Ramp | undefined, canMake: boolean) {
  const { run } = useDesign()
  const [editing, setEditing] = useState(false)
  const entries: MenuEntry[] = []
  if (canMake) {
    const label = ramp ? strings.makeRampAgain : strings.makeRamp
    entries.push({
      label,
      onSelect: () => void run(operations.makeColorRamp, { name, ...(ramp && { replace: true }) }),
    })
  }
  if (ramp) {
    entries.push(
      { label: editing ? strings.hideShades : strings.editShades, onSelect: () => setEditing(!editing) },
      { label: strings.removeRamp, onSelect: () => void run(operations.removeColorRamp, { name }) },
    )
  }
  return { entries, editing: editing && ramp !== undefined }
}
