import type { OperationCommand } from '@atelier/operation'
import { componentTitle } from './createComponent.ts'
import type { SiteEditorState } from './state.ts'

export const saveSectionCommand = {
  name: 'node.saveSection',
  operation: 'site.saveSection',
  label: 'Save as a section',
  icon: 'bookmark-plus',
  group: 'component',
  input({ selected, selection = selected ? [selected] : [] }: SiteEditorState) {
    if (!selected?.isElement || selection.some(({ isRoot }) => isRoot)) return
    return { title: componentTitle(selected.title), nodeIds: selection.map(({ nodeId }) => nodeId) }
  },
} as const satisfies OperationCommand<SiteEditorState>
