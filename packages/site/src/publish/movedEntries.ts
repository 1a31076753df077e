import { pageAddress } from '../document/paths.ts'
import { isEntryKey } from './entryPages.ts'
import type { Place } from './place.ts'
import type { ReleaseRecord } from './record.ts'
import type { Redirect } from './redirects.ts'

type Keyed = Pick<Place, 'key' | 'path'>

/** Where pages of entries were in earlier releases, by path. Paths that only an earlier release knows are kept. */
export function movedEntries(previous: ReleaseRecord | undefined, places: readonly Keyed[]): Record<string, string> {
  const moved: Record<string, string> = { ...previous?.moved }
  const now = new Map(places.map(({ key, path }) => [key, path]))
  for (const [key, { path }] of Object.entries(previous?.pages ?? {})) {
    if (isEntryKey(key) && now.get(key) !== path) moved[path] = key
  }
  return moved
}

/** A redirect from each former address at which nothing is now to the page that was there. */
export function entryRedirects(
  moved: Readonly<Record<string, string>>,
  places: readonly Keyed[],
  isTaken: (path: string) => boolean,
): Redirect[] {
  const now = new Map(places.map(({ key, path }) => [key, path]))
  return Object.entries(moved).flatMap(([path, key]) => {
    const to = now.get(key)
    if (to === undefined || isTaken(path)) return []
    return [{ from: decodeURIComponent(pageAddress(path)).replace(/\/$/, ''), to: pageAddress(to) }]
  })
}
