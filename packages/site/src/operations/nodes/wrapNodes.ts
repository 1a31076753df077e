import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import { makeSlotCommand } from '../../commands/makeSlot.ts'
import { groupNodesCommands } from '../../commands/wrapNodes.ts'
import type { SiteContext } from '../../context/context.ts'
import { WrapReport, wrapIn } from './wrapping.ts'

export const wrapNodes = defineOperation({
  id: 'site.wrapNodes',
  summary: 'Wrap nodes in an element',
  description:
    'Put nodes of one parent into a new element, which stands where the first of them stood. `html` is that element, empty: <div class="row"></div>.',
  icon: 'group',
  commands: [...groupNodesCommands, makeSlotCommand],
  keywords: ['group elements', 'container', 'put in a div', 'wrapper'],
  effect: 'write',
  onDemand: true,
  affects: ['page'],
  input: Type.Object(
    { nodeIds: Type.Array(Type.String(), { minItems: 1, maxItems: 500 }), html: Type.Optional(Type.String()) },
    { additionalProperties: false },
  ),
  output: WrapReport,
  run: (context: SiteContext, { nodeIds, html = '<div></div>' }) => wrapIn(context, { nodeIds, html }),
})
