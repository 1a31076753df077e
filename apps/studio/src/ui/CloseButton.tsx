import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { IconButton } from './Button.tsx'
import * as strings from './strings.ts'

/** Closes the dialog or the sheet around it. */
export function CloseButton() {
  return (
    <Dialog.Close
      render={
        <IconButton label={strings.close} shortcut="Esc">
          <X size={16} />
        </IconButton>
      }
    />
  )
}
