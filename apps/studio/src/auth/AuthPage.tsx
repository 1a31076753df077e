import type { ReactNode } from 'react'
import styles from './AuthPage.module.css'
import { Mark } from './Brand.tsx'
import { SchemeSwitch } from './SchemeSwitch.tsx'

/** The page around setup and sign-in. */
export function AuthPage({ title, lead, children }: { title: string; lead: ReactNode; children?: ReactNode }) {
  return (
    <div className={styles.page}>
      <main className={styles.card}>
        <div className="grid gap-4">
          <div className={styles.mark}>
            <Mark size={40} />
          </div>
          <h1 className="type-title tight">{title}</h1>
          <p className="text-pretty type-prose color-secondary">{lead}</p>
        </div>
        {children}
      </main>
      <SchemeSwitch />
    </div>
  )
}
