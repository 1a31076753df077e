import { useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import styles from './Fields.module.css'
import * as strings from './strings.ts'
import type { Suggestion } from './suggest.ts'

export interface SuggestionListProps {
  id: string
  /** The field under which the list stands. */
  anchor: HTMLElement
  suggestions: readonly Suggestion[]
  /** The one that Enter takes; -1 for none. */
  active: number
  onPick: (suggestion: Suggestion) => void
}

/** The completions of a field's text, below it, or above it if there is no room. The focus stays in the field. */
export function SuggestionList({ id, anchor, suggestions, active, onPick }: SuggestionListProps) {
  const list = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState<{ left: number; top?: number; bottom?: number }>()
  useLayoutEffect(() => {
    const { left, top, bottom } = anchor.getBoundingClientRect()
    const height = Math.min(list.current?.scrollHeight ?? 0, 260)
    const width = list.current?.offsetWidth ?? 0
    const x = Math.max(8, Math.min(left, window.innerWidth - width - 8))
    const isAbove = bottom + height + 12 > window.innerHeight && top > height
    setPlace(isAbove ? { left: x, bottom: window.innerHeight - top + 4 } : { left: x, top: bottom + 4 })
  }, [anchor])
  useLayoutEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return createPortal(
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label={strings.suggestions}
      className={styles.suggestions}
      style={place ?? { visibility: 'hidden' }}
    >
      {suggestions.map((each, index) => (
        <div
          key={each.text}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          className={styles.suggestion}
          // The field keeps the focus: a press does not leave it.
          onPointerDown={(event) => {
            event.preventDefault()
            onPick(each)
          }}
        >
          {each.color !== undefined && <span className={styles.dotColor} style={{ background: each.color }} />}
          <span
            className={styles.suggestionText}
            style={each.face === undefined ? undefined : { fontFamily: each.face }}
          >
            {each.kind === 'token' ? each.text.slice(6, -1) : each.text}
          </span>
          {each.hint !== undefined && <span className={styles.suggestionHint}>{each.hint}</span>}
        </div>
      ))}
    </div>,
    document.body,
  )
}
