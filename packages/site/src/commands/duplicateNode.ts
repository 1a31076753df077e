import type { OperationCommand } from '@atelier/operation'
import type { SiteEditorState } from './state.ts'

export const duplicateNodeCommand = {
  name: 'node.duplicate',
  operation: 'site.duplicateNode',
  label: 'Duplicate',
  icon: 'copy',
  group: 'layer',
  shortcuts: ['mod+d'],
  each: 'forward',
  input: ({ selected }: SiteEditorState) => (selected && !selected.isRoot ? { nodeId: selected.nodeId } : undefined),
  focus: ({ nodeId }: { nodeId: string }) => ({ nodeId }),
} as const satisfies OperationCommand<SiteEditorState>
