import type { ContentEntryChange } from '@atelier/api'
import { MonitorSmartphone } from 'lucide-react'
import { IconButton } from '../../ui/index.ts'
import { statusValue } from '../entry/statusValue.ts'
import * as strings from '../strings.ts'
import styles from './Review.module.css'
import { Sides } from './Sides.tsx'

/** The proposed changes of an entry, each value before and after. */
export function EntryCard({
  change: { entry, title, change, values },
  fieldOf,
  modelName,
  shown,
  onShow,
}: {
  change: ContentEntryChange
  /** A field's label. */
  fieldOf: (field: string) => string
  modelName: string
  /** Its page is shown beside. */
  shown: boolean
  /** Shows its page or closes it; undefined if it has none. */
  onShow: (() => void) | undefined
}) {
  const name = title === '' ? entry : title
  return (
    <section className={styles.card}>
      <div className={styles.cardHead}>
        <h2 className={styles.cardTitle}>
          {name}
          <span className="quiet">
            {modelName} · {strings.changeOf(change)}
          </span>
        </h2>
        {onShow && (
          <IconButton size="sm" label={strings.previewOfEntry(name)} pressed={shown} onClick={onShow}>
            <MonitorSmartphone size={14} />
          </IconButton>
        )}
      </div>
      {values.map(({ locale, field, paragraphs, before, after }) => (
        <div key={`${locale}/${field}`} className="grid gap-2">
          <span className="type-caption color-secondary">
            {locale === '*' ? fieldOf(field) : strings.fieldIn(fieldOf(field), locale)}
          </span>
          {paragraphs ? (
            paragraphs.map((sides, index) => {
              const key = `paragraph ${index}`
              return <Sides key={key} before={sides.before} after={sides.after} />
            })
          ) : (
            <Sides before={statusValue(field, before)} after={statusValue(field, after)} />
          )}
        </div>
      ))}
    </section>
  )
}
