import { Toast as Base } from '@base-ui/react/toast'
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { Button, IconButton } from './Button.tsx'
import styles from './Toast.module.css'

export type ToastTone = 'info' | 'done' | 'attention' | 'danger'

export interface ToastMessage {
  title: string
  description?: string
  tone?: ToastTone
  action?: { label: string; onSelect: () => void }
  /** A toast with the same id takes the earlier one's place. */
  id?: string
}

const icons = { info: Info, done: CircleCheck, attention: TriangleAlert, danger: CircleAlert }

/** Stands once around the application and shows what `useToast` is told. */
export function ToastProvider({ children }: { children: ReactNode }) {
  return (
    <Base.Provider timeout={6000} limit={3}>
      {children}
      <Base.Portal>
        <Base.Viewport className={styles.viewport}>
          <ToastList />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  )
}

/** Says that something happened elsewhere or has ended; what is wrong with a form is said in the form. */
export function useToast(): { show: (message: ToastMessage) => void } {
  const { add } = Base.useToastManager()
  return useMemo(
    () => ({
      show: ({ title, description, tone = 'info', action, id }: ToastMessage) => {
        add({
          id,
          title,
          description,
          type: tone,
          priority: tone === 'danger' ? 'high' : 'low',
          timeout: tone === 'danger' || action ? 12_000 : 6000,
          actionProps: action ? { children: action.label, onClick: action.onSelect } : undefined,
        })
      },
    }),
    [add],
  )
}

function ToastList() {
  const { toasts } = Base.useToastManager()
  return toasts.map((toast) => {
    const Icon = icons[isTone(toast.type) ? toast.type : 'info']
    return (
      <Base.Root key={toast.id} toast={toast} className={styles.toast}>
        <span className={styles.icon}>
          <Icon size={16} />
        </span>
        <div className={styles.text}>
          <Base.Title className={styles.title} render={<p />} />
          <Base.Description className={styles.description} />
        </div>
        <div className={styles.actions}>
          {toast.actionProps && <Base.Action render={<Button size="sm" variant="quiet" />} />}
          <Base.Close
            render={
              <IconButton label="Dismiss" size="sm">
                <X size={14} />
              </IconButton>
            }
          />
        </div>
      </Base.Root>
    )
  })
}

function isTone(type: string | undefined): type is ToastTone {
  return type !== undefined && type in icons
}
