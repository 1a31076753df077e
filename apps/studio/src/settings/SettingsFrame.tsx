import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '../navigation/Link.tsx'
import { paths } from '../navigation/paths.ts'
import { AppBar } from '../projects/AppBar.tsx'
import styles from './SettingsPage.module.css'
import * as strings from './strings.ts'

/** The frame of every page of the settings: the app's bar, and the links to all pages. */
export function SettingsFrame({
  pages,
  children,
}: {
  pages: readonly { id: string; title: string; icon: LucideIcon }[]
  children: ReactNode
}) {
  return (
    <div className={styles.page}>
      <AppBar title={strings.settings} />
      <div className={styles.columns}>
        <nav className={styles.nav} aria-label={strings.settings}>
          {pages.map(({ id, title, icon: Icon }) => (
            <Link key={id} to={paths.settings(id)} className={styles.place}>
              <Icon size={15} />
              {title}
            </Link>
          ))}
        </nav>
        {children}
      </div>
    </div>
  )
}
