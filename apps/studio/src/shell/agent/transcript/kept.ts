import { createContext, use, useState } from 'react'

/** The unfolded parts of a conversation, by their keys: a part that is not rendered for a while is as it was. */
export const KeptOpen = createContext<Map<string, boolean> | undefined>(undefined)

export function useKeptOpen(key: string): [boolean, (open: boolean) => void] {
  const kept = use(KeptOpen)
  const [open, setOpen] = useState(kept?.get(key) ?? false)
  return [
    open,
    (next) => {
      kept?.set(key, next)
      setOpen(next)
    },
  ]
}
