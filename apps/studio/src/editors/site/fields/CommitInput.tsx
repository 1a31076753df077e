import { type ComponentPropsWithoutRef, use, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { KeepWords } from './keepWords.ts'

export interface CommitInputProps
  extends Omit<ComponentPropsWithoutRef<'input'>, 'value' | 'onChange' | 'defaultValue'> {
  value: string
  /** The shown form of the value while it is not edited, if not the value itself. */
  shown?: string
  /** Called with the new text on Enter or on leaving, only if it differs. */
  onCommit: (value: string) => void
  /** Also called when Escape discards what was typed, to clear an error. */
  onRevert?: () => void
  /** Takes the focus when it appears, with its text selected: what it names has just been made. */
  isNew?: boolean
}

/**
 * A field whose text is a draft until it is committed; Escape discards it. A change from elsewhere shows at once if
 * the user is not typing, and is not overwritten by leaving the field untouched.
 */
export function CommitInput({ value, shown, onCommit, onRevert, isNew = false, ...rest }: CommitInputProps) {
  const [draft, setDraft] = useState(value)
  const [focused, setFocused] = useState(false)
  const touched = useRef(false)
  const input = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (!isNew) return
    input.current?.focus()
    input.current?.select()
  }, [isNew])
  useEffect(() => {
    if (!touched.current) setDraft(value)
  }, [value])
  const keepWords = use(KeepWords)
  const typed = useRef(draft)
  useLayoutEffect(() => {
    typed.current = draft
  }, [draft])
  useLayoutEffect(
    () => () => {
      // Its target was deleted while it was being edited.
      if (touched.current) keepWords(typed.current)
    },
    [keepWords],
  )
  const commit = () => {
    if (!touched.current) return
    touched.current = false
    if (draft !== value) onCommit(draft)
    else setDraft(value)
  }
  return (
    <input
      {...rest}
      ref={input}
      value={focused || draft !== value ? draft : (shown ?? draft)}
      spellCheck="false"
      autoComplete="off"
      onChange={(event) => {
        touched.current = true
        setDraft(event.target.value)
      }}
      onFocus={(event) => {
        setFocused(true)
        rest.onFocus?.(event)
      }}
      onBlur={() => {
        setFocused(false)
        commit()
      }}
      onKeyDown={(event) => {
        // Where nothing was typed, Escape closes the popover around the field.
        const isInPopover = event.currentTarget.closest('[role="dialog"]') !== null
        if (event.key === 'Escape' && isInPopover && !touched.current) return
        event.stopPropagation()
        if (event.key === 'Enter') {
          commit()
          event.currentTarget.blur()
        } else if (event.key === 'Escape') {
          touched.current = false
          setDraft(value)
          onRevert?.()
          if (isInPopover) return event.currentTarget.select()
          requestAnimationFrame(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
        } else if (stepValue(event.key) !== 0) {
          const next = nudge(draft, stepValue(event.key) * (event.shiftKey ? 10 : 1))
          if (next === undefined) return
          event.preventDefault()
          touched.current = true
          setDraft(next)
        }
      }}
    />
  )
}

const stepValue = (key: string) => (key === 'ArrowUp' ? 1 : key === 'ArrowDown' ? -1 : 0)

/** `12px` one up is `13px`; undefined for what is not one number with a unit. */
export function nudge(text: string, by: number): string | undefined {
  const match = /^(-?(?:\d+(?:\.\d+)?|\.\d+))([a-z%]*)$/i.exec(text.trim())
  if (!match) return undefined
  const digits = match[1]?.split('.')[1]?.length ?? 0
  const fine = digits > 0 ? 10 ** -digits : 1
  return `${(Number(match[1]) + by * fine).toFixed(digits)}${match[2] ?? ''}`
}
