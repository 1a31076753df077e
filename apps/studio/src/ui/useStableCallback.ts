import { useCallback, useLayoutEffect, useRef } from 'react'

/** Returns the same function at every render, which calls the latest one: for memoized children that only call it later. */
export function useStableCallback<Args extends unknown[], Result>(
  callback: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useRef(callback)
  useLayoutEffect(() => {
    latest.current = callback
  })
  return useCallback((...args: Args) => latest.current(...args), [])
}
