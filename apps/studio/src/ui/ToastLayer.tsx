import { Toast as Base } from '@base-ui/react/toast'
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button, IconButton } from './Button.tsx'
import * as strings from './strings.ts'
import styles from './Toast.module.css'
import type { ToastMessage, ToastTone } from './Toast.tsx'

const icons = { info: Info, done: CircleCheck, attention: TriangleAlert, danger: CircleAlert }

/** Shows the messages in the order given, each once; the list only grows. `ToastProvider` loads it with the first one. */
export function ToastLayer({ messages }: { messages: readonly ToastMessage[] }) {
  return (
    <Base.Provider timeout={6000} limit={3}>
      <Feed messages={messages} />
      <Base.Portal>
        <Base.Viewport className={styles.viewport}>
          <ToastList />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  )
}

function Feed({ messages }: { messages: readonly ToastMessage[] }) {
  const { add } = Base.useToastManager()
  const shown = useRef(0)
  useEffect(() => {
    for (const { title, description, tone = 'info', action, id } of messages.slice(shown.current)) {
      add({
        id,
        title,
        description,
        type: tone,
        timeout: tone === 'danger' || action ? 12_000 : 6000,
        actionProps: action ? { children: action.label, onClick: action.onSelect } : undefined,
      })
    }
    shown.current = messages.length
  }, [add, messages])
  return null
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
        <div className="min-w-0 break-anywhere" role={toast.type === 'danger' ? 'alert' : undefined}>
          <Base.Title className="type-control font-medium" render={<p />} />
          <Base.Description className="color-secondary" />
        </div>
        <div className={styles.actions}>
          {toast.actionProps && <Base.Action render={<Button size="sm" variant="quiet" />} />}
          <Base.Close
            aria-hidden={false}
            render={
              <IconButton label={strings.dismiss} size="sm">
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
