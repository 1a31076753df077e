import { Dialog as Base } from '@base-ui/react/dialog'
import { useRef } from 'react'
import { CloseButton } from './CloseButton.tsx'
import { cx } from './cx.ts'
import styles from './Dialog.module.css'
import type { SheetProps } from './Sheet.tsx'

/** The sheet itself; `Sheet` loads it. */
export function SheetContent({ open, onOpenChange, title, side = 'bottom', children }: SheetProps) {
  const popup = useRef<HTMLDivElement>(null)
  const change = (next: boolean, { reason, event }: Base.Root.ChangeEventDetails) => {
    if (reason === 'outside-press' && isInOtherPopup(event, popup.current)) return
    onOpenChange(next)
  }
  return (
    <Base.Root open={open} onOpenChange={change} modal={false}>
      <Base.Portal>
        <Base.Popup ref={popup} className={cx(styles.sheet, styles[side])}>
          <div className={styles.sheetHead}>
            <Base.Title className={styles.sheetTitle}>{title}</Base.Title>
            <CloseButton />
          </div>
          <div className={styles.sheetBody}>{children}</div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

/** Whether a press falls into a menu or dialog that was opened from the sheet: it stands elsewhere in the document. */
function isInOtherPopup({ target }: Event, sheet: HTMLElement | null): boolean {
  const portal = target instanceof Element ? target.closest('[data-base-ui-portal]') : null
  return portal !== null && !portal.contains(sheet)
}
