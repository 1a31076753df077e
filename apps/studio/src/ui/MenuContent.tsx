import { Menu as Base } from '@base-ui/react/menu'
import { Check, ChevronRight } from 'lucide-react'
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
  return (
    <Base.Root defaultOpen onOpenChangeComplete={(open) => !open && onClose?.()}>
      <Base.Trigger ref={button} render={trigger} />
      <Base.Portal>
        <Base.Positioner className={styles.positioner} align={align} side={side} sideOffset={4}>
          <Base.Popup ref={popup} className={styles.popup} finalFocus={defaultOpen ? undefined : finalFocus}>
            <MenuLines entries={entries} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

function MenuLines({ entries }: Pick<MenuProps, 'entries'>) {
  const lines = typeof entries === 'function' ? entries() : entries
  return lines.map((entry, index) => <MenuLine key={keyOf(entry, index)} entry={entry} />)
}

function keyOf(entry: MenuEntry, index: number): string {
  if ('separator' in entry) return `line-${index}`
  return 'group' in entry ? `group-${entry.group}` : `${index}-${entry.label}`
}

function MenuLine({ entry }: { entry: MenuEntry }) {
  if ('separator' in entry) return <Base.Separator className={styles.separator} />
  if ('group' in entry) return <div className={styles.group}>{entry.group}</div>
  if ('entries' in entry) return <Submenu label={entry.label} entries={entry.entries} />
  return (
    <Base.Item
      className={cx(styles.item, entry.danger && styles.danger)}
      disabled={entry.disabled}
      onClick={entry.onSelect}
      aria-checked={entry.checked}
      role={entry.checked === undefined ? 'menuitem' : 'menuitemradio'}
    >
      {entry.icon !== undefined && <span className={styles.icon}>{entry.icon}</span>}
      <span className={styles.text}>
        <span className={styles.label}>{entry.label}</span>
        {entry.hint && <span className={styles.hint}>{entry.hint}</span>}
      </span>
      {entry.shortcut && <Kbd shortcut={entry.shortcut} />}
      {entry.checked !== undefined && <span className={styles.check}>{entry.checked && <Check size={14} />}</span>}
    </Base.Item>
  )
}

function Submenu({ label, entries }: { label: string; entries: readonly MenuEntry[] }) {
  return (
    <Base.SubmenuRoot>
      <Base.SubmenuTrigger className={styles.item}>
        <span className={styles.text}>
          <span className={styles.label}>{label}</span>
        </span>
        <ChevronRight size={14} className={styles.chevron} aria-hidden="true" />
      </Base.SubmenuTrigger>
      <Base.Portal>
        <Base.Positioner className={styles.positioner} sideOffset={-2} alignOffset={-4}>
          <Base.Popup className={styles.popup}>
            <MenuLines entries={entries} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.SubmenuRoot>
  )
}
