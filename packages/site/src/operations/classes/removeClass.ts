import { defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import { setClasses } from '../../document/edit.ts'
import { nodeClasses } from '../../document/tree.ts'
import { findNode } from '../shared/target.ts'
import { ownClass } from './classOf.ts'

export const removeClass = defineOperation({
  id: 'site.removeClass',
  summary: 'Remove a class',
  description: 'Detach a class; it stays in the site. classId as in assignClass.',
  icon: 'tag',
  keywords: ['drop class', 'unassign class', 'take class off'],
  effect: 'write',
  affects: ['page'],
  input: Type.Object({ nodeId: Type.String(), classId: Type.String() }, { additionalProperties: false }),
  output: Type.Object({ nodeId: Type.String(), pageId: Type.String(), classes: Type.Array(Type.String()) }),
  async run(context: SiteContext, { nodeId, classId }) {
    const target = await findNode(context, nodeId)
    if (target.refused) return target.refused
    const { entry, page, node, tree } = target.found
    const name = ownClass(context, tree, node.id, classId)
    if (name.refused) return name.refused
    const classes = nodeClasses(node).filter((each) => each !== name.found)
    setClasses(page, node, classes)
    return ok({ nodeId: node.id, pageId: entry.id, classes })
  },
})
