import { useEffect, useRef, useState } from 'react'
import { TextArea, TextField } from '../../ui/index.ts'

export interface PlanFieldProps {
  label: string
  hideLabel?: boolean
  value: string
  /** Called with each text that is typed. A refused text stays in the field until it loses focus. */
  onChange: (value: string) => void
  /** Several lines. */
  lines?: number
  disabled?: boolean
  maxLength?: number
  className?: string
  /** Called on leaving instead of with each key: for what is worth nothing half typed. */
  whole?: boolean
}

/** A text of the plan. It is kept as it is typed; others' text is shown at once while the field is not focused. */
export function PlanField({ value, onChange, lines, whole = false, ...rest }: PlanFieldProps) {
  const [draft, setDraft] = useState(value)
  const focused = useRef(false)
  useEffect(() => {
    if (!focused.current) setDraft(value)
  }, [value])
  const props = {
    ...rest,
    value: draft,
    onFocus: () => {
      focused.current = true
    },
    onBlur: () => {
      focused.current = false
      if (whole && draft !== value) onChange(draft)
      setDraft(value)
    },
    onChange: (event: { currentTarget: { value: string } }) => {
      const next = event.currentTarget.value
      setDraft(next)
      if (!whole) onChange(next)
    },
    onKeyDown: (event: { key: string; currentTarget: HTMLElement }) => {
      if (event.key === 'Enter' && lines === undefined) event.currentTarget.blur()
    },
  }
  return lines === undefined ? (
    <TextField maxLength={200} {...props} />
  ) : (
    <TextArea maxLength={2000} rows={lines} {...props} />
  )
}
