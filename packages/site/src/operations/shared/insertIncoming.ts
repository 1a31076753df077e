import { type Envelope, fail, ok } from '@atelier/operation'
import type { Static } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import { canHoldChildren, childIndex, describe, plantNodes, setAttribute } from '../../document/edit.ts'
import { nodeAttribute, nodeClasses, type PageTree, splitClasses } from '../../document/tree.ts'
import { contextOf } from '../../html/parse.ts'
import { styleMistakes } from '../../lint/htmlValues.ts'
import { addCss, upsertCss } from '../../sheet/upsert.ts'
import { hasNoContent, type IncomingHtml, leftOutOfDocument, parseIncoming } from './incoming.ts'
import { cssWarnings, incomingStyles, newWarnings } from './incomingCss.ts'
import { lintIncoming } from './incomingLint.ts'
import { namePictures } from './incomingPictures.ts'
import { ownLines } from './ownLines.ts'
import { type InsertReport, reportCss, reportPlanted } from './report.ts'
import { inSlot } from './slots.ts'
import { htmlWarnings, refuseHtmlTokens, refuseRecursion } from './specials.ts'
import { findNode } from './target.ts'

/** Where HTML goes, and the HTML. */
interface Insertion {
  parentId: string
  index?: number
  html: string
}

type Adapt = (
  incoming: IncomingHtml,
  tree: PageTree,
  place: { parentId: string; at: number },
) => Envelope<never> | undefined | Promise<Envelope<never> | undefined>

/**
 * Inserts HTML with its styles under a node, without what is refused.
 * @param adapt changes what was parsed before any of it is checked and written, or refuses it
 */
export async function insertIncoming(
  context: SiteContext,
  { parentId, index, html }: Insertion,
  adapt: Adapt = () => undefined,
): Promise<Envelope<Static<typeof InsertReport>>> {
  const target = await findNode(context, parentId, '/parentId')
  if (target.refused) return target.refused
  const { entry, page, tree, node } = target.found
  if (!canHoldChildren(node)) {
    const hint = `Insert into its parent "${node.parent}" instead.`
    return fail('misplaced', `${describe(node)} cannot hold other nodes.`, { path: '/parentId', hint })
  }
  const incoming = parseIncoming(tree, contextOf(tree, node.id), html)
  if (incoming.refused) return incoming.refused
  const at = childIndex(tree, node.id, index)
  const unfit = await adapt(incoming.found, tree, { parentId: node.id, at })
  if (unfit) return unfit
  await namePictures(context, incoming.found)
  const { nodes, refused, warnings, head } = incoming.found
  const styles = incomingStyles(incoming.found)
  if (styles.refused) return styles.refused
  const css = styles.found
  if (head) {
    const kept = head.bodyAttributes.filter(([name]) => name !== 'class' && nodeAttribute(node, name) !== undefined)
    warnings.push(...leftOutOfDocument({ ...head, bodyAttributes: kept }))
  }
  if (hasNoContent(nodes)) {
    if (incoming.found.css.length > 0) {
      const change = upsertCss(context.site, css.text, context.newId)
      return ok(
        { ...reportCss(change) },
        { warnings: [...warnings, ...newWarnings(await cssWarnings(context, css), warnings)] },
      )
    }
    const what = refused.map((each) => `${each.what}: ${each.why}`).join('; ')
    const message = what === '' ? 'The HTML holds nothing to insert.' : `Nothing was left to insert (${what}).`
    const hint = incoming.found.mistakes.sentences()[0] ?? 'Send at least one element, text or <style>.'
    return fail('nothing_to_insert', message, { path: '/html', hint })
  }

  const recursive = (await refuseRecursion(context, target.found, nodes)) ?? refuseHtmlTokens(nodes)
  if (recursive) return recursive
  if (head && node.id === tree.root) {
    for (const [name, value] of head.bodyAttributes) {
      if (name === 'class') setAttribute(page, node, 'class', [...nodeClasses(node), ...splitClasses(value)].join(' '))
      else if (nodeAttribute(node, name) === undefined) setAttribute(page, node, name, value)
    }
  }
  await lintIncoming(context, target.found, incoming.found, { parentId: node.id, html })
  const planting = ownLines(tree, node.id, at, await inSlot(context, tree, node, nodes))
  const planted = plantNodes(page, tree, node.id, planting.index, planting.nodes, context.newId)
  const styled = incoming.found.css.length > 0 ? reportCss(addCss(context.site, css.text, context.newId)) : {}
  warnings.push(...newWarnings(await cssWarnings(context, css), warnings))
  warnings.push(...incoming.found.mistakes.sentences(), ...(await styleMistakes(nodes)))
  warnings.push(...(await htmlWarnings(context, target.found, nodes, html, node.id, planted.nodeIds)))
  return ok({ pageId: entry.id, ...reportPlanted(planted, refused, nodes), ...styled }, { warnings })
}
