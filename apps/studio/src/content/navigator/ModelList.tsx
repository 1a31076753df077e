import type { ContentModel } from '@atelier/api'
import { useQuery } from '@tanstack/react-query'
import { BookA, File, FileText, GitPullRequestArrow, LayoutList, type LucideIcon } from 'lucide-react'
import { Link } from '../../navigation/Link.tsx'
import { paths } from '../../navigation/paths.ts'
import { Skeleton } from '../../ui/index.ts'
import { mayDesign } from '../model/mayDesign.ts'
import { type ContentOverview, useContent } from '../session/context.ts'
import { notesQuery } from '../session/reads.ts'
import * as strings from '../strings.ts'
import { byDomain } from './domains.ts'
import styles from './ModelList.module.css'
import { type RoomEntry, rooms } from './rooms.ts'

const icons: Readonly<Record<ContentModel['kind'], LucideIcon>> = {
  collection: LayoutList,
  document: FileText,
  singleton: File,
  dictionary: BookA,
}

/** The models by domain with how many entries each has, and what waits for a review. */
export function ModelList({
  overview,
  label = strings.models,
  alone = false,
}: {
  overview: ContentOverview | undefined
  label?: string
  /** Whether it lists only the models, because the other places are in sight already. */
  alone?: boolean
}) {
  const { project, place } = useContent()
  if (!overview) return <Shape />
  const open = overview.branches.filter(({ state }) => state === 'open').length
  return (
    <nav className={styles.list} aria-label={label}>
      {byDomain(overview.models).map(([domain, models]) => (
        <section key={domain} className={styles.domain}>
          <h2 className={styles.heading}>{domain}</h2>
          <ul>
            {models.map((model) => (
              <li key={model.id}>
                <Row
                  to={paths.content(project.id, { model: model.id })}
                  current={place.model === model.id}
                  icon={icons[model.kind]}
                  name={model.name}
                  count={model.kind === 'collection' || model.kind === 'document' ? model.count : undefined}
                  said={strings.entries(model.count)}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {!alone && overview.phase === 'active' && mayDesign(project.role) && (
        <section className={styles.domain}>
          <Rooms listed="models" />
        </section>
      )}
      {!alone && overview.phase !== 'uninitialized' && (
        <section className={styles.domain}>
          <h2 className="visually-hidden">{strings.review}</h2>
          <Row
            to={paths.content(project.id, { review: 'all' })}
            current={place.review !== undefined}
            icon={GitPullRequestArrow}
            name={strings.review}
            count={open > 0 ? open : undefined}
            said={strings.openChanges(open)}
          />
          <Rooms listed="content" />
        </section>
      )}
    </nav>
  )
}

/** The links to the rooms of one part of the navigator. */
function Rooms({ listed }: { listed: RoomEntry['listed'] }) {
  const { project, place } = useContent()
  const { data } = useQuery({ ...notesQuery(project.id), enabled: listed === 'content' })
  const unseen = data?.unseen ?? 0
  return rooms
    .filter((room) => room.listed === listed)
    .map(({ id, icon, title }) => (
      <Row
        key={id}
        to={paths.content(project.id, { room: id })}
        current={place.room === id}
        icon={icon}
        name={title}
        count={id === 'notes' && unseen > 0 ? unseen : undefined}
        said={id === 'notes' ? strings.newNotes(unseen) : ''}
      />
    ))
}

interface RowProps {
  to: string
  current: boolean
  icon: LucideIcon
  name: string
  count: number | undefined
  said: string
}

function Row({ to, current, icon: Icon, name, count, said }: RowProps) {
  return (
    <Link to={to} className={styles.row} aria-current={current ? 'page' : undefined}>
      <Icon size={15} aria-hidden="true" />
      <span className="grow min-w-0 truncate">{name}</span>
      {count !== undefined && (
        <span className="tabular-nums quiet">
          <span aria-hidden="true">{count}</span>
          <span className="visually-hidden">{said}</span>
        </span>
      )}
    </Link>
  )
}

const Shape = () => (
  <div className="grid gap-12 p-16" aria-busy="true">
    <Skeleton width="40%" height={12} />
    <Skeleton height={20} />
    <Skeleton height={20} width="80%" />
    <Skeleton height={20} width="70%" />
  </div>
)
