import { cloneElement, type KeyboardEvent, lazy, type ReactElement, type ReactNode, Suspense, useState } from 'react'

/** One line of a menu: something to do, more of one kind, a line between groups, or the name of a group. */
export type MenuEntry =
  | {
      label: string
      onSelect: () => void
      icon?: ReactNode
      hint?: string
      shortcut?: string
      danger?: boolean
      disabled?: boolean
      /** Given: the entry is one of a set, with a mark if true. */
      checked?: boolean
    }
  /** Opens a menu of its own beside it. */
  | { label: string; entries: readonly MenuEntry[] }
  | { separator: true }
  | { group: string }

export interface MenuProps {
  /** A button; it is given the trigger's props. */
  trigger: ReactElement<Record<string, unknown>>
  /** As a function, it is called while the menu shows and not before. */
  entries: readonly MenuEntry[] | (() => readonly MenuEntry[])
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'bottom' | 'left' | 'right'
  /** Open from the start; the trigger then only says where it opens, and the focus goes back to what had it. */
  defaultOpen?: boolean
  onClose?: () => void
}

const load = () => import('./MenuContent.tsx')
const MenuContent = lazy(async () => ({ default: (await load()).MenuContent }))

/**
 * A menu of verbs behind a button. Arrow keys, type-ahead and Escape work as everywhere. Until it is first opened there
 * is only the button; the menu's code is loaded when the pointer or the focus comes near.
 */
export function Menu(props: MenuProps) {
  const [opened, setOpened] = useState(props.defaultOpen ?? false)
  // Where loading fails, opening the menu asks again and says so.
  const warmUp = () => void load().catch(() => undefined)
  const button = cloneElement(props.trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: warmUp,
    onFocus: warmUp,
    onClick: () => setOpened(true),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
      event.preventDefault()
      setOpened(true)
    },
  })
  if (!opened) return button
  return (
    <Suspense fallback={button}>
      <MenuContent {...props} />
    </Suspense>
  )
}
