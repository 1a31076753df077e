import { useState } from 'react'
import { Popover } from '../../../../ui/Popover.tsx'
import { behindProperty, ColorPicker } from '../color/ColorPicker.tsx'
import { schemeOf, shownColor } from '../color/shownColor.ts'
import { useStyle } from './editing.ts'
import styles from './Style.module.css'
import { StyleField } from './StyleField.tsx'
import * as strings from './strings.ts'
import { usePalette } from './usePalette.ts'

/** The field of a colour, with a swatch that opens the picker. */
export function ColorField({ property, label }: { property: string; label: string }) {
  const style = useStyle()
  const { value } = style.read(property)
  return (
    <StyleField property={property} label={label}>
      <Swatch
        label={strings.chooseColour(label)}
        property={property}
        value={value}
        shown={shownColor(value, property, { computed: style.computed, scheme: schemeOf(style.element()) })}
        onPreview={(next) => style.preview(next === undefined ? undefined : { [property]: next })}
        onCommit={(next) => void style.set({ [property]: next }, property)}
      />
    </StyleField>
  )
}

export interface SwatchProps {
  label: string
  property: string
  value: string
  /** The colour as the browser computes it. */
  shown: string
  onPreview: (value: string | undefined) => void
  onCommit: (value: string) => void
}

/** A colour as a button that opens the picker. */
export function Swatch({ label, property, value, shown, onPreview, onCommit }: SwatchProps) {
  const style = useStyle()
  const [open, setOpen] = useState(false)
  const palette = usePalette(open)
  return (
    <Popover
      label={label}
      side="left"
      align="start"
      open={open}
      onOpenChange={(next) => {
        setOpen(next)
        if (!next) onPreview(undefined)
      }}
      className={styles.pickerPopup}
      trigger={
        <button type="button" className={styles.swatch} aria-label={label}>
          <span style={{ background: shown }} />
        </button>
      }
    >
      {open && (
        <ColorPicker
          label={label}
          value={value}
          shown={shown}
          palette={palette}
          against={behindProperty(property, style.element())}
          onPreview={onPreview}
          onCommit={onCommit}
        />
      )}
    </Popover>
  )
}
