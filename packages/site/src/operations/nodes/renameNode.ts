import { defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import { field } from '../../document/node.ts'
import { findNode } from '../shared/target.ts'

export const renameNode = defineOperation({
  id: 'site.renameNode',
  summary: 'Name a node',
  description: 'Name a node in the layer list; not published.',
  icon: 'tag',
  keywords: ['label layer', 'layer name', 'name element'],
  effect: 'write',
  tab: true,
  affects: ['page'],
  input: Type.Object(
    { nodeId: Type.String(), label: Type.String({ maxLength: 200 }) },
    { additionalProperties: false },
  ),
  output: Type.Object({ nodeId: Type.String(), pageId: Type.String(), label: Type.String() }),
  async run(context: SiteContext, { nodeId, label }) {
    const target = await findNode(context, nodeId)
    if (target.refused) return target.refused
    const { entry, page, node } = target.found
    const text = label.trim()
    if (text === '') page.delete(field.label(node.id))
    else page.set(field.label(node.id), text)
    return ok({ nodeId: node.id, pageId: entry.id, label: text })
  },
})
