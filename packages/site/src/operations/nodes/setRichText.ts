import { defineOperation, type Envelope, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import { canHoldChildren, describe, plantNodes, rewriteElement } from '../../document/edit.ts'
import { type KnownNode, replaceChildren } from '../../document/replace.ts'
import { isSpecial } from '../../document/special.ts'
import { type PageTree, readTree } from '../../document/tree.ts'
import { contextOf, type ParsedNode } from '../../html/parse.ts'
import { TEXT_ONLY } from '../../html/print.ts'
import type { Refusal } from '../../html/refuse.ts'
import { firstTag } from '../../lint/htmlItself.ts'
import { mergeRuns } from '../../text/mergeRuns.ts'
import { isContent, knownCopy, MARK_TAGS, nodesOf, printRuns, runsOf, treeRuns } from '../../text/run.ts'
import { hasNoContent, parseIncoming } from '../shared/incoming.ts'
import { Refused, some } from '../shared/report.ts'
import { type Found, findNode, isOfEveryPage } from '../shared/target.ts'
import { textConflict } from './textConflict.ts'

/** New elements that a text may contain, besides those that format it. */
const INLINE: ReadonlySet<string> = new Set(['br', 'wbr'])
const LISTS: ReadonlySet<string> = new Set(['ul', 'ol'])
/** Elements that may continue a text behind it. */
const BLOCKS: ReadonlySet<string> = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'li', 'dt', 'dd', 'ul', 'ol'])

export const setRichText = defineOperation({
  id: 'site.setRichText',
  summary: 'Change a text with its formatting',
  description:
    'Replace the text inside an element: words, br, and inline elements such as strong, em, a, code, s. Elements named by their uid stay the same nodes; one that is named by its uid alone (picture, icon, component) stays as it is, with all in it. To change the tag too (p to h2, p to ul with li), send the element itself with its uid; blocks behind it are put behind it. With base, the content that you began from, changes made since are merged word by word, or refused as text_conflict.',
  icon: 'text-cursor-input',
  keywords: ['bold', 'italic', 'link a word', 'formatting', 'rich text', 'inline', 'line break', 'heading from text'],
  effect: 'write',
  fromReading: true,
  tab: true,
  onDemand: true,
  affects: ['page'],
  input: Type.Object(
    {
      nodeId: Type.String(),
      html: Type.String({ maxLength: 200_000 }),
      base: Type.Optional(Type.String({ maxLength: 200_000 })),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    pageId: Type.String(),
    nodeId: Type.String(),
    /** The content as it is now, as this operation takes it. */
    html: Type.String(),
    /** Whether it contains another author's changes. */
    merged: Type.Boolean(),
    /** The blocks that were put behind it. */
    nodeIds: Type.Array(Type.String()),
    refused: Type.Optional(Refused),
  }),
  async run(context: SiteContext, { nodeId, html, base }) {
    const target = await findNode(context, nodeId)
    if (target.refused) return target.refused
    const { entry, page, tree, node } = target.found
    const holdsText = canHoldChildren(node) && node.ns === undefined && !TEXT_ONLY.has(node.tag) && !isSpecial(node)
    if (!holdsText || isOfEveryPage(tree, node.id)) {
      const hint = 'Name an element that holds a text, such as a paragraph, a heading or a link.'
      return fail('misplaced', `${describe(node)} holds no text that can be formatted.`, { path: '/nodeId', hint })
    }
    const isItself = firstTag(html)?.attributes.get('uid') === node.id
    const sent = readText(tree, isItself ? node.parent : node.id, html, '/html', node.id)
    if (sent.refused) return sent.refused
    const [itself, ...behind] = isItself ? sent.found.nodes.filter((each) => !hasNoContent([each])) : []
    const wrong = itself
      ? (wrongBlock(itself, node.tag) ?? behind.map((each) => wrongBlock(each)).find((each) => each !== undefined))
      : wrongInline(sent.found.nodes)
    if (wrong !== undefined) return noText(wrong)

    let nodes: readonly KnownNode[] = itself ? (itself.children ?? []) : sent.found.nodes
    let merged = false
    if (base !== undefined && !LISTS.has(itself?.tag ?? node.tag)) {
      const from = readText(tree, node.id, base, '/base')
      if (from.refused) return from.refused
      const [mine, theirs] = [runsOf(nodes), treeRuns(tree, node.id)]
      const result = mergeRuns(runsOf(from.found.nodes), mine, theirs)
      if (result.conflicts > 0) return textConflict(printRuns(theirs))
      merged = printRuns(result.runs) !== printRuns(mine)
      if (merged) nodes = nodesOf(result.runs)
    }
    if (itself) rewriteElement(page, node, itself)
    if (!isContent(tree, node.id, nodes)) replaceChildren(page, tree, node, nodes, context.newId)
    const now = readTree(page)
    const place = now.children(node.parent).findIndex(({ id }) => id === node.id) + 1
    const planted = behind.length > 0 ? plantNodes(page, now, node.parent, place, behind, context.newId) : undefined
    return ok({
      pageId: entry.id,
      nodeId: node.id,
      html: printRuns(treeRuns(readTree(page), node.id)),
      merged,
      nodeIds: planted?.nodeIds ?? [],
      ...some('refused', sent.found.refused),
    })
  },
})

