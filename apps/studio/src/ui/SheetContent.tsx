import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { IconButton } from './Button.tsx'
import { cx } from './cx.ts'
import styles from './Dialog.module.css'
import type { SheetProps } from './Sheet.tsx'
import * as strings from './strings.ts'

/** The sheet itself; `Sheet` loads it. */
export function SheetContent({ open, onOpenChange, title, side = 'bottom', children }: SheetProps) {
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
