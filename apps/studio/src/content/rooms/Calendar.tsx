import { useQueries } from '@tanstack/react-query'
import { CalendarClock } from 'lucide-react'
import { errorOf } from '../../api/client.ts'
import { entriesQuery } from '../../api/content.ts'
import { Link } from '../../navigation/Link.tsx'
import { paths } from '../../navigation/paths.ts'
import { EmptyState, ErrorNote, Skeleton } from '../../ui/index.ts'
import { type ContentOverview, useContent } from '../session/context.ts'
import { useNow } from '../session/useNow.ts'
import * as strings from '../strings.ts'
import { byDay, type ScheduledEvent, type ScheduledMerge, scheduledEvents, scheduledMerges } from './events.ts'
import styles from './Rooms.module.css'

/** Publications, expiries and merges that happen by themselves, day by day. */
export function Calendar({ overview }: { overview: ContentOverview }) {
  const { project } = useContent()
  const answers = useQueries({
    queries: overview.models.map(({ id }) => entriesQuery(project.id, id, { state: 'scheduled' })),
  })
  const isReading = answers.some(({ isPending }) => isPending)
  const failure = answers.find(({ error }) => error)?.error
  const events = [
    ...overview.models.flatMap((model, at) => scheduledEvents(model, answers[at]?.data?.entries ?? [])),
    ...scheduledMerges(overview.branches),
  ]
  const now = useNow(events.map(({ at }) => at))
  const days = byDay(events, now)
  return (
    <main className="grow min-h-0 overflow-auto bg-surface">
      <div className={styles.column}>
        <h1 className="type-title">{strings.calendar}</h1>
        {failure && <ErrorNote title={errorOf(failure).message}>{errorOf(failure).hint}</ErrorNote>}
        {isReading ? (
          <Skeleton height={96} radius={10} />
        ) : days.length === 0 ? (
          <EmptyState icon={<CalendarClock size={20} />} title={strings.nothingScheduled}>
            {strings.nothingScheduledHint}
          </EmptyState>
        ) : (
          days.map(({ day, events: own }) => (
            <section key={day} aria-label={day}>
              <h2 className="type-heading">{day}</h2>
              <ul className="grid">
                {own.map((event) => (
                  <li key={eventKey(event)} className={styles.event}>
                    <time className={styles.time} dateTime={new Date(event.at).toISOString()}>
                      {new Date(event.at).toLocaleTimeString('en-GB', { timeStyle: 'short' })}
                    </time>
                    <span className={styles.what}>
                      <Link to={paths.content(project.id, eventTarget(event))} className={styles.name}>
                        {event.title === '' ? strings.untitled : event.title}
                      </Link>
                      <span className="quiet">{aboutOf(event)}</span>
                    </span>
                    <span className="quiet">{happens[event.what]}</span>
                  </li>
                ))}
              </ul>
            </section>
          ))
        )}
      </div>
    </main>
  )
}

type Coming = ScheduledEvent | ScheduledMerge

const happens = { publish: strings.willGoOut, expire: strings.willExpire, merge: strings.willMerge } as const

const eventKey = (event: Coming) =>
  event.what === 'merge' ? event.id : `${event.model.id}/${event.id}/${event.locale}/${event.what}`

const eventTarget = (event: Coming) =>
  event.what === 'merge' ? { review: event.id } : { model: event.model.id, entry: event.id }

const aboutOf = (event: Coming) =>
  event.what === 'merge'
    ? strings.review
    : [
        event.model.name,
        ...(event.locale === '*' ? [] : [event.locale]),
        ...(event.waiting ? [strings.states.changed] : []),
        ...(event.refused && event.what === 'publish' ? [strings.goesOutAsAccepted] : []),
      ].join(' · ')
