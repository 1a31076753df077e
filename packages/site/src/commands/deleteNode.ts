import type { OperationCommand } from '@atelier/operation'
import type { SiteEditorState } from './state.ts'

export const deleteNodeCommand = {
  name: 'node.delete',
  operation: 'site.deleteNode',
  label: 'Delete',
  icon: 'trash-2',
  group: 'remove',
  shortcuts: ['backspace', 'delete'],
  danger: true,
  each: 'forward',
  input: ({ selected }: SiteEditorState) => (selected && !selected.isRoot ? { nodeId: selected.nodeId } : undefined),
  focus: (_deleted: unknown, { selected }: SiteEditorState) => ({ nodeId: selected?.next }),
} as const satisfies OperationCommand<SiteEditorState>
