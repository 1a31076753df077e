import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../context/context.ts'
import { setText } from '../document/edit.ts'
import { findNode } from './target.ts'

export const setTexts = defineOperation({
  id: 'site.setTexts',
  summary: 'Change the texts of several nodes',
  description:
    'New texts for text nodes, or for elements that hold nothing but text, as one step: all of them, or none if one is refused.',
  icon: 'text-cursor-input',
  keywords: ['write text', 'edit copy', 'several texts', 'typing'],
  effect: 'write',
  onDemand: true,
  affects: ['page'],
  input: Type.Object(
    {
      texts: Type.Array(
        Type.Object(
          { nodeId: Type.String(), text: Type.String({ maxLength: 200_000 }) },
          { additionalProperties: false },
        ),
        { minItems: 1, maxItems: 200 },
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    /** The page of the last node. */
    pageId: Type.String(),
    nodeIds: Type.Array(Type.String()),
  }),
  async run(context: SiteContext, { texts }) {
    let pageId = ''
    const nodeIds: string[] = []
    for (const [at, { nodeId, text }] of texts.entries()) {
      const target = await findNode(context, nodeId, `/texts/${at}/nodeId`)
      if (target.refused) return target.refused
      const { entry, page, tree, node } = target.found
      const reason = setText(page, tree, node, text, context.newId)
      if (reason !== undefined) {
        const hint = 'Name the element or text node in it, or rewrite the element with replaceNodeHtml.'
        return fail('not_text', reason, { path: `/texts/${at}/nodeId`, hint })
      }
      pageId = entry.id
      nodeIds.push(node.id)
    }
    return ok({ pageId, nodeIds })
  },
})
