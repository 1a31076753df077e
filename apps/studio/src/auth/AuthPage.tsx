import type { ReactNode } from 'react'
import styles from './AuthPage.module.css'
import { Mark } from './Brand.tsx'
import { SchemeSwitch } from './SchemeSwitch.tsx'

/** The page around setup and sign-in. */
export function AuthPage({ title, lead, children }: { title: string; lead: ReactNode; children?: ReactNode }) {
  return (
    <div className={styles.page}>
      <main className={styles.card}>
        <div className={styles.head}>
          <div className={styles.mark}>
            <Mark size={40} />
          </div>
          <h1 className={styles.title}>{title}</h1>
          <p className={styles.lead}>{lead}</p>
        </div>
        {children}
      </main>
      <SchemeSwitch />
    </div>
  )
}
