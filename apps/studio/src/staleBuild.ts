/** What of the window this needs. */
export interface StaleBuildPorts {
  events: Pick<EventTarget, 'addEventListener'>
  storage: Pick<Storage, 'getItem' | 'setItem'>
  /** Does the server answer, so that a reload brings the page back? */
  reachable(): Promise<boolean>
  reload(): void
  now(): number
}

const key = 'atelier.reloadedForBuild'
const againAfterMs = 60_000

/**
 * Reloads the page when a part of the studio cannot be loaded, because the server has a newer build than this tab:
 * once, since a part that is missing for another reason would keep reloading, and only while the server answers,
 * since a tab without a network would lose what it shows. Otherwise the page itself says what is wrong
 * (`ui/RouteStates.tsx`). Edits that are not saved yet make the browser ask first.
 */
export function reloadWhenStale({ events, storage, reachable, reload, now }: StaleBuildPorts): void {
  events.addEventListener('vite:preloadError', async () => {
    if (now() - Number(storage.getItem(key) ?? 0) < againAfterMs) return
    if (!(await reachable())) return
    storage.setItem(key, String(now()))
    reload()
  })
}
