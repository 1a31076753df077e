import { useSyncExternalStore } from 'react'

export type Scheme = 'system' | 'light' | 'dark'

const key = 'atelier.scheme'
const changed = 'atelier:scheme'

function isScheme(value: string | null): value is Scheme {
  return value === 'system' || value === 'light' || value === 'dark'
}

/** The scheme chosen in this browser; `system` if none was chosen. */
export function readScheme(): Scheme {
  const stored = localStorage.getItem(key)
  return isScheme(stored) ? stored : 'system'
}

/** Puts the chosen scheme on the document, where the tokens look for it. */
export function applyScheme(scheme: Scheme): void {
  if (scheme === 'system') delete document.documentElement.dataset.scheme
  else document.documentElement.dataset.scheme = scheme
}

/** The scheme and a way to change it, in step across tabs. */
export function useScheme(): [Scheme, (scheme: Scheme) => void] {
  const scheme = useSyncExternalStore((notify) => {
    const onChange = () => {
      applyScheme(readScheme())
      notify()
    }
    window.addEventListener('storage', onChange)
    window.addEventListener(changed, onChange)
    return () => {
      window.removeEventListener('storage', onChange)
      window.removeEventListener(changed, onChange)
    }
  }, readScheme)
  return [
    scheme,
    (next) => {
      localStorage.setItem(key, next)
      window.dispatchEvent(new Event(changed))
    },
  ]
}
