import type { AnswerOf, readMediaUses } from '@atelier/api'
import { Link } from '../../navigation/Link.tsx'
import { paths } from '../../navigation/paths.ts'
import { useContent } from '../session/context.ts'
import styles from './Media.module.css'
import * as strings from './strings.ts'

const SHOWN = 12

export interface UsesListProps extends Pick<AnswerOf<typeof readMediaUses>, 'pages' | 'entries'> {
  /** Without links. */
  plain?: boolean
}

/** Where a file is used, in entries and on pages. */
export function UsesList({ pages, entries, plain = false }: UsesListProps) {
  const { project } = useContent()
  const all = [
    ...entries.map(({ model, id, title, field, locale }) => ({
      key: `${model}/${id}/${field}/${locale}`,
      label: strings.entryUse(title, field, locale),
      to: paths.content(project.id, { model, entry: id, ...(locale === '*' ? {} : { locale }) }),
    })),
    ...pages.map(({ documentId, nodeId, label }) => ({
      key: `${documentId} ${nodeId} ${label}`,
      label,
      to: documentId === undefined ? undefined : paths.project(project.id, { page: documentId }),
    })),
  ]
  if (all.length === 0) return <p className={styles.facts}>{strings.usedNowhere}</p>
  return (
    <ul className={styles.uses} aria-label={strings.whereUsed}>
      {all.slice(0, SHOWN).map(({ key, label, to }) => (
        <li key={key}>{to === undefined || plain ? label : <Link to={to}>{label}</Link>}</li>
      ))}
      {all.length > SHOWN && <li>{strings.andMore(all.length - SHOWN)}</li>}
    </ul>
  )
}
