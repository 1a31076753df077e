import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import { printHtml } from '../../html/print.ts'
import { findNode } from '../shared/target.ts'

const LIMIT = 200_000

export const getNodeHtml = defineOperation({
  id: 'site.getNodeHtml',
  summary: 'Read a node as HTML',
  description: 'The exact HTML of one node and all in it, with uids.',
  icon: 'file-code',
  keywords: ['markup of element', 'source of element', 'read section'],
  effect: 'read',
  heavy: true,
  input: Type.Object({ nodeId: Type.String() }, { additionalProperties: false }),
  output: Type.Object({ pageId: Type.String(), html: Type.String() }),
  async run(context: SiteContext, { nodeId }) {
    const target = await findNode(context, nodeId)
    if (target.refused) return target.refused
    const { entry, tree, node } = target.found
    const html = printHtml(tree, node.id, { uid: true })
    if (html.length <= LIMIT) return ok({ pageId: entry.id, html })
    const inside = tree.children(node.id).filter(({ kind }) => kind === 'element')
    const ids = inside.slice(0, 20).map(({ id, tag }) => `${id} <${tag}>`)
    const hint = `Read one of its children (${ids.join(', ')}), or the page in parts with read_document.`
    return fail('too_large', `The node’s HTML holds ${html.length} characters.`, { path: '/nodeId', hint })
  },
})
