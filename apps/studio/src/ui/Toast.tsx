import { createContext, type ReactNode, Suspense, use, useMemo, useState } from 'react'
import { lazyWhenIdle } from './lazyWhenIdle.ts'
import * as strings from './strings.ts'

export type ToastTone = 'info' | 'done' | 'attention' | 'danger'

export interface ToastMessage {
  title: string
  description?: string
  tone?: ToastTone
  action?: { label: string; onSelect: () => void }
  /** A toast with the same id takes the earlier one's place. */
  id?: string
}

const ToastLayer = lazyWhenIdle(async () => (await import('./ToastLayer.tsx')).ToastLayer)

interface Toasts {
  show: (message: ToastMessage) => void
}

const Context = createContext<Toasts | undefined>(undefined)

/** Wraps the application once and shows the messages passed to `useToast`. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [messages, setMessages] = useState<readonly ToastMessage[]>([])
  const toasts = useMemo<Toasts>(() => ({ show: (message) => setMessages((before) => [...before, message]) }), [])
  return (
    <Context value={toasts}>
      {children}
      {messages.length > 0 && (
        <Suspense>
          <ToastLayer messages={messages} />
        </Suspense>
      )}
    </Context>
  )
}

/** Says that something happened elsewhere or has ended; what is wrong with a form is said in the form. */
export function useToast(): Toasts {
  const toasts = use(Context)
  if (!toasts) throw new Error(strings.toastProviderMissing)
  return toasts
}
