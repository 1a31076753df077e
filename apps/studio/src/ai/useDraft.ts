import { useCallback, useState } from 'react'

/** The unsent text of a chat, kept in this browser until it is sent. */
export function useDraft(key: string): [string, (text: string) => void] {
  const storageKey = `atelier.draft.${key}`
  const [state, setState] = useState({ key, text: localStorage.getItem(storageKey) ?? '' })
  let text = state.text
  if (state.key !== key) {
    text = localStorage.getItem(storageKey) ?? ''
    setState({ key, text })
  }
  const setText = useCallback(
    (next: string) => {
      if (next === '') localStorage.removeItem(storageKey)
      else localStorage.setItem(storageKey, next)
      setState({ key, text: next })
    },
    [key, storageKey],
  )
  return [text, setText]
}
