import { createContext } from 'react'

/** Keeps what was typed in a field that has disappeared before it was committed; nothing outside of an editor. */
export const KeepWords = createContext<(words: string) => void>(() => undefined)
