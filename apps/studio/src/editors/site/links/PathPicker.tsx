import type { LinkValues } from '@atelier/site'
import { CommitInput } from '../fields/CommitInput.tsx'
import { LinkButton } from './LinkButton.tsx'
import styles from './PathPicker.module.css'

export interface PathPickerProps {
  /** The purpose of the path: the accessible name. */
  label: string
  className: string | undefined
  value: LinkValues
  placeholder?: string
  /** How the link opens is chosen too: `target` and `rel`. */
  withTarget?: boolean
  onChange: (value: LinkValues) => void
}

/** A path that is typed, or chosen: a page, a place on it, a file, a mail address, a phone number, any address. */
export function PathPicker({ label, className, value, placeholder, withTarget = false, onChange }: PathPickerProps) {
  return (
    <span className={styles.row}>
      <CommitInput
        className={className}
        aria-label={label}
        placeholder={placeholder}
        value={value.href}
        onCommit={(href) => onChange({ ...value, href })}
      />
      <LinkButton value={value} isAddressOnly={!withTarget} onApply={onChange} />
    </span>
  )
}
