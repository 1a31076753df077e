import { useState } from 'react'

const KEY = 'atelier.markdownView'
const views = ['inPlace', 'source', 'both'] as const
export type MarkdownView = (typeof views)[number]

/** How a person sees Markdown; it stays as it was chosen last, in any field. */
export function useMarkdownView(storage: Storage = window.localStorage): [MarkdownView, (view: MarkdownView) => void] {
  const [view, setView] = useState(() => views.find((each) => each === storage.getItem(KEY)) ?? 'inPlace')
  return [
    view,
    (next) => {
      setView(next)
      storage.setItem(KEY, next)
    },
  ]
}
