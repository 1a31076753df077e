import { useState } from 'react'
import { behindProperty } from '../color/ColorPicker.tsx'
import { ColorPopover } from '../color/ColorPopover.tsx'
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
    <ColorPopover
      key={style.nodes[0].id}
      label={label}
      side="left"
      value={value}
      shown={shown}
      palette={palette}
      against={open ? behindProperty(property, style.element()) : undefined}
      open={open}
      onOpenChange={setOpen}
      onPreview={onPreview}
      onCommit={onCommit}
      trigger={
        <button type="button" className={styles.swatch} aria-label={label}>
          <span style={{ background: shown }} />
        </button>
      }
    />
  )
}
