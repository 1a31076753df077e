import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'

interface ActiveOptionProps<Option> {
  /** The options that are shown, in their order. */
  options: readonly Option[]
  /** The id of the list's element. */
  listId: string
  optionId: (option: Option) => string
  /** The option that a key leads to from the active one; undefined for a key that leads nowhere. */
  stepOf: (key: string, active: number, list: HTMLElement | null) => number | undefined
  /** Enter was pressed. */
  onChoose: (option: Option, event: KeyboardEvent) => void
  /** Escape was pressed. The popup around the list listens for it too, but only some frames after it appeared. */
  onLeave: () => void
}

/**
 * The active option of a list below a search field: keys pressed in the field lead to another option, and Enter chooses
 * it. Escape leaves. The field keeps the focus.
 * @returns the active option, what to spread over the field, and the ref of the list
 */
export function useActiveOption<Option>({
  options,
  listId,
  optionId,
  stepOf,
  onChoose,
  onLeave,
}: ActiveOptionProps<Option>) {
  const [active, setActive] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const current = options[active]

  useLayoutEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: active === 0 ? 'center' : 'nearest' })
  }, [active])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const next = stepOf(event.key, active, list.current)
    if (next !== undefined) {
      event.preventDefault()
      setActive(next)
    } else if (event.key === 'Enter' && current !== undefined) {
      event.preventDefault()
      onChoose(current, event)
    } else if (event.key === 'Escape') {
      event.preventDefault()
      onLeave()
    }
  }
  const field = {
    role: 'combobox',
    'aria-expanded': true,
    'aria-controls': listId,
    'aria-activedescendant': current === undefined ? undefined : optionId(current),
    'aria-autocomplete': 'list',
    onKeyDown,
  } as const
  return { current, setActive, field, list }
}