/**
 * Parses a text; an element with only its uid is the page's own.
 * @param itself the element whose text it is: without content it is empty
 */
function readText(
  tree: PageTree,
  parentId: string,
  html: string,
  path: string,
  itself?: string,
): Found<{ nodes: readonly KnownNode[]; refused: readonly Refusal[] }> {
  const parsed = parseIncoming(tree, contextOf(tree, parentId), html)
  if (parsed.refused) return { refused: parsed.refused }
  if (parsed.found.css.length > 0) return { refused: noText('<style>', path) }
  const whole = (node: ParsedNode): KnownNode => {
    const known = node.uid === undefined ? undefined : tree.node(node.uid)
    // A format too: one without words is an icon, and `printRuns` names it by its uid.
    const isStub = known?.kind === 'element' && node.uid !== itself && !node.attrs && !node.children?.length
    if (isStub) return knownCopy(tree, known)
    return node.children ? { ...node, children: node.children.map(whole) } : node
  }
  return { found: { nodes: parsed.found.nodes.map(whole), refused: parsed.found.refused } }
}

const isFormat = ({ tag = '', ns }: KnownNode) => ns === undefined && MARK_TAGS.has(tag)

/** The first element that cannot be part of a text; undefined if there is none. Existing elements may stay. */
function wrongInline(nodes: readonly KnownNode[]): string | undefined {
  for (const node of nodes) {
    if (node.kind !== 'element') continue
    const isKnown = node.uid !== undefined && !isFormat(node)
    if (isKnown || (node.ns === undefined && INLINE.has(node.tag ?? ''))) continue
    const wrong = isFormat(node) ? wrongInline(node.children ?? []) : `<${node.tag}>`
    if (wrong !== undefined) return wrong
  }
  return undefined
}

/** @param own the tag that is allowed besides those of blocks: the element's own */
function wrongBlock(node: KnownNode, own?: string): string | undefined {
  const { tag = '', kind, children = [] } = node
  if (kind !== 'element') return 'A text beside the element'
  if (node.ns !== undefined || (tag !== own && !BLOCKS.has(tag))) return `<${tag}>`
  if (!LISTS.has(tag)) return wrongInline(children)
  for (const item of children) {
    if (item.kind !== 'element' && hasNoContent([item])) continue
    if (item.tag !== 'li') return item.kind === 'element' ? `<${item.tag}>` : 'A text beside the items'
    const wrong = wrongInline(item.children ?? [])
    if (wrong !== undefined) return wrong
  }
  return undefined
}

function noText(what: string, path = '/html'): Envelope<never> {
  const hint = 'Put other elements in with insertHtml, or rewrite the element with replaceNodeHtml.'
  return fail('not_text', `${what} cannot be part of a text.`, { path, hint })
}
