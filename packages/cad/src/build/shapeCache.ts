import type { FeatureError } from '../error/featureError.ts'
import type { Made } from '../feature/make.ts'
import { type BodyState, freeState } from '../geometry/body.ts'

/** A feature's result, or the reason for none. */
interface Entry {
  made: Made
  state?: BodyState | undefined
  error?: FeatureError
}
interface Stored extends Entry {
  /** A short name of the key, for the keys of what is built on it. */
  id: string
  used: number
}

/** The faces of all shapes that are kept: a cut face of a plate with many holes takes some kB. */
const MOST_FACES = 8_000

const facesIn = ({ made, state }: Entry): number =>
  1 +
  (state?.bodies ?? []).reduce((sum, { faces }) => sum + faces.length, 0) +
  (made.tools?.solids ?? []).reduce((sum, { faces }) => sum + faces.length, 0)

/** Shapes by what they are a function of. The least recently used are freed between builds. */
export interface ShapeCache {
  begin(): void
  end(): void
  get(key: string): Stored | undefined
  set(key: string, entry: Entry): Stored
  /** Keeps an error instead of a result that turned out to be wrong. */
  refuse(key: string, error: FeatureError): void
  clear(): void
}

/** @param freed is called before a state is freed */
export function createShapeCache(freed: (state: BodyState) => void, most = MOST_FACES): ShapeCache {
  const entries = new Map<string, Stored>()
  let clock = 0
  let count = 0

  function free({ made, state }: Entry): void {
    if (state) {
      freed(state)
      freeState(state)
    }
    for (const { shape, faces } of made.tools?.solids ?? []) {
      for (const { face } of faces) face.delete()
      shape.delete()
    }
  }

  return {
    begin() {
      clock += 1
    },
    end() {
      let faces = 0
      for (const entry of entries.values()) faces += facesIn(entry)
      if (faces <= most) return
      for (const [key, entry] of [...entries].sort(([, a], [, b]) => a.used - b.used)) {
        // Results that this build uses stay, however many.
        if (faces <= most || entry.used === clock) break
        faces -= facesIn(entry)
        free(entry)
        entries.delete(key)
      }
    },
    get(key) {
      const found = entries.get(key)
      if (found) found.used = clock
      return found
    },
    set(key, entry) {
      count += 1
      const stored = { ...entry, id: `s${count}`, used: clock }
      entries.set(key, stored)
      return stored
    },
    refuse(key, error) {
      const entry = entries.get(key)
      if (entry) free(entry)
      this.set(key, { made: {}, error })
    },
    clear() {
      for (const entry of entries.values()) free(entry)
      entries.clear()
    },
  }
}
