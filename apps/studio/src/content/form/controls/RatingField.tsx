import { Star, X } from 'lucide-react'
import { IconButton } from '../../../ui/index.ts'
import { stepFocus } from '../../../ui/stepFocus.ts'
import { ControlNote } from './ControlNote.tsx'
import styles from './Controls.module.css'
import type { ControlProps } from './controlProps.ts'
import * as strings from './strings.ts'

/** A rating by stars, of which arrow keys choose the next or the one before. */
export function RatingField({
  field,
  label,
  text,
  onText,
  onLeave,
  error,
  hint,
  readsOnly,
  stars,
}: ControlProps & { stars: readonly number[] }) {
  const value = Number(text === '' ? Number.NaN : text)
  const most = stars.at(-1) ?? 0
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
        <div
          className={styles.stars}
          role="radiogroup"
          aria-label={label}
          onKeyDown={(event) => {
            const focused = readsOnly ? undefined : stepFocus(event, '[role="radio"]')
            if (focused?.dataset.value !== undefined) onText(focused.dataset.value)
          }}
        >
          {stars.map((star, index) => (
            // biome-ignore lint/a11y/useSemanticElements: a star is drawn as a button, which can be read out without a form
            <button
              key={star}
              type="button"
              role="radio"
              aria-checked={star === value}
              aria-label={strings.stars(star, most)}
              data-value={star}
              data-filled={star <= value || undefined}
              disabled={readsOnly}
              tabIndex={star === value || (!stars.includes(value) && index === 0) ? 0 : -1}
              className={styles.star}
              onClick={() => choose(String(star))}
            >
              <Star size={16} aria-hidden="true" />
            </button>
          ))}
        </div>
        {text !== '' && <span className="quiet">{text}</span>}
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
