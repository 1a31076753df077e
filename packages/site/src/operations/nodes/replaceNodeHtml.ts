import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { anchorNames } from '../../checks/links.ts'
import type { SiteContext } from '../../context/context.ts'
import { canHoldChildren, describe, rewriteElement } from '../../document/edit.ts'
import { matchNodes } from '../../document/match.ts'
import type { Attribute } from '../../document/node.ts'
import { replaceChildren } from '../../document/replace.ts'
import { nodeAttributes, type PageNode } from '../../document/tree.ts'
import { contextOf, type ParsedNode } from '../../html/parse.ts'
import { firstTag, isNodeItself } from '../../lint/htmlItself.ts'
import { styleMistakes } from '../../lint/htmlValues.ts'
import { addCss, upsertCss } from '../../sheet/upsert.ts'
import { danglingIds } from '../shared/dangling.ts'
import { hasNoContent, leftOutOfDocument, parseIncoming } from '../shared/incoming.ts'
import { cssWarnings, incomingStyles } from '../shared/incomingCss.ts'
import { lintIncoming } from '../shared/incomingLint.ts'
import { namePictures } from '../shared/incomingPictures.ts'
import { InsertReport, reportCss, reportPlanted } from '../shared/report.ts'
import { htmlWarnings, refuseHtmlTokens, refuseRecursion } from '../shared/specials.ts'
import { findNode } from '../shared/target.ts'

export const replaceNodeHtml = defineOperation({
  id: 'site.replaceNodeHtml',
  summary: 'Replace the content of a node',
  description:
    'Replace what is inside a node. The node itself, with its uid, changes its attributes too. Elements with their uid stay the same nodes. CSS as in insertHtml.',
  icon: 'replace',
  keywords: ['rewrite section', 'replace section', 'new content', 'swap content'],
  effect: 'write',
  fromReading: true,
  tab: true,
  affects: ['page', 'styles'],
  input: Type.Object({ nodeId: Type.String(), html: Type.String() }, { additionalProperties: false }),
  output: InsertReport,
  async run(context: SiteContext, { nodeId, html }) {
    const target = await findNode(context, nodeId)
    if (target.refused) return target.refused
    const { entry, page, tree, node } = target.found
    if (!canHoldChildren(node)) {
      const hint = 'Set attributes and text with updateNodeProps.'
      return fail('misplaced', `${describe(node)} has no content to replace.`, { path: '/nodeId', hint })
    }
    const first = node.id === tree.root ? undefined : firstTag(html)
    const hasUid = first?.attributes.get('uid') === node.id
    const guessed = !hasUid && first !== undefined && isNodeItself(tree, node, first)
    const asItself = hasUid || guessed ? parseIncoming(tree, contextOf(tree, node.parent), html) : undefined
    const itself = asItself?.found && onlyElement(asItself.found.nodes, hasUid ? node.id : undefined)
    if (hasUid && asItself?.found && !itself) {
      const hint = 'Send one element with this uid, or only what stands inside it.'
      return fail('invalid_html', 'The HTML holds the node itself and other nodes beside it.', { path: '/html', hint })
    }
    const incoming = asItself && (hasUid || itself) ? asItself : parseIncoming(tree, contextOf(tree, node.id), html)
    if (incoming.refused) return incoming.refused
    await namePictures(context, incoming.found)
    const { refused, warnings, head } = incoming.found
    const styles = incomingStyles(incoming.found)
    if (styles.refused) return styles.refused
    const css = styles.found
    const hasStyles = incoming.found.css.length > 0
    if (head) warnings.push(...leftOutOfDocument(head))
    if (hasStyles && hasNoContent(incoming.found.nodes)) {
      const change = upsertCss(context.site, css.text, context.newId)
      return ok(reportCss(change), { warnings: [...warnings, ...(await cssWarnings(context, css))] })
    }

    const { nodes: sent } = incoming.found
    const recursive = (await refuseRecursion(context, target.found, sent)) ?? refuseHtmlTokens(sent)
    if (recursive) return recursive
    const replaces = itself ? [node.id] : tree.children(node.id).map(({ id }) => id)
    const parentId = itself ? node.parent : node.id
    const given = await lintIncoming(context, target.found, incoming.found, { parentId, replaces, html })
    const lost = replaces.flatMap((id) => anchorNames(tree, id)).filter((id) => !given.has(id))
    warnings.push(...(await danglingIds(context, target.found, replaces, lost)))
    if (itself && guessed) {
      warnings.push(
        `The <${node.tag}> sent was taken for the node itself, not for a child of it: its attributes were set, the node’s others stay. Send only what goes inside, or wrap it once more, where a <${node.tag}> inside was meant.`,
      )
    }
    if (itself) rewriteElement(page, node, guessed ? { ...itself, attrs: mergedAttributes(node, itself) } : itself)
    const nodes = itself ? (itself.children ?? []) : incoming.found.nodes
    for (const [version, old] of matchNodes(tree, node, nodes)) version.uid = old.id
    const { planted, keptCount, deletedCount } = replaceChildren(page, tree, node, nodes, context.newId)
    const styled = hasStyles ? reportCss(addCss(context.site, css.text, context.newId)) : {}
    warnings.push(...(await cssWarnings(context, css)))
    warnings.push(...incoming.found.mistakes.sentences(), ...(await styleMistakes(nodes)))
    warnings.push(...(await htmlWarnings(context, target.found, nodes, html, node.id)))
    return ok(
      { pageId: entry.id, ...reportPlanted(planted, refused, nodes), keptCount, deletedCount, ...styled },
      { warnings },
    )
  },
})

/** The one element among these nodes; undefined if there are others, or it has another uid than the one asked for. */
function onlyElement(nodes: readonly ParsedNode[], uid: string | undefined): ParsedNode | undefined {
  const [first, ...others] = nodes.filter(
    ({ kind, text }) => kind === 'element' || (kind === 'text' && text?.trim() !== ''),
  )
  const isAsked = uid === undefined ? first?.kind === 'element' : first?.uid === uid
  return others.length === 0 && isAsked ? first : undefined
}

function mergedAttributes(node: PageNode, { attrs = [] }: ParsedNode): readonly Attribute[] {
  const named = new Map(attrs)
  const old = nodeAttributes(node)
  const known = new Set(old.map(([name]) => name))
  return [
    ...old.map(([name, value]): Attribute => [name, named.get(name) ?? value]),
    ...attrs.filter(([name]) => !known.has(name)),
  ]
}
