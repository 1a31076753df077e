import { useQuery } from '@tanstack/react-query'
import { partUsesQuery } from '../../api/parts.ts'
import { Link } from '../../navigation/Link.tsx'
import { paths } from '../../navigation/paths.ts'
import { usePart } from '../session/context.ts'
import * as strings from '../strings.ts'
import styles from './Part.module.css'

/** The pages, templates and components that show the part, each with a link to it. */
export function PartUses() {
  const {
    session: { projectId, partId },
  } = usePart()
  const { data } = useQuery(partUsesQuery(projectId, partId))
  if (!data) return null
  return (
    <section>
      <h2 className={styles.heading}>{strings.whereUsed}</h2>
      {data.pages.length === 0 ? (
        <p className={styles.hint}>{strings.usedNowhere}</p>
      ) : (
        <ul className={styles.uses} aria-label={strings.whereUsed}>
          {data.pages.map(({ documentId, kind, title }) => (
            <li key={documentId}>
              <Link to={paths.project(projectId, { page: documentId })}>{title}</Link>
              {kind !== 'page' && <span>{strings.useKinds[kind]}</span>}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
