import type { OperationCommand } from '@atelier/operation'
import type { SiteEditorState } from './state.ts'

/** In a component: what is selected becomes the default content of a slot, which each instance can fill. */
export const makeSlotCommand = {
  name: 'node.makeSlot',
  operation: 'site.wrapNodes',
  label: 'Make it a slot',
  icon: 'between-horizontal-start',
  group: 'component',
  input({ kind, slots = [], selected, selection = selected ? [selected] : [] }: SiteEditorState) {
    if (kind !== 'component' || !selected || selection.some(({ isRoot }) => isRoot)) return undefined
    let number = 2
    while (slots.includes(`slot-${number}`)) number += 1
    // What stands in an instance without a slot around it goes into the slot without a name.
    const name = slots.includes('') ? ` name="slot-${number}"` : ''
    return { nodeIds: selection.map(({ nodeId }) => nodeId), html: `<atelier-slot${name}></atelier-slot>` }
  },
  focus: ({ nodeId }: { nodeId: string }) => ({ nodeId }),
} as const satisfies OperationCommand<SiteEditorState>
