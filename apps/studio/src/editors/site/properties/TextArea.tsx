import { useEffect, useRef, useState } from 'react'
import { cx } from '../../../ui/cx.ts'
import styles from './Properties.module.css'

export interface TextAreaProps {
  id: string
  value: string
  onCommit: (value: string) => void
}

/** Several lines that are committed as they are typed, so that the page follows each key. */
export function TextArea({ id, value, onCommit }: TextAreaProps) {
  const [draft, setDraft] = useState(value)
  const focused = useRef(false)
  useEffect(() => {
    if (!focused.current) setDraft(value)
  }, [value])
  return (
    <textarea
      id={id}
      className={cx(styles.input, styles.area)}
      value={draft}
      onFocus={() => {
        focused.current = true
      }}
      onBlur={() => {
        focused.current = false
        setDraft(value)
      }}
      onChange={(event) => {
        setDraft(event.target.value)
        onCommit(event.target.value)
      }}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Escape') event.currentTarget.blur()
      }}
    />
  )
}
