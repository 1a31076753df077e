import { type ComponentPropsWithRef, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { cx } from './cx.ts'
import styles from './Field.module.css'

interface FieldProps {
  /** Above the control; with `hideLabel` it is only spoken. */
  label: string
  hideLabel?: boolean
  hint?: ReactNode
  /** The fault of the value; replaces the hint and is announced. */
  error?: string
}

export interface TextFieldProps extends FieldProps, Omit<ComponentPropsWithRef<'input'>, 'size'> {
  size?: 'sm' | 'md' | 'lg'
  mono?: boolean
  leading?: ReactNode
  trailing?: ReactNode
}

/** One line of text with its label, hint and error. */
export function TextField({
  label,
  hideLabel = false,
  hint,
  error,
  size = 'md',
  mono = false,
  leading,
  trailing,
  className,
  id,
  autoFocus = false,
  ...rest
}: TextFieldProps) {
  const ownId = useId()
  const inputId = id ?? ownId
  useFirstFocus(inputId, autoFocus)
  return (
    <div className={cx(styles.field, className)}>
      <label htmlFor={inputId} className={hideLabel ? 'visually-hidden' : styles.label}>
        {label}
      </label>
      <div className={cx(styles.box, styles[size])} data-invalid={error ? '' : undefined}>
        {leading}
        <input
          id={inputId}
          className={cx(styles.input, mono && styles.mono)}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || hint ? `${inputId}-note` : undefined}
          {...rest}
        />
        {trailing}
      </div>
      <FieldNote id={`${inputId}-note`} hint={hint} error={error} />
    </div>
  )
}

export interface TextAreaProps extends FieldProps, ComponentPropsWithRef<'textarea'> {
  mono?: boolean
  /** It is as high as its text, from one row on. */
  grows?: boolean
}

/** Several lines of text with their label, hint and error. */
export function TextArea({
  label,
  hideLabel = false,
  hint,
  error,
  mono = false,
  grows = false,
  className,
  id,
  autoFocus = false,
  ...rest
}: TextAreaProps) {
  const ownId = useId()
  const inputId = id ?? ownId
  useFirstFocus(inputId, autoFocus)
  return (
    <div className={cx(styles.field, className)}>
      <label htmlFor={inputId} className={hideLabel ? 'visually-hidden' : styles.label}>
        {label}
      </label>
      <div className={styles.box} data-invalid={error ? '' : undefined}>
        <textarea
          id={inputId}
          className={cx(styles.input, grows ? styles.grows : styles.area, mono && styles.mono)}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || hint ? `${inputId}-note` : undefined}
          {...rest}
        />
      </div>
      <FieldNote id={`${inputId}-note`} hint={hint} error={error} />
    </div>
  )
}

/** Hands the focus to a field as it appears. Preact leaves the attribute to the browser, which minds it only while a page loads. */
function useFirstFocus(id: string, autoFocus: boolean) {
  const first = useRef(autoFocus)
  useLayoutEffect(() => {
    if (first.current) document.getElementById(id)?.focus()
  }, [id])
}

function FieldNote({ id, hint, error }: { id: string; hint?: ReactNode; error?: string }) {
  if (error) {
    return (
      <p id={id} className={styles.error} role="alert">
        {error}
      </p>
    )
  }
  return hint ? (
    <p id={id} className={styles.hint}>
      {hint}
    </p>
  ) : null
}
