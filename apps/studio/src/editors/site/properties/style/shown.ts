import { eachFrame } from '../../canvas/schedule.ts'

/**
 * Calls back once after changes, in the frame after the one in which the canvas shows them: what is read then is of now,
 * and the frame of the change itself has no more to do than to show it.
 * @param observe calls its argument at each change, and returns what ends that
 */
export function onceShown(observe: (changed: () => void) => () => void, shown: () => void): () => void {
  const after = eachFrame(shown)
  const first = eachFrame(after.ask)
  const stop = observe(first.ask)
  return () => {
    stop()
    first.stop()
    after.stop()
  }
}

/** Values read from the page, such as computed styles. */
export interface Snapshot {
  /** Reads all at once what was asked for before, so that no rendering in between makes the browser lay out again. */
  take(read: (name: string) => string): void
  /** The value of the last reading, if that was in this task; otherwise one that is read now. */
  get(name: string, read: (name: string) => string): string
}

export function createSnapshot(): Snapshot {
  const asked = new Set<string>()
  const values = new Map<string, string>()
  return {
    take(read) {
      values.clear()
      for (const name of asked) values.set(name, read(name))
      setTimeout(() => values.clear())
    },
    get(name, read) {
      asked.add(name)
      return values.get(name) ?? read(name)
    },
  }
}
