import { useQueries } from '@tanstack/react-query'
import { CalendarClock } from 'lucide-react'
import { errorOf } from '../../api/client.ts'
import { entriesQuery } from '../../api/content.ts'
import { Link } from '../../navigation/Link.tsx'
import { paths } from '../../navigation/paths.ts'
import { EmptyState, ErrorNote, Skeleton } from '../../ui/index.ts'
import { type ContentOverview, useContent } from '../session/context.ts'
import * as strings from '../strings.ts'
import { byDay, scheduledEvents } from './events.ts'
import styles from './Rooms.module.css'

/** What goes out and expires by itself, day by day. */
export function Calendar({ overview }: { overview: ContentOverview }) {
  const { project } = useContent()
  const answers = useQueries({
    queries: overview.models.map(({ id }) => entriesQuery(project.id, id, { state: 'scheduled' })),
  })
  const isReading = answers.some(({ isPending }) => isPending)
  const failure = answers.find(({ error }) => error)?.error
  const events = overview.models.flatMap((model, at) => scheduledEvents(model, answers[at]?.data?.entries ?? []))
  const days = byDay(events)
  return (
    <main className={styles.main}>
      <div className={styles.column}>
        <h1 className={styles.title}>{strings.calendar}</h1>
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
              <h2 className={styles.heading}>{day}</h2>
              <ul className={styles.list}>
                {own.map(({ at, what, model, id, title, locale }) => (
                  <li key={`${model.id}/${id}/${locale}/${what}`} className={styles.item}>
                    <time className={styles.time} dateTime={new Date(at).toISOString()}>
                      {new Date(at).toLocaleTimeString('en-GB', { timeStyle: 'short' })}
                    </time>
                    <Link to={paths.content(project.id, { model: model.id, entry: id })} className={styles.name}>
                      {title === '' ? strings.untitled : title}
                    </Link>
                    <span className={styles.quiet}>
                      {[model.name, ...(locale === '*' ? [] : [locale])].join(' · ')}
                    </span>
                    <span className={styles.spring} />
                    <span className={styles.quiet}>{what === 'publish' ? strings.willGoOut : strings.willExpire}</span>
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
