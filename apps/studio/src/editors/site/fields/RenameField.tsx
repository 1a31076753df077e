import { useEffect, useRef } from 'react'
import styles from './RenameField.module.css'

export interface RenameFieldProps {
  label: string
  value: string
  /** With the new name, or undefined if it was discarded or is the same. */
  onDone: (name: string | undefined) => void
  /** The value is only proposed: Enter takes it as it is too, and leaving discards it. */
  suggestion?: boolean
}

/** A name that is being edited in its place: Enter keeps it, Escape discards it, leaving keeps it. */
export function RenameField({ label, value, onDone, suggestion = false }: RenameFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const finished = useRef(false)
  // After the next paint: a menu or palette that shows it returns the focus first, and the press on a button leaves it there.
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [])
  const finish = (keep: boolean) => {
    if (finished.current) return
    finished.current = true
    const name = field.current?.value.trim() ?? ''
    onDone(keep && name !== '' && (suggestion || name !== value) ? name : undefined)
  }
  return (
    <input
      ref={field}
      className={styles.rename}
      aria-label={label}
      defaultValue={value}
      maxLength={200}
      onBlur={() => finish(!suggestion)}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Enter') finish(true)
        if (event.key === 'Escape') finish(false)
      }}
    />
  )
}
