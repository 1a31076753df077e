import { Dialog as Base } from '@base-ui/react/dialog'
import { useId, useMemo, useState } from 'react'
import { Kbd } from '../../ui/Kbd.tsx'
import { useActiveOption } from '../../ui/useActiveOption.ts'
import { useTakeFocus } from '../../ui/useTakeFocus.ts'
import { CommandIcon } from './CommandIcon.tsx'
import { type CommandSection, type EditorCommand, matchingSections } from './command.ts'
import type { FoundThing } from './foundPath.ts'
import { useFoundThings } from './foundThings.ts'
import styles from './Palette.module.css'
import * as strings from './strings.ts'

export interface CommandPaletteProps {
  commands: readonly EditorCommand[]
  sections: readonly CommandSection[]
  projectId: string
  /** Shows what the search in the project has found. */
  onFound: (thing: FoundThing) => void
  onClose: () => void
}

/** Everything that can be done as things are, and what the project has by the typed words. */
export function CommandPalette({ commands, sections, projectId, onFound, onClose }: CommandPaletteProps) {
  const id = useId()
  const listId = `${id}-list`
  const [typed, setTyped] = useState('')
  const takenFocus = useTakeFocus()
  const offered = useMemo(() => commands.filter((each) => each.offered()), [commands])
  const things = useFoundThings(projectId, typed, onFound)
  const found = [
    ...matchingSections(offered, sections, typed),
    ...(things.length > 0 ? [{ heading: strings.foundHeading, commands: things }] : []),
  ]
  const flat = found.flatMap((section) => section.commands)
  const optionId = (command: EditorCommand) => `${id}-${flat.indexOf(command)}`

  const choose = (command: EditorCommand) => {
    onClose()
    command.run()
  }
  const { current, setActive, field, list } = useActiveOption({
    options: flat,
    listId,
    optionId,
    stepOf: (key, active) => stepOf(key, active, flat.length),
    onChoose: choose,
    onLeave: onClose,
  })

  return (
    <Base.Root open onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={styles.overlay} />
        <Base.Popup className={styles.box} aria-label={strings.commands} finalFocus={takenFocus.finalFocus}>
          <input
            ref={takenFocus.field}
            className={styles.input}
            {...field}
            aria-label={strings.commands}
            autoComplete="off"
            spellCheck="false"
            placeholder={strings.searchCommands}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value)
              setActive(0)
            }}
          />
          <div ref={list} id={listId} className={styles.list} role="listbox" aria-label={strings.commands}>
            {found.map((section) => (
              <fieldset key={section.heading} className="m-0 p-0 min-w-0 border-0" aria-label={section.heading}>
                <div className={styles.heading} aria-hidden="true">
                  {section.heading}
                </div>
                {section.commands.map((command) => (
                  <div
                    key={command.name}
                    id={optionId(command)}
                    className={styles.item}
                    role="option"
                    tabIndex={-1}
                    aria-selected={command === current}
                    onClick={() => choose(command)}
                    onKeyDown={() => undefined}
                    onPointerMove={() => setActive(flat.indexOf(command))}
                  >
                    <CommandIcon name={command.icon} />
                    <span className="grow min-w-0 truncate">{command.label}</span>
                    {command.note && <span className="type-dense color-faint">{command.note}</span>}
                    {command.shortcuts?.[0] && <Kbd shortcut={command.shortcuts[0]} />}
                  </div>
                ))}
              </fieldset>
            ))}
            {flat.length === 0 && (
              <div role="option" aria-selected="false" aria-disabled="true" tabIndex={-1} className={styles.empty}>
                {strings.noMatchingCommand}
              </div>
            )}
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

/** The line that a key leads to, from the last on to the first; undefined for another key. */
function stepOf(key: string, active: number, length: number): number | undefined {
  if (length === 0) return undefined
  if (key === 'ArrowDown') return (active + 1) % length
  if (key === 'ArrowUp') return (active + length - 1) % length
  if (key === 'Home') return 0
  return key === 'End' ? length - 1 : undefined
}
