import { type CommandDefinition, defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import { focusResult, wrappableIds } from '../../commands/selection.ts'
import type { SiteEditorState } from '../../commands/state.ts'
import type { SiteContext } from '../../context/context.ts'
import { WrapReport, wrapIn } from './wrapping.ts'

const wrapNodesCommands = [
  {
    name: 'node.group',
    label: 'Group',
    icon: 'group',
    group: 'layer',
    order: 2,
    shortcuts: ['mod+g'],
    input(state: SiteEditorState) {
      const nodeIds = wrappableIds(state)
      return nodeIds && { nodeIds }
    },
    focus: focusResult,
  },
  {
    name: 'node.wrapLink',
    label: 'Wrap in a link',
    icon: 'link',
    group: 'wrap',
    order: 1,
    input(state: SiteEditorState) {
      const nodeIds = wrappableIds(state)
      return nodeIds && { nodeIds, html: '<a href="#"></a>' }
    },
    focus: focusResult,
  },
  // In a component: what is selected becomes the default content of a slot, which each instance can fill.
  {
    name: 'node.makeSlot',
    label: 'Make it a slot',
    icon: 'between-horizontal-start',
    group: 'component',
    order: 2,
    input(state: SiteEditorState) {
      const { kind, slots = [] } = state
      const nodeIds = wrappableIds(state)
      if (kind !== 'component' || !nodeIds) return undefined
      let number = 2
      while (slots.includes(`slot-${number}`)) number += 1
      // Content of an instance without a slot around it goes into the slot without a name.
      const name = slots.includes('') ? ` name="slot-${number}"` : ''
      return { nodeIds, html: `<atelier-slot${name}></atelier-slot>` }
    },
    focus: focusResult,
  },
] as const satisfies readonly CommandDefinition<SiteEditorState>[]

export const wrapNodes = defineOperation({
  id: 'site.wrapNodes',
  summary: 'Wrap nodes in an element',
  description:
    'Put nodes of one parent into a new element, which stands where the first of them stood. `html` is that element, empty: <div class="row"></div>.',
  icon: 'group',
  commands: wrapNodesCommands,
  keywords: ['group elements', 'container', 'put in a div', 'wrapper'],
  effect: 'write',
  tab: true,
  onDemand: true,
  affects: ['page'],
  input: Type.Object(
    { nodeIds: Type.Array(Type.String(), { minItems: 1, maxItems: 500 }), html: Type.Optional(Type.String()) },
    { additionalProperties: false },
  ),
  output: WrapReport,
  run: (context: SiteContext, { nodeIds, html = '<div></div>' }) => wrapIn(context, { nodeIds, html }),
})
