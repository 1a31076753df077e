import { isComponent, nodeAttribute, page as pageEntry } from '@atelier/site'
import { Ellipsis } from 'lucide-react'
import { IconButton } from '../../../ui/Button.tsx'
import { Menu, type MenuEntry } from '../../../ui/Menu.tsx'
import { useEditor, useEditorState, usePageTree } from '../session/context.ts'
import { deleteSelected, duplicateSelected, moveSelected } from '../session/nodeActions.ts'
import { componentTitle, usePageActions } from '../session/pageActions.ts'

interface LayerMenuProps {
  /** What the layer is called. */
  title: string
  open: boolean
  onClose: () => void
  onRename: () => void
}

/** What can be done with the selected layer. */
export function LayerMenu({ title, open, onClose, onRename }: LayerMenuProps) {
  const session = useEditor()
  const tree = usePageTree()
  const selected = useEditorState((state) => state.selected)
  const actions = usePageActions()
  const node = selected === undefined ? undefined : tree?.node(selected)
  const ref = node && isComponent(node) ? (nodeAttribute(node, 'ref') ?? '') : undefined
  const ofComponent: MenuEntry[] = node
    ? ref === undefined
      ? [
          {
            label: 'Make it a component',
            disabled: node.kind !== 'element',
            onSelect: () => void actions.makeComponent(node.id, componentTitle(title)),
          },
        ]
      : [
          {
            label: 'Edit the component',
            disabled: !isThere(ref),
            onSelect: () => session.openPage(ref),
          },
          {
            label: 'Detach from the component',
            onSelect: () => void session.run('detachComponent', { nodeId: node.id }),
          },
        ]
    : []
  function isThere(id: string): boolean {
    const view = session.site.get()?.local.view
    return view !== undefined && pageEntry(view, id) !== undefined
  }
  return (
    <Menu
      align="end"
      defaultOpen={open}
      onClose={onClose}
      trigger={
        <IconButton label={`More about ${title}`} size="sm" tabIndex={-1}>
          <Ellipsis size={14} />
        </IconButton>
      }
      entries={[
        { label: 'Rename', shortcut: 'enter', onSelect: onRename },
        { label: 'Duplicate', shortcut: 'mod+d', onSelect: () => void duplicateSelected(session) },
        ...ofComponent,
        { separator: true },
        { label: 'Move up', shortcut: 'alt+up', onSelect: () => void moveSelected(session, 'up') },
        { label: 'Move down', shortcut: 'alt+down', onSelect: () => void moveSelected(session, 'down') },
        { separator: true },
        { label: 'Delete', danger: true, shortcut: 'backspace', onSelect: () => void deleteSelected(session) },
      ]}
    />
  )
}
