import type { ContentBranch, ContentModel, ListedContentEntry } from '@atelier/api'

/** Something that happens to an entry in one language by itself. */
export interface ScheduledEvent {
  /** Epoch milliseconds. */
  at: number
  what: 'publish' | 'expire'
  model: Pick<ContentModel, 'id' | 'name'>
  id: string
  title: string
  locale: string
  /** Its edits since it was published do not go out with it. */
  waiting: boolean
  /** Its newest values are not accepted, so that those go out that were accepted last. */
  refused: boolean
}

/** The scheduled events of a model's entries. */
export function scheduledEvents(
  model: Pick<ContentModel, 'id' | 'name'>,
  entries: readonly Pick<ListedContentEntry, 'id' | 'title' | 'locales'>[],
): ScheduledEvent[] {
  return entries.flatMap(({ id, title, locales }) =>
    locales.flatMap(({ locale, publishAt, expireAt, waiting = false, refused = false }) =>
      [
        { what: 'publish' as const, time: publishAt },
        { what: 'expire' as const, time: expireAt },
      ].flatMap(({ what, time }): ScheduledEvent[] =>
        time === undefined ? [] : [{ at: Date.parse(time), what, model, id, title, locale, waiting, refused }],
      ),
    ),
  )
}

/** Changes that are merged by themselves. */
export interface ScheduledMerge {
  /** Epoch milliseconds. */
  at: number
  what: 'merge'
  id: string
  title: string
}

export function scheduledMerges(
  branches: readonly Pick<ContentBranch, 'id' | 'title' | 'mergeAt'>[],
): ScheduledMerge[] {
  return branches.flatMap(({ id, title, mergeAt }) =>
    mergeAt === undefined ? [] : [{ at: mergeAt, what: 'merge' as const, id, title }],
  )
}

/** Coming events by their day in this browser's zone, the next one first. */
export function byDay<Event extends { at: number }>(
  events: readonly Event[],
  now: number,
): { day: string; events: Event[] }[] {
  const sorted = events.filter(({ at }) => at > now).sort((a, b) => a.at - b.at)
  const days = Map.groupBy(sorted, ({ at }) => new Date(at).toLocaleDateString('en-GB', { dateStyle: 'full' }))
  return [...days].map(([day, own]) => ({ day, events: own }))
}
