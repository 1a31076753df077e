import { Dialog } from '../../ui/Dialog.tsx'
import { Kbd } from '../../ui/Kbd.tsx'
import { type CommandSection, type EditorCommand, inSections } from './command.ts'
import styles from './ShortcutOverview.module.css'
import * as strings from './strings.ts'

export interface ShortcutOverviewProps {
  commands: readonly EditorCommand[]
  sections: readonly CommandSection[]
  onClose: () => void
}

/** Lets the arrow keys scroll what has nothing else to focus. */
const scrollByKeys = (list: HTMLElement | null) => {
  if (list) list.tabIndex = 0
}

/** Every command that has keys, with all of them, whether or not it is offered now. */
export function ShortcutOverview({ commands, sections, onClose }: ShortcutOverviewProps) {
  const withKeys = commands.filter(({ shortcuts }) => shortcuts && shortcuts.length > 0)
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={strings.keyboardShortcuts}>
      <div className="grid gap-16" ref={scrollByKeys}>
        {inSections(withKeys, sections).map((section) => (
          <section key={section.heading} aria-label={section.heading}>
            <h3 className={styles.heading}>{section.heading}</h3>
            <dl className="m-0">
              {section.commands.map(({ name, label, shortcuts = [] }) => (
                <div key={name} className={styles.line}>
                  <dt>{label}</dt>
                  <dd className={styles.keys}>
                    {shortcuts.map((shortcut) => (
                      <Kbd key={shortcut} shortcut={shortcut} />
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
