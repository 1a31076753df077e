/** Work that waits for the next frame, and is done once however often it was asked for. */
export interface Scheduled {
  ask(): void
  stop(): void
}

/** In a hidden tab there are no frames: how much later the work is done then, in ms. */
const WITHOUT_FRAMES_MS = 250
/** How long work that can wait may wait for an idle moment, in ms. */
const IDLE_MS = 600

/**
 * Runs a task on the next frame; in a hidden tab, soon.
 * @param urgent false: it waits until the browser has nothing better to do
 */
export function eachFrame(task: () => void, urgent: () => boolean = () => true): Scheduled {
  let frame = 0
  let idle = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const clear = () => {
    cancelAnimationFrame(frame)
    if (idle !== 0) cancelIdleCallback(idle)
    clearTimeout(timer)
    frame = 0
    idle = 0
    timer = undefined
  }
  return {
    ask() {
      if (timer !== undefined) return
      const go = () => {
        clear()
        task()
      }
      const waits = !urgent() && typeof requestIdleCallback === 'function'
      if (waits) idle = requestIdleCallback(go, { timeout: IDLE_MS })
      else frame = requestAnimationFrame(go)
      timer = setTimeout(go, waits ? 2 * IDLE_MS : WITHOUT_FRAMES_MS)
    },
    stop: clear,
  }
}
