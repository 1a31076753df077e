import { askedOption, askedState } from '../../../ui/pendingChoice.ts'
import { CommitInput } from '../fields/CommitInput.tsx'
import styles from './Properties.module.css'
import * as strings from './strings.ts'

/** A value of a node that is set in the properties. */
export interface PropField {
  prop: string
  label: string
  attribute: string
  kind: 'text' | 'number' | 'switch' | 'path' | 'picture'
  /** Given: one of these. */
  choices?: readonly { value: string; label: string }[]
  placeholder?: string
}

/** A switch, a choice or a field, as the value asks for. */
export function PropControl({
  field,
  value,
  onChange,
}: {
  field: PropField
  value: string | undefined
  onChange: (next: string | boolean | null) => void
}) {
  const { label, kind, choices, placeholder } = field
  if (kind === 'switch') {
    return (
      <input
        type="checkbox"
        aria-label={label}
        checked={value !== undefined}
        onChange={(event) => onChange(askedState(event.target))}
      />
    )
  }
  if (choices) {
    const known = value === undefined || value === '' || choices.some((each) => each.value === value)
    return (
      <select
        className={styles.input}
        aria-label={label}
        value={value ?? ''}
        onChange={(event) => onChange(askedOption(event.target, value ?? '') || null)}
      >
        <option value="">{placeholder === undefined || placeholder === '' ? strings.notSet : placeholder}</option>
        {!known && <option value={value}>{value}</option>}
        {choices.map((each) => (
          <option key={each.value} value={each.value}>
            {each.label}
          </option>
        ))}
      </select>
    )
  }
  return (
    <CommitInput
      className={styles.input}
      aria-label={label}
      inputMode={kind === 'number' ? 'numeric' : undefined}
      placeholder={placeholder}
      value={value ?? ''}
      onCommit={(next) => onChange(next === '' && label !== 'Alternative text' ? null : next)}
    />
  )
}
