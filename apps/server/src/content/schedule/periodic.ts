/** How often it is looked for what is due, in milliseconds. */
const EVERY = 5_000

/** Work that looks for what is due. */
export interface Periodic {
  /** Does it now and every five seconds. */
  start(): void
  /** Does it now; callers during a pass wait for that pass. */
  run(): Promise<void>
  /** Resolves when nothing of it is being done any more. */
  stop(): Promise<void>
}

/**
 * @param work its signal is aborted when the server stops
 * @param failed is told why a pass that was started here failed
 */
export function createPeriodic(
  work: (signal: AbortSignal) => Promise<void>,
  failed: (error: unknown) => void,
): Periodic {
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> | undefined

  function run(): Promise<void> {
    working ??= work(stopping.signal).finally(() => {
      working = undefined
    })
    return working
  }
  const look = () => void run().catch(failed)

  return {
    start() {
      look()
      timer = setInterval(look, EVERY)
      timer.unref()
    },
    run,
    async stop() {
      clearInterval(timer)
      stopping.abort()
      await working?.catch(() => undefined)
    },
  }
}
