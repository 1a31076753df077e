import type { OperationCommand } from '@atelier/operation'
import type { SiteEditorState } from './state.ts'

/** Leaves the selected nodes out of the published site, or takes them in again. */
export const hideNodeCommands = [
  {
    name: 'node.hide',
    operation: 'site.setHidden',
    label: 'Leave out of the published site',
    icon: 'eye-off',
    group: 'layer',
    shortcuts: ['mod+shift+h'],
    input: (state: SiteEditorState) => hiding(state, true),
  },
  {
    name: 'node.unhide',
    operation: 'site.setHidden',
    label: 'Publish it again',
    icon: 'eye',
    group: 'layer',
    input: (state: SiteEditorState) => hiding(state, false),
  },
] as const satisfies readonly OperationCommand<SiteEditorState>[]

function hiding({ selected, selection = selected ? [selected] : [] }: SiteEditorState, hidden: boolean) {
  const nodes = selection.filter(({ isRoot }) => !isRoot)
  if (nodes.every(({ isHidden = false }) => isHidden === hidden)) return undefined
  return { nodeIds: nodes.map(({ nodeId }) => nodeId), hidden }
}
