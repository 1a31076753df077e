import { Command } from 'cmdk'
import { Kbd } from '../../ui/Kbd.tsx'
import { CommandIcon } from './CommandIcon.tsx'
import { type CommandSection, type EditorCommand, inSections } from './command.ts'
import styles from './Palette.module.css'
import * as strings from './strings.ts'

export interface CommandPaletteProps {
  commands: readonly EditorCommand[]
  sections: readonly CommandSection[]
  onClose: () => void
}

/** Everything that can be done as things are. */
export function CommandPalette({ commands, sections, onClose }: CommandPaletteProps) {
  const offered = commands.filter((each) => each.offered())
  return (
    <Command.Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      label={strings.commands}
      overlayClassName={styles.overlay}
      contentClassName={styles.box}
      loop
    >
      <Command.Input className={styles.input} placeholder={strings.searchCommands} />
      <Command.List className={styles.list}>
        <Command.Empty>
          <div role="option" aria-selected="false" aria-disabled="true" tabIndex={-1} className={styles.empty}>
            {strings.noMatchingCommand}
          </div>
        </Command.Empty>
        {inSections(offered, sections).map((section) => (
          <Command.Group key={section.heading} heading={section.heading}>
            {section.commands.map(({ name, label, icon, shortcuts, note, run }) => (
              <Command.Item
                key={name}
                className={styles.item}
                value={`${label} ${note ?? ''}`}
                onSelect={() => {
                  onClose()
                  run()
                }}
              >
                <CommandIcon name={icon} />
                <span className={styles.label}>{label}</span>
                {note && <span className={styles.note}>{note}</span>}
                {shortcuts?.[0] && <Kbd shortcut={shortcuts[0]} />}
              </Command.Item>
            ))}
          </Command.Group>
        ))}
      </Command.List>
    </Command.Dialog>
  )
}
