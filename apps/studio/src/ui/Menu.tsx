import { cloneElement, lazy, type ReactElement, type ReactNode, Suspense, useState } from 'react'

/** One line of a menu: something to do, a line between groups, or the name of a group. */
export type MenuEntry =
  | {
      label: string
      onSelect: () => void
      icon?: ReactNode
      hint?: string
      shortcut?: string
      danger?: boolean
      disabled?: boolean
      /** Given: the entry is one of a set, with a mark where true. */
      checked?: boolean
    }
  | { separator: true }
  | { group: string }

export interface MenuProps {
  /** A button; it is given the trigger's props. */
  trigger: ReactElement<Record<string, unknown>>
  entries: readonly MenuEntry[]
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'bottom' | 'left' | 'right'
}

const LiveMenu = lazy(async () => ({ default: (await import('./LiveMenu.tsx')).LiveMenu }))

/**
 * A menu of verbs behind a button. Arrow keys, type-ahead and Escape work as everywhere. The button is there at once;
 * the menu's code follows, and a press that came before it is not lost.
 */
export function Menu(props: MenuProps) {
  const [pressed, setPressed] = useState(false)
  const early = cloneElement(props.trigger, { onClick: () => setPressed(true), 'aria-haspopup': 'menu' })
  return (
    <Suspense fallback={early}>
      <LiveMenu {...props} defaultOpen={pressed} />
    </Suspense>
  )
}
