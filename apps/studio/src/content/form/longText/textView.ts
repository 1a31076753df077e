import { useState } from 'react'

const views = ['inPlace', 'source', 'both'] as const
export type TextView = (typeof views)[number]

/** How a person sees long texts of a type; it stays as it was chosen last, in any field. */
export function useTextView(
  type: 'markdown' | 'richtext',
  storage: Storage = window.localStorage,
): [TextView, (view: TextView) => void] {
  const key = `atelier.${type}View`
  const [view, setView] = useState(() => views.find((each) => each === storage.getItem(key)) ?? 'inPlace')
  return [
    view,
    (next) => {
      setView(next)
      storage.setItem(key, next)
    },
  ]
}
