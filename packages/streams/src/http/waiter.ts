/**
 * Waits for a stream to change. Call `arm`, read, and `wait` only if there was nothing: what is committed between the
 * read and the wait has woken it already. `stop` frees everything, and is called when `signal` aborts.
 */
export class Waiter {
  readonly #unsubscribe: () => void
  readonly #signal: AbortSignal
  #woken = false
  #stopped = false
  #wake: (() => void) | undefined

  constructor(subscribe: (listener: () => void) => () => void, signal: AbortSignal) {
    this.#signal = signal
    this.#unsubscribe = subscribe(this.#onChange)
    signal.addEventListener('abort', this.stop, { once: true })
    if (signal.aborted) this.stop()
  }

  readonly #onChange = (): void => {
    this.#woken = true
    this.#wake?.()
  }

  readonly stop = (): void => {
    if (this.#stopped) return
    this.#stopped = true
    this.#signal.removeEventListener('abort', this.stop)
    this.#unsubscribe()
    this.#onChange()
  }

  arm(): void {
    this.#woken = this.#stopped
  }

  /** Resolves with true when the stream may have changed or the wait was stopped, with false after `timeoutMs`. */
  wait(timeoutMs: number): Promise<boolean> {
    if (this.#woken) return Promise.resolve(true)
    return new Promise((resolve) => {
      const timer = setTimeout(() => done(false), Math.max(0, timeoutMs))
      const done = (woken: boolean) => {
        clearTimeout(timer)
        this.#wake = undefined
        resolve(woken)
      }
      this.#wake = () => done(true)
    })
  }
}
