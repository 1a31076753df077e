/** The parts of the window that this needs. */
export interface StaleBuildPorts {
  events: Pick<EventTarget, 'addEventListener'>
  storage: Pick<Storage, 'getItem' | 'setItem'>
  /** Does the server answer with another build than this tab's? */
  isStale(): Promise<boolean>
  reload(): void
  now(): number
}

const key = 'atelier.reloadedForBuild'
const againAfterMs = 60_000

/**
 * Reloads the page when a part of the studio cannot be loaded, because the server has a newer build than this tab:
 * once, since a part that is missing for another reason would keep reloading, and only for another build, since a part
 * that could not be loaded while the network was gone is there again, and a reload would lose what is typed. Otherwise
 * the page itself says what is wrong (`ui/RouteStates.tsx`). Edits that are not saved yet make the browser ask first.
 */
export function reloadWhenStale({ events, storage, isStale, reload, now }: StaleBuildPorts): void {
  events.addEventListener('vite:preloadError', async () => {
    if (now() - Number(storage.getItem(key) ?? 0) < againAfterMs) return
    if (!(await isStale())) return
    storage.setItem(key, String(now()))
    reload()
  })
}

/** Whether the studio's page, as the server answers it now, runs another script than this one; false without an answer. */
export async function servesAnotherBuild(script: string, request: typeof fetch = fetch): Promise<boolean> {
  const answer = await request('/', { cache: 'no-store' }).catch(() => undefined)
  if (!answer?.ok) return false
  return !(await answer.text().catch(() => script)).includes(script)
}
