import { defineOperation, fail } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import { savedSections } from '../../document/sections.ts'
import { nodeClasses } from '../../document/tree.ts'
import {
  buildLayout,
  indentLayout,
  keepsOffEdges,
  layout,
  layoutIds,
  levelHeadings,
  writeLayoutCss,
} from '../../layouts/index.ts'
import { insertIncoming } from '../shared/insertIncoming.ts'
import { InsertReport, reportCss } from '../shared/report.ts'
import { findNode, type Target } from '../shared/target.ts'
import { pasteContent } from './pasteContent.ts'

export const insertLayout = defineOperation({
  id: 'site.insertLayout',
  summary: 'Insert a ready layout',
  description: `Insert a ready element or layout under a node: with the site's own classes and tokens where it has them, else one new class for each part. Ids: ${layoutIds.join(', ')}.`,
  icon: 'layout-template',
  keywords: ['add hero', 'card grid', 'section template', 'footer', 'navigation bar', 'sidebar', 'columns', 'block'],
  effect: 'write',
  tab: true,
  onDemand: true,
  affects: ['page', 'styles'],
  input: Type.Object(
    {
      layout: Type.String(),
      html: Type.Optional(
        Type.String({ maxLength: 100_000, description: 'In place of its own HTML, by the same class names' }),
      ),
      parentId: Type.String({ description: 'uid, or page id for its body' }),
      index: Type.Optional(
        Type.Integer({ minimum: 0, description: '0-based, among elements and texts; default: last' }),
      ),
    },
    { additionalProperties: false },
  ),
  output: InsertReport,
  async run(context: SiteContext, { layout: id, html, parentId, index }) {
    const place = index === undefined ? { parentId } : { parentId, index }
    const saved = savedSections(context.site).find((each) => id === `saved:${each.id}`)
    if (saved) return pasteContent.run(context, { ...place, html: saved.html })
    const known = layout(id)
    if (!known) {
      const own = savedSections(context.site).map((each) => `saved:${each.id} "${each.title.slice(0, 40)}"`)
      const hint = `The layouts are ${[...layoutIds, ...own.slice(0, 30)].join(', ')}.`
      return fail('unknown_layout', `There is no layout "${id.slice(0, 80)}".`, { path: '/layout', hint })
    }
    const found = html === undefined ? known : { ...known, html }
    const target = await findNode(context, parentId, '/parentId')
    if (target.refused) return target.refused
    const built = buildLayout(context.site, found, isFullWidth(context, target.found))
    const change = writeLayoutCss(context.site, built, context.newId)
    const result = await insertIncoming(context, { ...place, html: built.html }, (incoming, tree, { parentId, at }) => {
      const before = tree.children(parentId)[at]?.id
      const nodes =
        found.group === 'layouts' ? levelHeadings(incoming.nodes, { tree, parentId, before }) : incoming.nodes
      incoming.nodes = indentLayout(nodes)
    })
    return result.ok && result.data ? { ...result, data: { ...result.data, ...reportCss(change) } } : result
  },
})

/** Whether the content of a node reaches from one edge of the window to the other: that of a page's body or its main part. */
function isFullWidth({ site }: SiteContext, { tree, node }: Target): boolean {
  const isTop = node.id === tree.root || (node.tag === 'main' && node.parent === tree.root)
  const around = node.id === tree.root ? [node] : [node, tree.node(tree.root)]
  return isTop && !around.some((each) => each && keepsOffEdges(site, { tag: each.tag, classes: nodeClasses(each) }))
}
