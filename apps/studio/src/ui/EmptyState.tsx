import type { ReactNode } from 'react'
import styles from './Notes.module.css'

export interface EmptyStateProps {
  icon?: ReactNode
  title: string
  /** The purpose of this place. */
  children?: ReactNode
  /** The first step. */
  actions?: ReactNode
  tone?: 'hand' | 'agent'
}

/** Shown in place of an empty list: its purpose, and the first step. */
export function EmptyState({ icon, title, children, actions, tone }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      {icon && (
        <div className={styles.emptyIcon} data-tone={tone}>
          {icon}
        </div>
      )}
      <p className="type-subheading">{title}</p>
      {children && <div className={styles.emptyText}>{children}</div>}
      {actions && <div className={styles.emptyActions}>{actions}</div>}
    </div>
  )
}
