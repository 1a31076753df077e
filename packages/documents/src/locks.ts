/** Named locks within this process, each granted in the order of the requests. */
export interface Locks {
  /**
   * Takes all of them, in sorted order, so that two callers that want the same two never wait for each other. One
   * caller MUST NOT ask again while it holds some. Returns the way to release.
   */
  hold(names: readonly string[]): Promise<() => void>
  isHeld(name: string): boolean
}

export function createLocks(): Locks {
  const tails = new Map<string, Promise<void>>()

  async function take(name: string): Promise<() => void> {
    const before = tails.get(name)
    const { promise, resolve } = Promise.withResolvers<void>()
    tails.set(name, promise)
    await before
    return () => {
      if (tails.get(name) === promise) tails.delete(name)
      resolve()
    }
  }

  return {
    async hold(names) {
      const releases: (() => void)[] = []
      for (const name of [...new Set(names)].sort()) releases.push(await take(name))
      return () => {
        for (const release of releases.splice(0)) release()
      }
    },
    isHeld: (name) => tails.has(name),
  }
}
