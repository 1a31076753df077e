import type { OperationCommand } from '@atelier/operation'
import type { SiteEditorState } from './state.ts'

export const unwrapNodeCommand = {
  name: 'node.ungroup',
  operation: 'site.unwrapNode',
  label: 'Ungroup',
  icon: 'ungroup',
  group: 'layer',
  shortcuts: ['mod+shift+g'],
  each: 'forward',
  input({ selected }: SiteEditorState) {
    const holds = selected?.isElement && !selected.isRoot && selected.componentId === undefined && selected.holdsOthers
    return holds ? { nodeId: selected.nodeId } : undefined
  },
  focus: ({ nodeIds }: { nodeIds: string[] }) => ({ nodeId: nodeIds[0] }),
} as const satisfies OperationCommand<SiteEditorState>
