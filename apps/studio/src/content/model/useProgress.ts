import { useEffect, useRef, useState } from 'react'

/** How long work takes before how far it is becomes worth showing, in milliseconds. */
const AFTER_MS = 1_000

export interface Progress {
  done: number
  total: number
}

/** How far work on many entries is; nothing before it has taken a second. */
export function useProgress() {
  const [shown, setShown] = useState<Progress>()
  const latest = useRef<Progress>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    shown,
    begin(total: number) {
      latest.current = { done: 0, total }
      timer.current = setTimeout(() => setShown(latest.current), AFTER_MS)
    },
    /** @param left how many entries are still to be done */
    tell(left: number) {
      const { total } = latest.current ?? { total: left }
      const next = { done: Math.max(0, total - left), total }
      latest.current = next
      setShown((before) => before && next)
    },
    end() {
      clearTimeout(timer.current)
      setShown(undefined)
    },
  }
}
