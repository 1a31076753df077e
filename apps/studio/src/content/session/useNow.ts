import { useEffect, useState } from 'react'

/** The longest time that a browser's timer takes, in milliseconds. */
const LONGEST = 2 ** 31 - 1

/** The time by the clock of this browser, told again as each of some times comes; all in epoch milliseconds. */
export function useNow(times: readonly number[]): number {
  const [now, setNow] = useState(Date.now)
  const coming = times.filter((time) => time > now)
  const next = coming.length === 0 ? undefined : Math.min(...coming)
  useEffect(() => {
    if (next === undefined) return
    const timer = setTimeout(() => setNow(Date.now()), Math.min(Math.max(0, next - Date.now()) + 50, LONGEST))
    return () => clearTimeout(timer)
  }, [next])
  return now
}
