import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../context.ts'
import { addCss, upsertCss } from '../css/upsert.ts'
import { canHoldChildren, describe, rewriteElement } from '../document/edit.ts'
import { replaceChildren } from '../document/replace.ts'
import { contextOf, type ParsedNode } from '../html/parse.ts'
import { isBlank, leftOutOfDocument, parseIncoming } from './incoming.ts'
import { cssWarnings, incomingStyles } from './incomingCss.ts'
import { InsertReport, reportCss, reportPlanted } from './report.ts'
import { htmlWarnings, refuseRecursion } from './specials.ts'
import { findNode } from './target.ts'

export const replaceNodeHtml = defineOperation({
  id: 'site.replaceNodeHtml',
  summary: 'Replace the content of a node',
  description:
    'Replace what is inside a node. The node itself stays, unless the HTML is that node with its uid: then its attributes change too. Elements that keep their uid stay the same nodes. CSS as in insertHtml.',
  icon: 'replace',
  effect: 'write',
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
    const whole = node.id !== tree.root && startsWithUid(html, node.id)
    const incoming = parseIncoming(tree, contextOf(tree, whole ? node.parent : node.id), html)
    if (incoming.refused) return incoming.refused
    const { refused, warnings, head } = incoming.found
    const styles = incomingStyles(incoming.found)
    if (styles.refused) return styles.refused
    const css = styles.found
    const hasStyles = incoming.found.css.length > 0
    if (head) warnings.push(...leftOutOfDocument(head))
    if (hasStyles && isBlank(incoming.found.nodes)) {
      const change = upsertCss(context.site, css.text, context.newId)
      return ok(reportCss(change), { warnings: [...warnings, ...(await cssWarnings(context, css))] })
    }

    const itself = whole ? onlyElement(incoming.found.nodes, node.id) : undefined
    if (whole && !itself) {
      const hint = 'Send one element with this uid, or only what stands inside it.'
      return fail('invalid_html', 'The HTML holds the node itself and other nodes beside it.', { path: '/html', hint })
    }
    const recursive = await refuseRecursion(context, target.found, incoming.found.nodes)
    if (recursive) return recursive
    if (itself) rewriteElement(page, node, itself)
    const nodes = itself ? (itself.children ?? []) : incoming.found.nodes
    const { planted, keptCount, deletedCount } = replaceChildren(page, tree, node, nodes, context.newId)
    const styled = hasStyles ? reportCss(addCss(context.site, css.text, context.newId)) : {}
    warnings.push(...(await cssWarnings(context, css)))
    warnings.push(...(await htmlWarnings(context, target.found, nodes, html, node.id)))
    return ok(
      { pageId: entry.id, ...reportPlanted(planted, refused), keptCount, deletedCount, ...styled },
      { warnings },
    )
  },
})

/** Whether the first tag is the node itself, as a read shows it. Only a hint for how to parse. */
function startsWithUid(html: string, id: string): boolean {
  const tag = /^(?:\s|<!--[\s\S]*?-->)*<[a-z][^>]*>/i.exec(html)?.[0]
  return tag !== undefined && new RegExp(`\\suid\\s*=\\s*["']?${id}(?![0-9a-z])`).test(tag)
}

function onlyElement(nodes: readonly ParsedNode[], id: string): ParsedNode | undefined {
  const [first, ...others] = nodes.filter(
    ({ kind, text }) => kind === 'element' || (kind === 'text' && text?.trim() !== ''),
  )
  return others.length === 0 && first?.uid === id ? first : undefined
}
