import type { OperationCommand } from '@atelier/operation'
import type { SiteEditorState } from './state.ts'

/** @param around what the nodes are put into, as the operation takes it */
const wrap = (around: { html?: string; each?: string; layout?: 'row' | 'stack' | 'grid' }) => ({
  operation: 'site.wrapNodes' as const,
  group: 'wrap',
  input({ selected, selection = selected ? [selected] : [] }: SiteEditorState) {
    if (!selected || selection.some(({ isRoot }) => isRoot)) return
    return { nodeIds: selection.map(({ nodeId }) => nodeId), ...around }
  },
  focus: ({ nodeId }: { nodeId: string }) => ({ nodeId }),
})

export const wrapNodesCommands = [
  { ...wrap({}), name: 'node.group', label: 'Group', icon: 'group', shortcuts: ['mod+g'] },
  { ...wrap({ html: '<a href="#"></a>' }), name: 'node.wrapLink', label: 'Wrap in a link', icon: 'link' },
  { ...wrap({ html: '<ul></ul>', each: '<li></li>' }), name: 'node.wrapList', label: 'Wrap in a list', icon: 'list' },
  { ...wrap({ layout: 'row' }), name: 'node.wrapRow', label: 'Wrap in a row', icon: 'columns-2' },
  { ...wrap({ layout: 'stack' }), name: 'node.wrapStack', label: 'Wrap in a stack', icon: 'rows-2' },
  { ...wrap({ layout: 'grid' }), name: 'node.wrapGrid', label: 'Wrap in a grid', icon: 'layout-grid' },
] as const satisfies readonly OperationCommand<SiteEditorState>[]
