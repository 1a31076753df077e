import { useSyncExternalStore } from 'react'

/** Below this width, in px, the editor shows canvas and agent only, and its panels as sheets. */
export const compactWidth = 900

/** Below this width, in px, the navigator folds to a rail of icons. */
export const railWidth = 1100

/** Whether a media query holds, live. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    () => window.matchMedia(query).matches,
  )
}

/** Whether the window is narrower than `compactWidth`. */
export function useCompact(): boolean {
  return useMedia(`(width < ${compactWidth}px)`)
}
