import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

/** The page itself comes first, in milliseconds. */
const afterStart = 2_000

/**
 * A component whose code is loaded when it is first shown, or before, when the browser has nothing else to do: what
 * asks and tells while the network is gone cannot be fetched then.
 */
export function lazyWhenIdle<Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  if (typeof window !== 'undefined') warmUp(load, afterStart)
  return lazy(async () => ({ default: await load() }))
}

/** Loads code ahead of its use, in idle time some milliseconds from now. Where that fails, its use loads it. */
export function warmUp(load: () => Promise<unknown>, after: number): void {
  setTimeout(() => {
    const early = () => void load().catch(() => undefined)
    if (typeof requestIdleCallback === 'function') requestIdleCallback(early)
    else early()
  }, after)
}
