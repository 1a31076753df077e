import { type RefObject, useRef } from 'react'

/** Where the focus goes when a popup closes: back to its button, unless the user has moved it elsewhere. */
export interface ReturnFocus {
  /** For the button that opens the popup. */
  button: RefObject<HTMLButtonElement | null>
  /** For the popup. */
  popup: RefObject<HTMLDivElement | null>
  finalFocus: () => HTMLElement | undefined
}

/**
 * Returns the focus to the button of a popup whose code is loaded when it is first opened. The pressed button is
 * another element than the one shown afterwards, so that the library returns to the element focused in between.
 */
export function useReturnFocus(): ReturnFocus {
  const button = useRef<HTMLButtonElement>(null)
  const popup = useRef<HTMLDivElement>(null)
  const finalFocus = () => {
    const { activeElement } = document
    const isLeft = activeElement !== document.body && !popup.current?.contains(activeElement)
    return isLeft ? undefined : (button.current ?? undefined)
  }
  return { button, popup, finalFocus }
}
