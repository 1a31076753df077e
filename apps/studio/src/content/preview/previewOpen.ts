import { useState } from 'react'

const KEY = 'atelier.entryPreview'

/** Whether a person has the preview beside their entries; it stays as it was left. */
export function usePreviewOpen(storage: Storage = window.localStorage): [boolean, (open: boolean) => void] {
  const [open, setOpen] = useState(() => storage.getItem(KEY) === '1')
  return [
    open,
    (next) => {
      setOpen(next)
      if (next) storage.setItem(KEY, '1')
      else storage.removeItem(KEY)
    },
  ]
}
