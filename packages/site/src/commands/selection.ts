import type { SelectedNode, SiteEditorState } from './state.ts'

/** Every selected node; none if nothing is selected. */
export function selectedNodes({ selected, selection = selected ? [selected] : [] }: SiteEditorState) {
  return selection
}

/** The input of an operation on the node that was selected last; undefined for the body of the page. */
export function selectedNode({ selected }: SiteEditorState) {
  return selected && !selected.isRoot ? { nodeId: selected.nodeId } : undefined
}

/** The ids of the selected nodes; undefined if nothing is selected, or the body of the page is among them. */
export function wrappableIds(state: SiteEditorState): string[] | undefined {
  const nodes = selectedNodes(state)
  if (!state.selected || nodes.some(({ isRoot }) => isRoot)) return undefined
  return idsOf(nodes)
}

export const idsOf = (nodes: readonly SelectedNode[]): string[] => nodes.map(({ nodeId }) => nodeId)

/** Selects the node that an operation returned. */
export const focusResult = ({ nodeId }: { nodeId: string }) => ({ nodeId })

/** The default title of a component or section that is created from a layer. */
export function componentTitle(layer: string): string {
  const words = layer.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()
  return words === '' ? 'Component' : words.charAt(0).toUpperCase() + words.slice(1, 80)
}
