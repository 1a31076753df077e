import { type RefObject, useCallback, useEffect, useLayoutEffect, useState } from 'react'

/** Rows above and below the visible ones that are rendered too, so that a short scroll shows no gap. */
const overscan = 12

/** The rows to render, from `first` up to, not including, `end`. */
export interface ListWindow {
  first: number
  end: number
}

/** The rows of a list that are in sight, and some around them. Lengths are CSS pixels. */
export function windowOf(count: number, rowHeight: number, scrollTop: number, height: number): ListWindow {
  const first = Math.max(0, Math.min(Math.floor(scrollTop / rowHeight), count) - overscan)
  return { first, end: Math.min(count, Math.ceil((scrollTop + height) / rowHeight) + overscan) }
}

/** Where to scroll so that a row is in sight, as little as possible; undefined if it is. */
export function scrollTopFor(index: number, rowHeight: number, scrollTop: number, height: number): number | undefined {
  const top = index * rowHeight
  if (top < scrollTop) return top
  const bottom = top + rowHeight
  return bottom > scrollTop + height ? bottom - height : undefined
}

/** Follows which rows of a scrolled list of `count` equally high rows are in sight. */
export function useListWindow(scroller: RefObject<HTMLElement | null>, count: number, rowHeight: number) {
  const [shown, setShown] = useState<ListWindow>({ first: 0, end: overscan * 2 })
  const measure = useCallback(() => {
    const element = scroller.current
    if (!element) return
    const next = windowOf(count, rowHeight, element.scrollTop, element.clientHeight)
    setShown((before) => (before.first === next.first && before.end === next.end ? before : next))
  }, [scroller, count, rowHeight])

  useLayoutEffect(measure, [measure])
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    element.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', measure)
    }
  }, [scroller, measure])
  const reveal = useCallback(
    (index: number) => {
      const element = scroller.current
      const top = element && scrollTopFor(index, rowHeight, element.scrollTop, element.clientHeight)
      if (element && top !== undefined && top !== null) element.scrollTop = top
    },
    [scroller, rowHeight],
  )
  return { ...shown, reveal }
}
