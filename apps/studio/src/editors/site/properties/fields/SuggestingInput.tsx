import {
  type ComponentPropsWithoutRef,
  type KeyboardEvent,
  type Ref,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { SuggestionList } from './SuggestionList.tsx'
import { accept, type Suggestion } from './suggest.ts'

export interface SuggestingInputProps
  extends Omit<ComponentPropsWithoutRef<'input'>, 'value' | 'onChange' | 'defaultValue'> {
  ref?: Ref<HTMLInputElement | null>
  label: string
  /** The text's subject: when it is of something else, what was typed and not kept goes. */
  subject?: string
  /** The text as it is kept; what is typed is a draft until `onCommit`. */
  value: string
  /** The shown form of the text while it is not edited. */
  shown?: string
  suggest: (text: string, caret: number) => readonly Suggestion[]
  /** Called with a changed text on Enter, on a picked suggestion, and on leaving. Answers whether it was taken. */
  onCommit: (text: string) => Promise<boolean>
  /** Called for each text that an arrow key steps to, and with undefined when that is given up. */
  onPreview?: (text: string | undefined) => void
  /** The text that an arrow key steps to; undefined where it walks the suggestions instead. */
  stepTo?: (text: string, event: KeyboardEvent) => string | undefined
  /** Called when typing is given up, to clear an error. */
  onRevert?: () => void
  /** The suggestions open on a press. */
  opens?: boolean
  /** A picked suggestion is committed at once; otherwise typing continues behind it. */
  picksCommit?: boolean
}

/**
 * A field with suggestions whose text is a draft: Enter keeps it, leaving keeps it where it changed, Escape restores the
 * former text and keeps nothing.
 */
export function SuggestingInput({
  ref,
  label,
  subject,
  value,
  shown = value,
  suggest,
  onCommit,
  onPreview,
  stepTo,
  onRevert,
  opens = false,
  picksCommit = true,
  onFocus,
  onBlur,
  onKeyDown,
  ...rest
}: SuggestingInputProps) {
  const input = useRef<HTMLInputElement>(null)
  useImperativeHandle<HTMLInputElement | null, HTMLInputElement | null>(ref, () => input.current)
  /**
   * Typed text that was neither kept nor discarded. A ref beside the state: leaving may come before the next rendering.
   */
  const draft = useRef<string>(undefined)
  const refused = useRef(false)
  const [text, setText] = useState<string>()
  const [focused, setFocused] = useState(false)
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const listId = useId()
  const draftOf = useRef(subject)
  if (draftOf.current !== subject) {
    draftOf.current = subject
    draft.current = undefined
    refused.current = false
    setText(undefined)
    setOpen(false)
    setActive(-1)
  }

  // The written text replaces a token's name: all of it is selected before anything can be typed behind it.
  useLayoutEffect(() => {
    if (focused && draft.current === undefined && document.activeElement === input.current) input.current?.select()
  }, [focused])

  const write = (next: string | undefined) => {
    draft.current = next
    setText(next)
  }
  const caretOf = () => input.current?.selectionStart ?? (draft.current ?? value).length
  const offered = !open ? [] : text === undefined ? suggest('', 0) : suggest(text, caretOf())

  const close = () => {
    setOpen(false)
    setActive(-1)
  }
  const giveUp = () => {
    write(undefined)
    close()
    refused.current = false
    onPreview?.(undefined)
    onRevert?.()
  }
  const commit = () => {
    const typed = draft.current
    draft.current = undefined
    close()
    if (typed === undefined) return
    if (typed.trim() === value.trim()) return giveUp()
    void onCommit(typed).then((taken) => {
      refused.current = !taken
      // The text stays in sight until the panel shows the new value, and one that was refused until it is mended.
      const isOver = taken || document.activeElement !== input.current
      if (isOver) afterFrames(() => draft.current === undefined && setText(undefined))
    })
  }
  const leave = () => {
    if (draft.current === undefined && refused.current) giveUp()
    else commit()
  }
  const pick = (suggestion: Suggestion) => {
    const next = accept(draft.current ?? '', draft.current === undefined ? 0 : caretOf(), suggestion)
    write(next.text)
    if (picksCommit && !suggestion.text.endsWith('()')) return commit()
    close()
    requestAnimationFrame(() => input.current?.setSelectionRange(next.caret, next.caret))
  }

  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
    // Undo and the palette are the studio's also while a field has the focus and nothing is typed.
    const isCommand = (event.ctrlKey || event.metaKey) && draft.current === undefined
    if (!isCommand) event.stopPropagation()
    onKeyDown?.(event)
    if (event.defaultPrevented) return
    const chosen = offered[active]
    if (event.key === 'Enter') {
      event.preventDefault()
      if (chosen) return pick(chosen)
      commit()
      input.current?.select()
    } else if (event.key === 'Tab') {
      if (chosen) pick(chosen)
    } else if (event.key === 'Escape') {
      event.preventDefault()
      giveUp()
      input.current?.blur()
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      const stepped = active < 0 ? stepTo?.(draft.current ?? value, event) : undefined
      if (stepped !== undefined) {
        write(stepped)
        setOpen(false)
        onPreview?.(stepped)
      } else if (!open) setOpen(true)
      else setActive((at) => turn(at, event.key === 'ArrowDown' ? 1 : -1, offered.length))
    }
  }
  const hasList = offered.length > 0
  return (
    <>
      <input
        {...rest}
        ref={input}
        role="combobox"
        aria-label={label}
        aria-expanded={hasList}
        aria-controls={hasList ? listId : undefined}
        aria-activedescendant={active >= 0 ? `${listId}-${active}` : undefined}
        aria-autocomplete="list"
        spellCheck="false"
        autoComplete="off"
        autoCapitalize="off"
        value={text ?? (focused ? value : shown)}
        onFocus={(event) => {
          onFocus?.(event)
          setFocused(true)
          // A press puts the caret where it was after the focus came.
          requestAnimationFrame(() => {
            if (document.activeElement === input.current && draft.current === undefined) input.current?.select()
          })
        }}
        onClick={() => {
          if (opens && draft.current === undefined) setOpen(true)
        }}
        onBlur={(event) => {
          setFocused(false)
          leave()
          onBlur?.(event)
        }}
        onChange={(event) => {
          write(event.target.value)
          setActive(-1)
          setOpen(true)
        }}
        onKeyDown={keys}
      />
      {hasList && input.current && (
        <SuggestionList id={listId} anchor={input.current} suggestions={offered} active={active} onPick={pick} />
      )}
    </>
  )
}

const turn = (at: number, by: number, count: number) =>
  count === 0 ? -1 : at < 0 && by < 0 ? count - 1 : (at + by + count) % count

function afterFrames(task: () => void) {
  requestAnimationFrame(() => requestAnimationFrame(task))
}
