import { type ReactNode, useId } from 'react'
import styles from './Check.module.css'
import { cx } from './cx.ts'
import { askedState } from './pendingChoice.ts'

export interface CheckProps {
  label: ReactNode
  /** The accessible name in place of the label. */
  'aria-label'?: string
  /** Behind the label, in small. */
  hint?: string
  title?: string | undefined
  checked: boolean
  /** Some of what the box is about is checked. */
  mixed?: boolean
  disabled?: boolean
  /** The box keeps its old state until `checked` has changed, as when a server decides. */
  pending?: boolean
  size?: 'sm' | 'md'
  className?: string
  onChange: (checked: boolean) => void
}

/** A box to check, with its label. */
export function Check({
  label,
  hint,
  title,
  mixed = false,
  pending = false,
  size = 'md',
  className,
  onChange,
  ...rest
}: CheckProps) {
  const id = useId()
  const box = (
    <input
      {...rest}
      id={id}
      type="checkbox"
      aria-describedby={hint ? `${id}-hint` : undefined}
      ref={(input) => {
        if (input) input.indeterminate = mixed
      }}
      onChange={({ currentTarget }) => onChange(pending ? askedState(currentTarget) : currentTarget.checked)}
    />
  )
  if (hint === undefined) {
    return (
      <label htmlFor={id} className={cx('row', size === 'sm' ? 'gap-6 type-dense' : 'gap-8', className)} title={title}>
        {box}
        {label}
      </label>
    )
  }
  return (
    <div className={cx(styles.hinted, className)} title={title}>
      {box}
      <label htmlFor={id}>{label}</label>
      <span id={`${id}-hint`} className={styles.hint}>
        {hint}
      </span>
    </div>
  )
}
