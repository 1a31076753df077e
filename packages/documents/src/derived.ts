import type { ChangeFeed, View } from './view.ts'

/** How something is read from a view, and kept in step with it. */
export interface Derivation<Value> {
  /** Reads a view as a whole. */
  read(view: View): Value
  /** A value that shows `base` until it is updated itself. MUST leave `base` as it is, then and when it is updated. */
  over(base: Value): Value
  /** Brings a value in step with the view, of which only the values of `keys` may have changed. */
  update(value: Value, view: View, keys: ReadonlySet<string>): void
}

/** A value that is kept beside its view. */
export interface DerivedValue<Value> {
  /**
   * The value as it was when the view was last read, never half of a later one: what is written to the view does
   * not show in it before the next asking, apart from what was written to the base of a draft and asked for there.
   */
  current(): Value
  /** Counts up whenever `current` may have changed. */
  version(): number
}

interface Follower<Value> extends DerivedValue<Value> {
  catchUp(): void
}

/** When more keys than this have changed, a view is read as a whole again. */
const MANY_KEYS = 20_000

/**
 * Makes a function that returns the value of a view. The first call reads the whole view; afterwards only what was
 * written since is looked at, and a draft's value builds on that of its base. A value lives as long as its view.
 */
export function createDerived<Value>(derivation: Derivation<Value>): (view: View) => DerivedValue<Value> {
  const followers = new WeakMap<ChangeFeed, Follower<Value>>()

  function follower(view: View): Follower<Value> {
    const { feed } = view
    if (!feed || !canFollow(view)) return readOnce(view)
    const known = followers.get(feed)
    if (known) return known
    const made = feed.base ? followDraft(view, feed, follower(feed.base)) : followView(view, feed)
    followers.set(feed, made)
    return made
  }

  function readOnce(view: View): Follower<Value> {
    const value = derivation.read(view)
    return { current: () => value, version: () => 0, catchUp: () => undefined }
  }

  function followView(view: View, feed: ChangeFeed): Follower<Value> {
    let value = derivation.read(view)
    let version = 0
    let waiting = new Set<string>()
    feed.onWrite((key) => {
      if (waiting.size <= MANY_KEYS) waiting.add(key)
    })
    return {
      current: () => value,
      version: () => version,
      catchUp() {
        if (waiting.size === 0) return
        const keys = waiting
        waiting = new Set()
        if (keys.size > MANY_KEYS) value = derivation.read(view)
        else derivation.update(value, view, keys)
        version += 1
      },
    }
  }

  function followDraft(view: View, feed: ChangeFeed, base: Follower<Value>): Follower<Value> {
    const written = new Set(feed.written())
    let waiting = new Set<string>()
    let version = 0
    let from = base.version()
    let value = derive()
    feed.onWrite((key) => {
      waiting.add(key)
    })

    function derive(): Value {
      from = base.version()
      version += 1
      const derived = derivation.over(base.current())
      if (written.size > 0) derivation.update(derived, view, written)
      return derived
    }

    function settle(): void {
      if (base.version() !== from) value = derive()
    }

    return {
      current() {
        settle()
        return value
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
        if (base.version() !== from) value = derive()
        else if (keys.size > 0) {
          derivation.update(value, view, keys)
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

function canFollow({ feed }: View): boolean {
  return feed !== undefined && (feed.base === undefined || canFollow(feed.base))
}
