import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { clipOf } from '../../clipboard/index.ts'
import type { SiteContext } from '../../context/context.ts'
import { findNode, isOfEveryPage } from '../shared/target.ts'

/** The rules of each node are looked for among all of the site's. */
const MAX_NODES = 3_000

export const copyNodes = defineOperation({
  id: 'site.copyNodes',
  summary: 'Copy nodes with their rules',
  description:
    'Nodes of one page as HTML with the rules, animations and custom properties that style them, to be put elsewhere with pasteContent, also in another project.',
  icon: 'clipboard-copy',
  keywords: ['clipboard', 'copy section to another page', 'portable html', 'copy with css'],
  effect: 'read',
  tab: true,
  heavy: true,
  onDemand: true,
  input: Type.Object(
    { nodeIds: Type.Array(Type.String(), { minItems: 1, maxItems: 500 }) },
    { additionalProperties: false },
  ),
  output: Type.Object({ pageId: Type.String(), html: Type.String() }),
  async run(context: SiteContext, { nodeIds }) {
    const [firstId = ''] = nodeIds
    const target = await findNode(context, firstId, '/nodeIds/0')
    if (target.refused) return target.refused
    const { entry, tree, node: first } = target.found
    for (const [at, id] of nodeIds.entries()) {
      const path = `/nodeIds/${at}`
      const node = at === 0 ? first : tree.node(id)
      if (!node) {
        const hint = 'All of them stand on one page.'
        return fail('unknown_node', `There is no node "${id.slice(0, 80)}" on the page of the first one.`, {
          path,
          hint,
        })
      }
      if (isOfEveryPage(tree, node.id))
        return fail('cannot_copy', 'The body of a page cannot be copied.', { path, hint: 'Copy its children.' })
    }
    const count = nodeIds.reduce((sum, id) => sum + [...tree.walk(id)].length, 0)
    if (count > MAX_NODES) {
      const message = `That is ${count} nodes; at most ${MAX_NODES} are copied at once.`
      return fail('too_large', message, { path: '/nodeIds', hint: 'Copy it in parts.' })
    }
    return ok({ pageId: entry.id, html: clipOf(context.site, tree, entry.id, nodeIds) })
  },
})
