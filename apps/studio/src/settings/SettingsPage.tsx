import type { ReactNode } from 'react'
import styles from './SettingsPage.module.css'

/** The content of a page of the settings, under its title. */
export function SettingsPage({
  title,
  lead,
  action,
  children,
}: {
  title: string
  lead: ReactNode
  /** The one button of the page. */
  action?: ReactNode
  children: ReactNode
}) {
  return (
    <main className="grid one-column content-start gap-24">
      <div className="flex wrap items-start justify-between gap-12">
        <div>
          <h1 className="type-title tight">{title}</h1>
          <p className={styles.lead}>{lead}</p>
        </div>
        {action}
      </div>
      {children}
    </main>
  )
}
