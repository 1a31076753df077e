import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import { setClasses } from '../../document/edit.ts'
import { nodeClasses } from '../../document/tree.ts'
import { findNode } from '../shared/target.ts'
import { classOf } from './classOf.ts'

export const assignClass = defineOperation({
  id: 'site.assignClass',
  summary: 'Add a class',
  description: 'Attach an existing class; classId: its name or rule id.',
  icon: 'tag',
  keywords: ['add class', 'css class', 'apply class'],
  effect: 'write',
  affects: ['page'],
  input: Type.Object({ nodeId: Type.String(), classId: Type.String() }, { additionalProperties: false }),
  output: Type.Object({ nodeId: Type.String(), pageId: Type.String(), classes: Type.Array(Type.String()) }),
  async run(context: SiteContext, { nodeId, classId }) {
    const target = await findNode(context, nodeId)
    if (target.refused) return target.refused
    const { entry, page, node, tree } = target.found
    if (node.kind !== 'element') {
      const hint = 'Give the class to the element around it.'
      return fail('not_an_element', `The node "${nodeId}" is a ${node.kind}.`, { path: '/nodeId', hint })
    }
    const name = classOf(context, tree, classId)
    if (name.refused) return name.refused
    const classes = [...new Set([...nodeClasses(node), name.found])]
    setClasses(page, node, classes)
    return ok({ nodeId: node.id, pageId: entry.id, classes })
  },
})
