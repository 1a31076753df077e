import { type RefObject, useLayoutEffect, useState } from 'react'

/** The width in which pages are drawn before they are made small, in CSS pixels. */
const PAGE_WIDTH = 1280

/** How much smaller a page is shown in a room of this width. */
export function useScale(room: RefObject<HTMLElement | null>): number {
  const [scale, setScale] = useState(0.2)
  useLayoutEffect(() => {
    const watched = room.current
    if (!watched) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setScale(entry.contentRect.width / PAGE_WIDTH)
    })
    observer.observe(watched)
    return () => observer.disconnect()
  }, [room])
  return scale
}
