import type { Following, View } from './view.ts'

/** How something is read from a view, and kept in step with it. */
export interface Reader<Reading> {
  /** Reads a view as a whole. */
  read(view: View): Reading
  /** A reading that shows `base` until it is updated itself. MUST leave `base` as it is, then and when it is updated. */
  over(base: Reading): Reading
  /** Brings a reading in step with the view, of which only the values of `keys` may have changed. */
  update(reading: Reading, view: View, keys: ReadonlySet<string>): void
}

/** A reading that is kept beside its view. */
export interface KeptReading<Reading> {
  /**
   * The reading as it was when the view was last asked for, never half of a later one: what is written to the view does
   * not show in it before the next asking, apart from what was written to the base of a draft and asked for there.
   */
  current(): Reading
  /** Counts up whenever `current` may have changed. */
  version(): number
}

interface Follower<Reading> extends KeptReading<Reading> {
  catchUp(): void
}

/** When more keys than this have changed, a view is read as a whole again. */
const MANY_KEYS = 20_000

/**
 * Makes a function that gives the reading of a view. The first time reads the whole view; afterwards only what was
 * written since is looked at, and a draft's reading stands on that of its base. A reading lives as long as its view.
 */
export function createReadings<Reading>(reader: Reader<Reading>): (view: View) => KeptReading<Reading> {
  const followers = new WeakMap<Following, Follower<Reading>>()

  function follower(view: View): Follower<Reading> {
    const { following } = view
    if (!following || !canFollow(view)) return readOnce(view)
    const known = followers.get(following)
    if (known) return known
    const made = following.base ? followDraft(view, following, follower(following.base)) : followView(view, following)
    followers.set(following, made)
    return made
  }

  function readOnce(view: View): Follower<Reading> {
    const reading = reader.read(view)
    return { current: () => reading, version: () => 0, catchUp: () => undefined }
  }

  function followView(view: View, following: Following): Follower<Reading> {
    let reading = reader.read(view)
    let version = 0
    let waiting = new Set<string>()
    following.onWrite((key) => {
      if (waiting.size <= MANY_KEYS) waiting.add(key)
    })
    return {
      current: () => reading,
      version: () => version,
      catchUp() {
        if (waiting.size === 0) return
        const keys = waiting
        waiting = new Set()
        if (keys.size > MANY_KEYS) reading = reader.read(view)
        else reader.update(reading, view, keys)
        version += 1
      },
    }
  }

  function followDraft(view: View, following: Following, base: Follower<Reading>): Follower<Reading> {
    const written = new Set(following.written())
    let waiting = new Set<string>()
    let version = 0
    let from = base.version()
    let reading = derive()
    following.onWrite((key) => {
      waiting.add(key)
    })

    function derive(): Reading {
      from = base.version()
      version += 1
      const derived = reader.over(base.current())
      if (written.size > 0) reader.update(derived, view, written)
      return derived
    }

    function settle(): void {
      if (base.version() !== from) reading = derive()
    }

    return {
      current() {
        settle()
        return reading
      },
      version() {
        settle()
        return version
      },
      catchUp() {
        base.catchUp()
        const keys = waiting
        waiting = new Set()
        for (const key of keys) written.add(key)
        if (base.version() !== from) reading = derive()
        else if (keys.size > 0) {
          reader.update(reading, view, keys)
          version += 1
        }
      },
    }
  }

  return (view) => {
    const found = follower(view)
    found.catchUp()
    return found
  }
}

function canFollow({ following }: View): boolean {
  return following !== undefined && (following.base === undefined || canFollow(following.base))
}
