import type { AnswerOf, readUnpublished } from '@atelier/api'
import { useQuery } from '@tanstack/react-query'
import { contentQuery } from '../../api/content.ts'
import { Link } from '../../navigation/Link.tsx'
import { paths } from '../../navigation/paths.ts'
import styles from './Publish.module.css'
import * as strings from './strings.ts'

type Unreleased = NonNullable<AnswerOf<typeof readUnpublished>['content']>

/** The entries of which visitors may see something new; each that is still there leads to its form. */
export function UnreleasedEntries({ projectId, count, entries }: Unreleased & { projectId: string }) {
  const { data } = useQuery({ ...contentQuery(projectId), enabled: count > 0 })
  if (count === 0) return null
  const nameOf = (model: string) => data?.models.find(({ id }) => id === model)?.name ?? model
  return (
    <section aria-label={strings.changedEntries}>
      <p className={styles.heading}>{strings.entriesChanged(count)}</p>
      <ul>
        {entries.map(({ model, id, title, deleted }) => (
          <li key={`${model}/${id}`} className={styles.entry}>
            {deleted ? (
              <span className={styles.deleted}>{strings.deletedEntry(title || id)}</span>
            ) : (
              <Link to={paths.content(projectId, { model, entry: id })} className={styles.title}>
                {title || id}
              </Link>
            )}
            <span className="rigid quiet">{nameOf(model)}</span>
          </li>
        ))}
        {count > entries.length && <li className="rigid quiet">{strings.andMore(count - entries.length)}</li>}
      </ul>
    </section>
  )
}
