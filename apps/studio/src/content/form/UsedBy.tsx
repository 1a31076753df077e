import type { AnswerOf, ContentModel, readContentEntry } from '@atelier/api'
import { useQuery } from '@tanstack/react-query'
import { contentQuery } from '../../api/content.ts'
import { Link } from '../../navigation/Link.tsx'
import { paths } from '../../navigation/paths.ts'
import { useContent } from '../session/context.ts'
import * as strings from '../strings.ts'
import styles from './Form.module.css'

/** The entries that refer to this one. */
export function UsedBy({ usedBy: { total, entries } }: Pick<AnswerOf<typeof readContentEntry>, 'usedBy'>) {
  const { project } = useContent()
  const models: readonly ContentModel[] = useQuery(contentQuery(project.id)).data?.models ?? []
  if (total === 0) return null
  return (
    <section className={styles.usedBy} aria-label={strings.usedBy}>
      <h2 className="type-label color-secondary">{strings.usedBy}</h2>
      <ul className="row wrap gap-6">
        {entries.map(({ model, id, title }) => (
          <li key={`${model}/${id}`}>
            <Link to={paths.content(project.id, { model, entry: id })} className={styles.reference}>
              {title}
              <span className="quiet">{models.find((each) => each.id === model)?.name ?? model}</span>
            </Link>
          </li>
        ))}
        {total > entries.length && <li className="quiet">{strings.andMore(total - entries.length)}</li>}
      </ul>
    </section>
  )
}
