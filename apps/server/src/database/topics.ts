/** The listeners of one process, by topic. A listener that throws is a bug: it is reported as an uncaught exception, after the others were notified. */
export class Topics {
  readonly #listeners = new Map<string, Set<() => void>>()

  /** How many listeners there are, over all topics. */
  get size(): number {
    let size = 0
    for (const set of this.#listeners.values()) size += set.size
    return size
  }

  subscribe(topic: string, listener: () => void): () => void {
    // A wrapper of its own, so that one function subscribed twice is two listeners.
    const entry = () => listener()
    const set = this.#listeners.get(topic) ?? new Set()
    this.#listeners.set(topic, set)
    set.add(entry)
    return () => {
      set.delete(entry)
      if (set.size === 0 && this.#listeners.get(topic) === set) this.#listeners.delete(topic)
    }
  }

  wake(topics: Iterable<string>): void {
    for (const topic of topics) {
      for (const listener of [...(this.#listeners.get(topic) ?? [])]) {
        try {
          listener()
        } catch (error) {
          queueMicrotask(() => {
            throw error
          })
        }
      }
    }
  }

  /** Notifies every listener: what was missed is not known. */
  wakeAll(): void {
    this.wake([...this.#listeners.keys()])
  }

  clear(): void {
    this.#listeners.clear()
  }
}
