import { type ReactNode, type RefObject, Suspense } from 'react'
import { lazyWhenIdle } from './lazyWhenIdle.ts'
import { useOnceOpen } from './useOnceOpen.ts'

export interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: ReactNode
  children?: ReactNode
  /** The buttons, with the one that continues last. */
  footer?: ReactNode
  wide?: boolean | 'widest'
  /** The element focused after it; otherwise what had it before. */
  finalFocus?: RefObject<HTMLElement | null>
}

export interface ConfirmDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  /** The exact loss, and whether it can be undone. */
  children: ReactNode
  /** The verb of the button. */
  confirm: string
  danger?: boolean
  /** Resolves with the sentence of what went wrong, or nothing when it is done; the dialog then closes. */
  onConfirm: () => Promise<string | undefined> | string | undefined
}

const DialogContent = lazyWhenIdle(async () => (await import('./DialogContent.tsx')).DialogContent)
const ConfirmDialogContent = lazyWhenIdle(async () => (await import('./DialogContent.tsx')).ConfirmDialogContent)

/**
 * A question that the user has to answer before continuing. Focus stays inside and returns to where it came from. Its code is
 * loaded apart from the page's.
 */
export function Dialog(props: DialogProps) {
  return useOnceOpen(props.open) ? (
    <Suspense>
      <DialogContent {...props} />
    </Suspense>
  ) : null
}

/** Asks before an action that cannot be undone; stays open and shows the reason if it fails. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return useOnceOpen(props.open) ? (
    <Suspense>
      <ConfirmDialogContent {...props} />
    </Suspense>
  ) : null
}
