import { useCallback, useLayoutEffect, useRef, useState } from 'react'

export interface Draft {
  text: string
  set: (text: string) => void
  /** Puts back what was not taken, before anything written since; also when the chat has become another meanwhile. */
  restore: (text: string) => void
}

/**
 * The unsent text of a chat, kept in this browser until it is sent. Without a key it is not known yet which chat is
 * written to: what is typed meanwhile goes along to that chat, before what it had. So it does from a chat that may be
 * gone, while that is in doubt.
 */
export function useDraft(key: string | undefined, doubtful: boolean): Draft {
  const storageKey = key === undefined ? undefined : `atelier.draft.${key}`
  const [state, setState] = useState({ storageKey, text: stored(storageKey) })
  const now = useRef({ storageKey: state.storageKey, text: state.text, doubtful })
  let text = state.text
  if (state.storageKey !== storageKey) {
    const early = state.storageKey === undefined || now.current.doubtful ? state.text : ''
    text = [early, stored(storageKey)].filter((part) => part !== '').join('\n')
    setState({ storageKey, text })
  }
  // Before the next key: what is typed belongs to the chat that is shown.
  useLayoutEffect(() => {
    now.current = { storageKey, text, doubtful }
  })
  const set = useCallback((next: string) => {
    const { storageKey } = now.current
    if (storageKey === undefined) return setState({ storageKey, text: next })
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

function stored(storageKey: string | undefined): string {
  return storageKey === undefined ? '' : (localStorage.getItem(storageKey) ?? '')
}
