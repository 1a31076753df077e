import { useCallback, useLayoutEffect, useRef, useState } from 'react'

/** How a popup takes the focus at once, and where it returns it when it closes. */
export interface TakenFocus {
  /** The ref of the field that takes the next key. */
  field: (element: HTMLElement | null) => void
  /** For the popup: what had the focus before, unless the user has moved it elsewhere. */
  finalFocus: () => HTMLElement | undefined
}

/**
 * Focuses a field of a popup when it is put into the page. Base UI focuses some frames later, and a key pressed until
 * then would go to what had the focus before: a letter meant for a palette would be a shortcut of the canvas.
 */
export function useTakeFocus(): TakenFocus {
  // A body has no focus to return: the library would take the first button in it.
  const [before] = useState(() => (document.activeElement === document.body ? null : document.activeElement))
  const taken = useRef<HTMLElement>(null)
  const field = useCallback((element: HTMLElement | null) => {
    if (!element) return
    taken.current = element
    element.focus()
  }, [])
  const finalFocus = () => {
    const { activeElement } = document
    const isLeft = activeElement !== document.body && activeElement !== taken.current
    return !isLeft && before instanceof HTMLElement ? before : undefined
  }
  // A popup that closes in the frame in which it appeared is gone before Base UI returns the focus.
  useLayoutEffect(
    () => () => {
      if (taken.current && document.activeElement === taken.current && before instanceof HTMLElement) before.focus()
    },
    [before],
  )
  return { field, finalFocus }
}
