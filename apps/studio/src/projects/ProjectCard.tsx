import type { Project } from '@atelier/api'
import { Ellipsis, Pencil, SquareArrowOutUpRight, Trash2 } from 'lucide-react'
import { Link } from '../navigation/Link.tsx'
import { paths } from '../navigation/paths.ts'
import { IconButton, Menu } from '../ui/index.ts'
import { ago } from '../ui/time.ts'
import styles from './Projects.module.css'
import { cardRights, coverLetter } from './projectList.ts'
import * as strings from './strings.ts'

/** One project: its name, where it is published, when it changed last. */
export function ProjectCard({
  project,
  onRename,
  onDelete,
}: {
  project: Project
  onRename: () => void
  onDelete: () => void
}) {
  const { published } = project
  const may = cardRights(project.role)
  return (
    <article className={styles.card}>
      <div className={styles.cover} aria-hidden="true">
        <span>{coverLetter(project.name)}</span>
      </div>
      <div className={styles.body}>
        <h2 className="type-subheading">
          <Link to={paths.project(project.id)} className={styles.open}>
            {project.name}
          </Link>
        </h2>
        <p className={styles.meta}>
          <span className={styles.slug}>{project.slug}</span>
          <span>{strings.changed(ago(project.updatedAt))}</span>
        </p>
      </div>
      <div className={styles.foot}>
        {published ? (
          <a className={styles.link} href={published.url} target="_blank" rel="noreferrer">
            <span className={styles.dot} />
            {strings.published} {ago(published.at)}
            <SquareArrowOutUpRight size={12} aria-hidden="true" />
          </a>
        ) : (
          <span className="color-faint">{strings.notPublishedYet}</span>
        )}
        {may.rename && (
          <Menu
            align="end"
            trigger={
              <IconButton label={strings.moreFor(project.name)} size="sm" className={styles.more}>
                <Ellipsis size={15} />
              </IconButton>
            }
            entries={[
              { label: strings.rename, icon: <Pencil size={14} />, onSelect: onRename },
              ...(may.delete
                ? [{ label: strings.deleteButton, icon: <Trash2 size={14} />, danger: true, onSelect: onDelete }]
                : []),
            ]}
          />
        )}
      </div>
    </article>
  )
}
