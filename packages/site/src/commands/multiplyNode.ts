import type { OperationCommand } from '@atelier/operation'
import type { SiteEditorState } from './state.ts'

const multiply = (total: number) =>
  ({
    name: `node.multiply.${total}`,
    operation: 'site.duplicateNode',
    label: `Multiply to ${total}`,
    icon: 'copy-plus',
    group: 'multiply',
    each: 'forward',
    input: ({ selected }: SiteEditorState) =>
      selected && !selected.isRoot ? { nodeId: selected.nodeId, count: total - 1 } : undefined,
    focus: ({ nodeIds }: { nodeIds: string[] }) => ({ nodeId: nodeIds.at(-1) }),
  }) as const satisfies OperationCommand<SiteEditorState>

/** Rows and grids of three, four and six are what one fills by repeating their first part. */
export const multiplyNodeCommands = [multiply(3), multiply(4), multiply(6)]
