import { useCallback, useEffect, useRef, useState } from 'react'

export interface Draft {
  text: string
  set: (text: string) => void
  /** Puts back what was not taken, before anything written since; also when the chat has become another meanwhile. */
  restore: (text: string) => void
}

/** The unsent text of a chat, kept in this browser until it is sent. */
export function useDraft(key: string): Draft {
  const storageKey = `atelier.draft.${key}`
  const [state, setState] = useState({ storageKey, text: localStorage.getItem(storageKey) ?? '' })
  let text = state.text
  if (state.storageKey !== storageKey) {
    text = localStorage.getItem(storageKey) ?? ''
    setState({ storageKey, text })
  }
  const now = useRef({ storageKey, text })
  useEffect(() => {
    now.current = { storageKey, text }
  })
  const set = useCallback((next: string) => {
    const { storageKey } = now.current
    if (next === '') localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, next)
    setState({ storageKey, text: next })
  }, [])
  const restore = useCallback(
    (lost: string) => set(now.current.text === '' ? lost : `${lost}\n${now.current.text}`),
    [set],
  )
  return { text, set, restore }
}
