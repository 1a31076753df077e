/** Lets callers have their turns one after another, by name. */
export interface Turns {
  /** Waits for the turns that were asked for before. @returns ends the turn */
  take(name: string): Promise<() => void>
}

export function createTurns(): Turns {
  const last = new Map<string, Promise<void>>()
  return {
    async take(name) {
      const before = last.get(name)
      const { promise, resolve } = Promise.withResolvers<void>()
      const own = promise.then(() => {
        if (last.get(name) === own) last.delete(name)
      })
      last.set(name, own)
      await before
      return resolve
    },
  }
}
