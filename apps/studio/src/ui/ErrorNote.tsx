import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './Notes.module.css'

export interface ErrorNoteProps {
  /** The event, in one sentence. */
  title: string
  /** The data that was kept, and the next step. */
  children?: ReactNode
  actions?: ReactNode
  tone?: 'danger' | 'attention' | 'info'
}

const icons = { danger: CircleAlert, attention: TriangleAlert, info: Info }

/** Says what happened, what was kept and what to do. Announced when it appears. */
export function ErrorNote({ title, children, actions, tone = 'danger' }: ErrorNoteProps) {
  const Icon = icons[tone]
  return (
    <div className={styles.note} data-tone={tone} role={tone === 'danger' ? 'alert' : 'status'}>
      <span className={styles.noteIcon}>
        <Icon size={16} />
      </span>
      <p className="font-medium">{title}</p>
      {children && <div className={styles.noteBody}>{children}</div>}
      {actions && <div className={styles.noteActions}>{actions}</div>}
    </div>
  )
}
