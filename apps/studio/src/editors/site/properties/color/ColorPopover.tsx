import type { ReactElement } from 'react'
import { Popover } from '../../../../ui/Popover.tsx'
import styles from './Color.module.css'
import { ColorPicker, type ColorPickerProps } from './ColorPicker.tsx'

export interface ColorPopoverProps extends ColorPickerProps {
  trigger: ReactElement<Record<string, unknown>>
  side: 'left' | 'right'
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The colour picker beside the button that opens it; what was only tried is given up when it closes. */
export function ColorPopover({ trigger, side, open, onOpenChange, ...picker }: ColorPopoverProps) {
  return (
    <Popover
      label={picker.label}
      side={side}
      align="start"
      open={open}
      onOpenChange={(next) => {
        onOpenChange(next)
        if (!next) picker.onPreview(undefined)
      }}
      className={styles.popup}
      trigger={trigger}
    >
      {open && <ColorPicker {...picker} />}
    </Popover>
  )
}
