import { X } from 'lucide-react'
import { IconButton, Segmented } from '../../../ui/index.ts'
import { ControlNote } from './ControlNote.tsx'
import styles from './Controls.module.css'
import type { ControlProps } from './controlProps.ts'
import * as strings from './strings.ts'

/** Chooses yes or no; neither is chosen while the field has no value. */
export function YesNoField({ field, label, text, onText, onLeave, error, hint, readsOnly }: ControlProps) {
  const choose = (next: string) => {
    onText(next)
    onLeave()
  }
  return (
    <div className={styles.field}>
      <span className="type-label color-secondary" aria-hidden="true">
        {label}
      </span>
      <div className="row gap-4">
        <Segmented
          label={label}
          value={text}
          onChange={choose}
          options={[
            { value: 'true', label: strings.yes, disabled: readsOnly },
            { value: 'false', label: strings.no, disabled: readsOnly },
          ]}
        />
        {text !== '' && !field.required && !readsOnly && (
          <IconButton size="sm" label={strings.clearField(label)} onClick={() => choose('')}>
            <X size={13} />
          </IconButton>
        )}
      </div>
      <ControlNote error={error} hint={hint} />
    </div>
  )
}
