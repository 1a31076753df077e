import type { OperationCommand } from '@atelier/operation'
import type { SiteEditorState } from './state.ts'

export const createComponentCommand = {
  name: 'node.makeComponent',
  operation: 'site.createComponent',
  label: 'Make it a component',
  icon: 'component',
  group: 'component',
  input({ selected, selection = selected ? [selected] : [] }: SiteEditorState) {
    const [first] = selection
    const fits = selection.every(
      ({ isRoot, isElement, componentId }) => !isRoot && isElement && componentId === undefined,
    )
    if (!first || (selection.length === 1 && !fits) || selection.some(({ isRoot }) => isRoot)) return
    return { title: componentTitle(first.title), nodeIds: selection.map(({ nodeId }) => nodeId) }
  },
  focus: ({ nodeId }: { nodeId: string }) => ({ nodeId }),
} as const satisfies OperationCommand<SiteEditorState>

/** The default name of a component that is created from a layer. */
export function componentTitle(layer: string): string {
  const words = layer.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()
  return words === '' ? 'Component' : words.charAt(0).toUpperCase() + words.slice(1, 80)
}
