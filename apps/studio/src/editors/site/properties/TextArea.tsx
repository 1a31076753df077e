import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { cx } from '../../../ui/cx.ts'
import styles from './Properties.module.css'

export interface TextAreaProps {
  id: string
  value: string
  onCommit: (value: string) => void
  /** Called with what was typed where the field disappears while it is being typed in. */
  onGone?: (value: string) => void
}

/** Several lines that are committed as they are typed, so that the page follows each key. */
export function TextArea({ id, value, onCommit, onGone }: TextAreaProps) {
  const [draft, setDraft] = useState(value)
  const typed = useRef<string>(undefined)
  const gone = useRef(onGone)
  useLayoutEffect(() => {
    gone.current = onGone
  })
  useLayoutEffect(
    () => () => {
      if (typed.current !== undefined) gone.current?.(typed.current)
    },
    [],
  )
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
        typed.current = undefined
        setDraft(value)
      }}
      onChange={(event) => {
        setDraft(event.target.value)
        typed.current = event.target.value
        onCommit(event.target.value)
      }}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Escape') event.currentTarget.blur()
      }}
    />
  )
}
