import type { OperationCommand } from '@atelier/operation'
import type { SiteEditorState } from './state.ts'

const step = (way: 'up' | 'down' | 'out' | 'in') => ({
  operation: 'site.moveNode' as const,
  group: 'arrange',
  each: way === 'up' || way === 'in' ? ('forward' as const) : ('backward' as const),
  input({ selected }: SiteEditorState) {
    const target = selected?.moves[way]
    return selected && target
      ? { nodeId: selected.nodeId, newParentId: target.parentId, newIndex: target.index }
      : undefined
  },
})

export const moveNodeCommands = [
  { ...step('up'), name: 'node.moveUp', label: 'Move up', icon: 'arrow-up', shortcuts: ['alt+arrowup'] },
  { ...step('down'), name: 'node.moveDown', label: 'Move down', icon: 'arrow-down', shortcuts: ['alt+arrowdown'] },
  { ...step('out'), name: 'node.moveOut', label: 'Move out', icon: 'indent-decrease', shortcuts: ['alt+arrowleft'] },
  {
    ...step('in'),
    name: 'node.moveIn',
    label: 'Move into the layer above',
    icon: 'indent-increase',
    shortcuts: ['alt+arrowright'],
  },
] as const satisfies readonly OperationCommand<SiteEditorState>[]
