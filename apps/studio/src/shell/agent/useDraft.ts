import { useLayoutEffect, useState } from 'react'
import { createStore, type Store } from '../../documents/store.ts'

export interface Draft {
  /** The text as it is typed. Only the composer follows it, so that a key renders nothing else. */
  readonly text: Pick<Store<string>, 'get' | 'subscribe'>
  set(text: string): void
  /** Puts back what was not taken, before anything written since; also when the chat has become another meanwhile. */
  restore(text: string): void
}

interface MovableDraft extends Draft {
  /** Shows the text of another chat. */
  moveTo(storageKey: string | undefined, doubtful: boolean): void
}

/**
 * The unsent text of a chat, kept in this browser until it is sent. Without a key it is not known yet which chat is
 * written to: what is typed meanwhile goes along to that chat, before what it had. So it does from a chat that may be
 * gone, while that is in doubt.
 */
export function useDraft(key: string | undefined, doubtful: boolean): Draft {
  const storageKey = key === undefined ? undefined : `atelier.draft.${key}`
  const [draft] = useState(() => createDraft(storageKey))
  // Before the next key: what is typed belongs to the chat that is shown.
  useLayoutEffect(() => draft.moveTo(storageKey, doubtful))
  return draft
}

/** @param first the key in the browser's storage; none while it is not known which chat is written to */
export function createDraft(first: string | undefined): MovableDraft {
  let storageKey = first
  let doubtful = false
  const text = createStore(stored(first))
  const set = (next: string) => {
    if (storageKey !== undefined) {
      if (next === '') localStorage.removeItem(storageKey)
      else localStorage.setItem(storageKey, next)
    }
    text.set(next)
  }
  return {
    text,
    set,
    restore: (lost) => set(text.get() === '' ? lost : `${lost}\n${text.get()}`),
    moveTo(nextKey, nextDoubtful) {
      if (nextKey !== storageKey) {
        const early = storageKey === undefined || doubtful ? text.get() : ''
        text.set([early, stored(nextKey)].filter((part) => part !== '').join('\n'))
      }
      storageKey = nextKey
      doubtful = nextDoubtful
    },
  }
}

function stored(storageKey: string | undefined): string {
  return storageKey === undefined ? '' : (localStorage.getItem(storageKey) ?? '')
}
