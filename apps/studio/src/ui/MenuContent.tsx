import { Menu as Base } from '@base-ui/react/menu'
import { Check, ChevronRight } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import { cx } from './cx.ts'
import { Kbd } from './Kbd.tsx'
import type { MenuEntry, MenuProps } from './Menu.tsx'
import styles from './popup.module.css'
import { useReturnFocus } from './useReturnFocus.ts'

/** The menu itself, open when it is first mounted, with its code of positioning and focus; `Menu` loads it. */
export function MenuContent({
  trigger,
  entries,
  align = 'start',
  side = 'bottom',
  defaultOpen = false,
  onClose,
}: MenuProps) {
  const { button, popup, finalFocus } = useReturnFocus()
  const positioner = useRef<HTMLDivElement>(null)
  // A button that is only shown under the pointer has to be there until the focus is back.
  const [isShown, setIsShown] = useState(true)
  const changed = (open: boolean) => {
    if (open) return
    requestAnimationFrame(() => setIsShown(false))
    onClose?.()
  }
  return (
    <Base.Root defaultOpen onOpenChange={(open) => open && setIsShown(true)} onOpenChangeComplete={changed}>
      <Base.Trigger ref={button} render={trigger} data-menu={isShown || undefined} />
      <Base.Portal>
        <Base.Positioner ref={positioner} className={styles.positioner} align={align} side={side} sideOffset={4}>
          <Base.Popup ref={popup} className={styles.popup} finalFocus={defaultOpen ? undefined : finalFocus}>
            <MenuLines entries={entries} positioner={positioner} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

interface MenuLinesProps extends Pick<MenuProps, 'entries'> {
  /** The element that holds the menu's popup. */
  positioner: RefObject<HTMLDivElement | null>
}

function MenuLines({ entries, positioner }: MenuLinesProps) {
  const lines = typeof entries === 'function' ? entries() : entries
  return lines.map((entry, index) => <MenuLine key={entryKey(entry, index)} entry={entry} positioner={positioner} />)
}

function entryKey(entry: MenuEntry, index: number): string {
  if ('separator' in entry) return `line-${index}`
  return 'group' in entry ? `group-${entry.group}` : `${index}-${entry.label}`
}

function MenuLine({ entry, positioner }: { entry: MenuEntry } & Pick<MenuLinesProps, 'positioner'>) {
  if ('separator' in entry) return <Base.Separator className={styles.separator} />
  if ('group' in entry) return <div className={styles.group}>{entry.group}</div>
  if ('entries' in entry) return <Submenu label={entry.label} entries={entry.entries} parent={positioner} />
  return (
    <Base.Item
      className={cx(styles.item, entry.danger && styles.danger)}
      disabled={entry.disabled}
      onClick={entry.onSelect}
      aria-checked={entry.checked}
      role={entry.checked === undefined ? 'menuitem' : 'menuitemradio'}
    >
      {entry.icon !== undefined && <span className={styles.icon}>{entry.icon}</span>}
      <span className="grow min-w-0">
        <span className="block truncate">{entry.label}</span>
        {entry.hint && <span className={styles.hint}>{entry.hint}</span>}
      </span>
      {entry.shortcut && <Kbd shortcut={entry.shortcut} />}
      {entry.checked !== undefined && <span className={styles.check}>{entry.checked && <Check size={14} />}</span>}
    </Base.Item>
  )
}

interface SubmenuProps {
  label: string
  entries: readonly MenuEntry[]
  /** The element that holds the popup of the menu around it. */
  parent: RefObject<HTMLDivElement | null>
}

/**
 * A menu beside its line. It stands inside the element of the menu around it: Preact's events do not bubble out of a
 * portal, so that elsewhere a press in it would count as one outside that menu, and close both before the release.
 */
function Submenu({ label, entries, parent }: SubmenuProps) {
  const positioner = useRef<HTMLDivElement>(null)
  return (
    <Base.SubmenuRoot>
      <Base.SubmenuTrigger className={styles.item}>
        <span className="grow min-w-0">
          <span className="block truncate">{label}</span>
        </span>
        <ChevronRight size={14} className="rigid color-faint" aria-hidden="true" />
      </Base.SubmenuTrigger>
      <Base.Portal container={parent}>
        <Base.Positioner ref={positioner} className={styles.positioner} sideOffset={-2} alignOffset={-4}>
          <Base.Popup className={styles.popup}>
            <MenuLines entries={entries} positioner={positioner} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.SubmenuRoot>
  )
}
