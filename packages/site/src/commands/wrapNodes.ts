import type { OperationCommand } from '@atelier/operation'
import type { SiteEditorState } from './state.ts'

/** The selected nodes as the operations that wrap take them; nothing if the body of the page is among them. */
function nodeIdsOf({ selected, selection = selected ? [selected] : [] }: SiteEditorState) {
  if (!selected || selection.some(({ isRoot }) => isRoot)) return undefined
  return selection.map(({ nodeId }) => nodeId)
}

const focus = ({ nodeId }: { nodeId: string }) => ({ nodeId })

const wrap = (around: { html?: string }) => ({
  operation: 'site.wrapNodes' as const,
  group: 'wrap',
  input(state: SiteEditorState) {
    const nodeIds = nodeIdsOf(state)
    return nodeIds && { nodeIds, ...around }
  },
  focus,
})

const wrapIn = (layout: 'row' | 'stack' | 'grid' | 'list') => ({
  operation: 'site.wrapInLayout' as const,
  group: 'wrap',
  input(state: SiteEditorState) {
    const nodeIds = nodeIdsOf(state)
    return nodeIds && { nodeIds, layout }
  },
  focus,
})

export const groupNodesCommands = [
  { ...wrap({}), group: 'layer', name: 'node.group', label: 'Group', icon: 'group', shortcuts: ['mod+g'] },
  { ...wrap({ html: '<a href="#"></a>' }), name: 'node.wrapLink', label: 'Wrap in a link', icon: 'link' },
] as const satisfies readonly OperationCommand<SiteEditorState>[]

export const wrapInLayoutCommands = [
  { ...wrapIn('list'), name: 'node.wrapList', label: 'Wrap in a list', icon: 'list' },
  { ...wrapIn('row'), name: 'node.wrapRow', label: 'Wrap in a row', icon: 'columns-2' },
  { ...wrapIn('stack'), name: 'node.wrapStack', label: 'Wrap in a stack', icon: 'rows-2' },
  { ...wrapIn('grid'), name: 'node.wrapGrid', label: 'Wrap in a grid', icon: 'layout-grid' },
] as const satisfies readonly OperationCommand<SiteEditorState>[]
