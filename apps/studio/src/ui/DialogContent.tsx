import { AlertDialog } from '@base-ui/react/alert-dialog'
import { Dialog as Base } from '@base-ui/react/dialog'
import { useState } from 'react'
import { Button } from './Button.tsx'
import { CloseButton } from './CloseButton.tsx'
import { cx } from './cx.ts'
import styles from './Dialog.module.css'
import type { ConfirmDialogProps, DialogProps } from './Dialog.tsx'
import { ErrorNote } from './ErrorNote.tsx'
import * as strings from './strings.ts'

/** The dialog itself; `Dialog` loads it. */
export function DialogContent({
  open,
  onOpenChange,
  title,
  description,
  children,
  footer,
  wide = false,
  finalFocus,
}: DialogProps) {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Popup
          className={cx(styles.popup, wide === 'widest' ? styles.widest : wide && styles.wide)}
          finalFocus={finalFocus}
        >
          <div className={styles.head}>
            <Base.Title className={styles.title}>{title}</Base.Title>
            <CloseButton />
          </div>
          {description && <Base.Description className={styles.description}>{description}</Base.Description>}
          {children && <div className={styles.body}>{children}</div>}
          {footer && <div className={styles.foot}>{footer}</div>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

/** The question itself; `ConfirmDialog` loads it. */
export function ConfirmDialogContent({
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
            <AlertDialog.Close render={<Button>{strings.cancel}</Button>} />
            <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={act}>
              {confirm}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
