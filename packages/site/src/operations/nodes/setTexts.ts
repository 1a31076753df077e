import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import { setText } from '../../document/edit.ts'
import type { PageNode, PageTree } from '../../document/tree.ts'
import { mergeWords } from '../../text/mergeWords.ts'
import { findNode } from '../shared/target.ts'
import { textConflict } from './textConflict.ts'

/** The most text that one call merges, in characters. */
const MAX_MERGED = 400_000

export const setTexts = defineOperation({
  id: 'site.setTexts',
  summary: 'Change the texts of several nodes',
  description:
    'New texts for text nodes, or for elements that hold nothing but text, as one step: all of them, or none if one is refused. With base, the text that you began from, changes made since are merged word by word, or refused as text_conflict.',
  icon: 'text-cursor-input',
  keywords: ['write text', 'edit copy', 'several texts', 'typing'],
  effect: 'write',
  fromReading: true,
  tab: true,
  onDemand: true,
  affects: ['page'],
  input: Type.Object(
    {
      texts: Type.Array(
        Type.Object(
          {
            nodeId: Type.String(),
            text: Type.String({ maxLength: 200_000 }),
            base: Type.Optional(Type.String({ maxLength: 200_000 })),
          },
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
    let left = MAX_MERGED
    for (const [at, { nodeId, text, base }] of texts.entries()) {
      const target = await findNode(context, nodeId, `/texts/${at}/nodeId`)
      if (target.refused) return target.refused
      const { entry, page, tree, node } = target.found
      const now = textNow(tree, node)
      let merged = text
      if (base !== undefined && now !== base && now !== text) {
        left -= base.length + text.length + now.length
        const result = left < 0 ? undefined : mergeWords(base, text, now)
        if (!result || result.conflicts.length > 0) return textConflict(now, `/texts/${at}/text`)
        merged = result.text
      }
      const reason = setText(page, tree, node, merged, context.newId)
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

function textNow(tree: PageTree, node: PageNode): string {
  if (node.kind !== 'element') return node.text
  return tree
    .children(node.id)
    .map(({ kind, text }) => (kind === 'text' ? text : ''))
    .join('')
}
