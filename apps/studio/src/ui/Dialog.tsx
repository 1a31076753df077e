import { AlertDialog } from '@base-ui/react/alert-dialog'
import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ReactElement, type ReactNode, useState } from 'react'
import { Button, IconButton } from './Button.tsx'
import { cx } from './cx.ts'
import styles from './Dialog.module.css'
import { ErrorNote } from './ErrorNote.tsx'

export interface DialogProps {
  open?: boolean
  onOpenChange?: (open: boolean) => void
  trigger?: ReactElement<Record<string, unknown>>
  title: string
  description?: ReactNode
  children?: ReactNode
  /** The buttons, the one that goes on last. */
  footer?: ReactNode
  wide?: boolean
}

/** A question that has to be answered before going on. Focus stays inside and returns to where it came from. */
export function Dialog({
  open,
  onOpenChange,
  trigger,
  title,
  description,
  children,
  footer,
  wide = false,
}: DialogProps) {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      {trigger && <Base.Trigger render={trigger} />}
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Popup className={cx(styles.popup, wide && styles.wide)}>
          <div className={styles.head}>
            <Base.Title className={styles.title}>{title}</Base.Title>
            <Base.Close
              render={
                <IconButton label="Close" shortcut="Esc">
                  <X size={16} />
                </IconButton>
              }
            />
          </div>
          {description && <Base.Description className={styles.description}>{description}</Base.Description>}
          {children && <div className={styles.body}>{children}</div>}
          {footer && <div className={styles.foot}>{footer}</div>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

export interface ConfirmDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  /** What exactly goes, and whether it can be taken back. */
  children: ReactNode
  /** The verb of the button. */
  confirm: string
  danger?: boolean
  /** Resolves with the sentence of what went wrong, or nothing when it is done; the dialog then closes. */
  onConfirm: () => Promise<string | undefined> | string | undefined
}

/** Asks before something that cannot be taken back; stays open and shows the reason where it fails. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  children,
  confirm,
  danger = true,
  onConfirm,
}: ConfirmDialogProps) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const close = (next: boolean) => {
    setError(undefined)
    onOpenChange(next)
  }
  const act = async () => {
    setBusy(true)
    const failure = await onConfirm()
    setBusy(false)
    if (failure) setError(failure)
    else close(false)
  }
  return (
    <AlertDialog.Root open={open} onOpenChange={close}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={styles.backdrop} />
        <AlertDialog.Popup className={styles.popup}>
          <div className={styles.head}>
            <AlertDialog.Title className={styles.title}>{title}</AlertDialog.Title>
          </div>
          <div className={styles.body}>
            <AlertDialog.Description render={<div />}>{children}</AlertDialog.Description>
            {error && <ErrorNote title={error} />}
          </div>
          <div className={styles.foot}>
            <AlertDialog.Close render={<Button>Cancel</Button>} />
            <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={act}>
              {confirm}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}

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
                <IconButton label="Close" shortcut="Esc">
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
