import { CircleUserRound, Sparkles, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '../navigation/Link.tsx'
import { paths } from '../navigation/paths.ts'
import { AppBar } from '../projects/AppBar.tsx'
import styles from './SettingsPage.module.css'
import * as strings from './strings.ts'

const places = [
  { to: paths.aiSettings(), label: 'AI', icon: <Sparkles size={15} /> },
  { to: paths.people, label: strings.people, icon: <Users size={15} /> },
  { to: paths.account, label: strings.account, icon: <CircleUserRound size={15} /> },
] as const

/** The frame of every page of settings, with the way to the others. */
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
    <div className={styles.page}>
      <AppBar title={strings.settings} />
      <div className={styles.columns}>
        <nav className={styles.nav} aria-label={strings.settings}>
          {places.map(({ to, label, icon }) => (
            <Link key={to} to={to} className={styles.place}>
              {icon}
              {label}
            </Link>
          ))}
        </nav>
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
      </div>
    </div>
  )
}
