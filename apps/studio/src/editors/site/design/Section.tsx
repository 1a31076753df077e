import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../../../ui/Button.tsx'
import styles from './Design.module.css'

interface SectionProps {
  title: string
  /** The action of the button at the end of its head; none without it. */
  add?: { label: string; onAdd: () => void }
  children: ReactNode
}

/** One kind of token, under its name. */
export function Section({ title, add, children }: SectionProps) {
  return (
    <section className={styles.section} aria-label={title}>
      <div className={styles.head}>
        <h3 className="m-0 type-label color-secondary">{title}</h3>
        {add && (
          <IconButton label={add.label} size="sm" onClick={add.onAdd}>
            <Plus size={15} />
          </IconButton>
        )}
      </div>
      {children}
    </section>
  )
}
