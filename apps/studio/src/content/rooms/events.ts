import type { ContentModel, ListedContentEntry } from '@atelier/api'

/** Something that happens to an entry in one language by itself. */
export interface ScheduledEvent {
  /** Epoch milliseconds. */
  at: number
  what: 'publish' | 'expire'
  model: Pick<ContentModel, 'id' | 'name'>
  id: string
  title: string
  locale: string
}

/** What is to come of the entries of a model. */
export function scheduledEvents(
  model: Pick<ContentModel, 'id' | 'name'>,
  entries: readonly Pick<ListedContentEntry, 'id' | 'title' | 'locales'>[],
  now = Date.now(),
): ScheduledEvent[] {
  return entries.flatMap(({ id, title, locales }) =>
    locales.flatMap(({ locale, publishAt, expireAt }) =>
      [
        { what: 'publish' as const, time: publishAt },
        { what: 'expire' as const, time: expireAt },
      ].flatMap(({ what, time }): ScheduledEvent[] => {
        const at = time === undefined ? Number.NaN : Date.parse(time)
        return at > now ? [{ at, what, model, id, title, locale }] : []
      }),
    ),
  )
}

/** Events by the day on which they happen by the clock of this browser, the next one first. */
export function byDay(events: readonly ScheduledEvent[]): { day: string; events: ScheduledEvent[] }[] {
  const sorted = events.toSorted((a, b) => a.at - b.at)
  const days = Map.groupBy(sorted, ({ at }) => new Date(at).toLocaleDateString('en-GB', { dateStyle: 'full' }))
  return [...days].map(([day, own]) => ({ day, events: own }))
}
