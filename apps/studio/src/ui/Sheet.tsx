import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from './Button.tsx'
import { cx } from './cx.ts'
import styles from './Dialog.module.css'
import * as strings from './strings.ts'

export interface SheetProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  side?: 'bottom' | 'left' | 'right'
  children: ReactNode
}

/** A panel that slides over a narrow screen. What is behind it stays live and usable. */
export function Sheet({ open, onOpenChange, title, side = 'bottom', children }: SheetProps) {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange} modal={false}>
      <Base.Portal>
        <Base.Popup className={cx(styles.sheet, styles[side])}>
          <div className={styles.sheetHead}>
            <Base.Title className={styles.sheetTitle}>{title}</Base.Title>
            <Base.Close
              render={
                <IconButton label={strings.close} shortcut="Esc">
                  <X size={16} />
                </IconButton>
              }
            />
          </div>
          <div className={styles.sheetBody}>{children}</div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
