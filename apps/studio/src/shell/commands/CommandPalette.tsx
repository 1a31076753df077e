import { pages } from '@atelier/site'
import { Command } from 'cmdk'
import {
  ArrowDown,
  ArrowUp,
  Component,
  Copy,
  CornerLeftUp,
  FilePlus,
  FileText,
  type LucideIcon,
  Monitor,
  PanelLeft,
  PanelRight,
  Redo2,
  Rocket,
  Sparkles,
  TextCursor,
  Trash2,
  Undo2,
} from 'lucide-react'
import { layerTitle, stepFrom } from '../../editors/site/model/rows.ts'
import { useEditor, useEditorState, usePageTree, useSite, useSiteVersion } from '../../editors/site/session/context.ts'
import { deleteSelected, duplicateSelected, moveSelected } from '../../editors/site/session/nodeActions.ts'
import { componentTitle, usePageActions } from '../../editors/site/session/pageActions.ts'
import { widthNames } from '../../editors/site/session/state.ts'
import { Kbd } from '../../ui/Kbd.tsx'
import type { Panels } from '../layout/panels.ts'
import styles from './Palette.module.css'

interface Entry {
  label: string
  icon: LucideIcon
  shortcut?: string
  note?: string
  run: () => void
}

export interface CommandPaletteProps {
  onClose: () => void
  panels: Panels
  onPublish: () => void
  onEditText: (nodeId: string) => void
}

/** Everything that can be done from the keyboard: on the selection, on pages, on the view. */
export function CommandPalette({ onClose, panels, onPublish, onEditText }: CommandPaletteProps) {
  const session = useEditor()
  const site = useSite()
  const tree = usePageTree()
  const selected = useEditorState((state) => state.selected)
  const open = useEditorState((state) => state.documentId)
  const actions = usePageActions()
  useSiteVersion()

  const node = selected !== undefined ? tree?.node(selected) : undefined
  const onSelection: Entry[] = []
  if (tree && node) {
    onSelection.push({ label: 'Write in it', icon: TextCursor, shortcut: 'enter', run: () => onEditText(node.id) })
    if (node.id !== tree.root) {
      onSelection.push(
        { label: 'Duplicate', icon: Copy, shortcut: 'mod+d', run: () => void duplicateSelected(session) },
        {
          label: 'Make it a component',
          icon: Component,
          run: () => void actions.makeComponent(node.id, componentTitle(layerTitle(tree, node))),
        },
        { label: 'Move up', icon: ArrowUp, shortcut: 'alt+up', run: () => void moveSelected(session, 'up') },
        { label: 'Move down', icon: ArrowDown, shortcut: 'alt+down', run: () => void moveSelected(session, 'down') },
        {
          label: 'Select the parent',
          icon: CornerLeftUp,
          shortcut: 'esc',
          run: () => session.select(stepFrom(tree, node.id, 'parent')),
        },
        { label: 'Delete', icon: Trash2, shortcut: 'backspace', run: () => void deleteSelected(session) },
      )
    }
  }
  const onPages: Entry[] = (site ? pages(site.local.view) : [])
    .filter((page) => page.id !== open)
    .map((page) => ({
      label: `Go to ${page.title}`,
      icon: FileText,
      note: page.slug === 'index' ? '/' : `/${page.slug}`,
      run: () => session.openPage(page.id),
    }))
  onPages.push({ label: 'Add a page', icon: FilePlus, run: () => void actions.add() })
  const onView: Entry[] = [
    { label: 'Undo', icon: Undo2, shortcut: 'mod+z', run: session.undo },
    { label: 'Redo', icon: Redo2, shortcut: 'mod+shift+z', run: session.redo },
    { label: 'Publish', icon: Rocket, run: onPublish },
    { label: 'Ask the agent', icon: Sparkles, shortcut: '/', run: () => panels.show('agent') },
    { label: 'Show pages and layers', icon: PanelLeft, shortcut: 'mod+\\', run: () => panels.toggle('navigator') },
    { label: 'Show style and settings', icon: PanelRight, run: () => panels.show('properties') },
    ...widthNames.map((name) => ({
      label: name === 'fit' ? 'Fit the page to the room' : `Show the page ${name} pixels wide`,
      icon: Monitor,
      run: () => session.setWidth(name),
    })),
  ]
  const groups: [string, Entry[]][] = [
    [node && tree ? `Selected: ${layerTitle(tree, node)}` : 'Selected', onSelection],
    ['Pages', onPages],
    ['Editor', onView],
  ]

  return (
    <Command.Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      label="Commands"
      overlayClassName={styles.overlay}
      contentClassName={styles.box}
      loop
    >
      <Command.Input className={styles.input} placeholder="What do you want to do?" />
      <Command.List className={styles.list}>
        <Command.Empty className={styles.empty}>
          Nothing is called that. The agent may know: press Esc, then /.
        </Command.Empty>
        {groups.map(([heading, entries]) =>
          entries.length === 0 ? null : (
            <Command.Group key={heading} heading={heading}>
              {entries.map(({ label, icon: Icon, shortcut, note, run }) => (
                <Command.Item
                  key={label}
                  className={styles.item}
                  value={`${label} ${note ?? ''}`}
                  onSelect={() => {
                    onClose()
                    run()
                  }}
                >
                  <Icon size={15} />
                  <span className={styles.label}>{label}</span>
                  {note && <span className={styles.note}>{note}</span>}
                  {shortcut && <Kbd shortcut={shortcut} />}
                </Command.Item>
              ))}
            </Command.Group>
          ),
        )}
      </Command.List>
    </Command.Dialog>
  )
}
