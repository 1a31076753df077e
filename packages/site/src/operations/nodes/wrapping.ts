import { type Envelope, fail, ok } from '@atelier/operation'
import { type Static, Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import { canHoldChildren, describe, type LooseNode, looseCopy, moveNode, plantNodes } from '../../document/edit.ts'
import { readTree } from '../../document/tree.ts'
import { contextOf, misplaced } from '../../html/parse.ts'
import { parseIncoming } from '../shared/incoming.ts'
import { lintIncoming } from '../shared/incomingLint.ts'
import { Refused, some } from '../shared/report.ts'
import { findNode, isOfEveryPage } from '../shared/target.ts'
import { lineStarts, settleWrapped } from '../shared/tidyLines.ts'

/** The result of the operations that wrap nodes. */
export const WrapReport = Type.Object({
  nodeId: Type.String(),
  pageId: Type.String(),
  nodeIds: Type.Array(Type.String()),
  refused: Type.Optional(Refused),
})

/** The nodes, an empty element for all of them, and perhaps one around each. */
interface Wrapping {
  nodeIds: readonly string[]
  html: string
  each?: string
}

/** Puts nodes of one parent into a new element, in the place of the first of them. */
export async function wrapIn(
  context: SiteContext,
  { nodeIds, html, each }: Wrapping,
): Promise<Envelope<Static<typeof WrapReport>>> {
  const [firstId = ''] = nodeIds
  const target = await findNode(context, firstId, '/nodeIds/0')
  if (target.refused) return target.refused
  const { entry, page, tree, node: first } = target.found
  const wanted = new Set(nodeIds)
  for (const [at, id] of nodeIds.entries()) {
    const path = `/nodeIds/${at}`
    const node = tree.node(id)
    if (!node) {
      const hint = 'All of them need the same parent; use uids of one read.'
      return fail('unknown_node', `There is no node "${id.slice(0, 80)}" beside the first one.`, { path, hint })
    }
    if (isOfEveryPage(tree, node.id))
      return fail('cannot_wrap', 'The body of a page cannot be wrapped.', { path, hint: 'Wrap its children.' })
    if (node.parent !== first.parent) {
      return fail('cannot_wrap', 'Only nodes of one parent can be wrapped together.', {
        path,
        hint: 'Move it first, or wrap its parent.',
      })
    }
  }
  const inside = tree.children(first.parent).filter(({ id }) => wanted.has(id))
  const lines = lineStarts(tree, inside) ?? []
  const incoming = parseIncoming(tree, contextOf(tree, first.parent), html)
  if (incoming.refused) return incoming.refused
  const { nodes, refused, warnings, mistakes } = incoming.found
  await lintIncoming(context, target.found, incoming.found, { parentId: first.parent, html })
  const wrapper = onlyElement(nodes)
  if (!wrapper) return notOneElement('/html')
  const row = each === undefined ? undefined : parseIncoming(tree, [...contextOf(tree, first.parent), wrapper], each)
  if (row?.refused) return row.refused
  const holder = row && onlyElement(row.found.nodes)
  if (row && !holder) return notOneElement('/each')
  const at = tree.children(first.parent).findIndex(({ id }) => wanted.has(id))
  const { nodeIds: planted } = plantNodes(page, tree, first.parent, at, [wrapper], context.newId)
  const [made = ''] = planted
  const after = readTree(page)
  const around = after.node(made)
  if (!around || !canHoldChildren(around)) {
    const what = around ? describe(around) : 'It'
    return fail('misplaced', `${what} cannot hold other nodes.`, {
      path: '/html',
      hint: 'Choose a div or a section.',
    })
  }
  const copies = inside.map((node) => looseCopy(tree, node))
  const held = holder ? copies.map((copy): LooseNode => ({ ...holder, children: [copy] })) : copies
  const wrong = misplaced(held, contextOf(after, made))
  if (wrong) return fail('misplaced', wrong, { path: '/html', hint: 'Choose an element that may hold them.' })
  for (const node of inside) {
    const now = readTree(page)
    const [own = made] = holder
      ? plantNodes(page, now, made, now.children(made).length, [holder], context.newId).nodeIds
      : []
    const reason = moveNode(page, readTree(page), node.id, own)
    if (reason) return fail('cannot_wrap', reason, { path: '/nodeIds', hint: 'Wrap other nodes.' })
  }
  settleWrapped(page, made, lines, context.newId)
  warnings.push(...mistakes.sentences())
  const result = { nodeId: made, pageId: entry.id, nodeIds: inside.map(({ id }) => id) }
  return ok({ ...result, ...some('refused', refused) }, { warnings })
}

/** The one empty element that HTML holds; undefined if it holds anything else. */
function onlyElement(nodes: readonly LooseNode[]): (LooseNode & { tag: string; ns: undefined }) | undefined {
  const [only, ...others] = nodes.filter(({ kind, text }) => kind === 'element' || text?.trim() !== '')
  const isOne = only?.kind === 'element' && others.length === 0 && (only.children ?? []).length === 0
  return isOne && only.tag !== undefined && only.ns === undefined
    ? { ...only, tag: only.tag, ns: undefined }
    : undefined
}

function notOneElement(path: string) {
  const hint = 'Send one element with its attributes: <section class="hero"></section>.'
  return fail('invalid_html', 'The wrapper has to be one empty element.', { path, hint })
}
