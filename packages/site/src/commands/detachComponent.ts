import type { OperationCommand } from '@atelier/operation'
import type { SiteEditorState } from './state.ts'

export const detachComponentCommand = {
  name: 'node.detach',
  operation: 'site.detachComponent',
  label: 'Detach from the component',
  icon: 'unlink',
  group: 'component',
  input: ({ selected }: SiteEditorState) =>
    selected?.componentId === undefined ? undefined : { nodeId: selected.nodeId },
} as const satisfies OperationCommand<SiteEditorState>
