import { defineOperation, fail } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../context/context.ts'
import { buildLayout, layout, layoutIds, writeLayoutCss } from '../layouts/index.ts'
import { insertIncoming } from './insertIncoming.ts'
import { InsertReport, reportCss } from './report.ts'

export const insertLayout = defineOperation({
  id: 'site.insertLayout',
  summary: 'Insert a ready layout',
  description: `Insert a ready element or layout under a node: with the site's own classes and tokens where it has them, else one new class for each part. Ids: ${layoutIds.join(', ')}.`,
  icon: 'layout-template',
  keywords: ['add hero', 'card grid', 'section template', 'footer', 'navigation bar', 'sidebar', 'columns', 'block'],
  effect: 'write',
  onDemand: true,
  affects: ['page', 'styles'],
  input: Type.Object(
    {
      layout: Type.String(),
      parentId: Type.String({ description: 'uid, or page id for its body' }),
      index: Type.Optional(
        Type.Integer({ minimum: 0, description: '0-based, among elements and texts; default: last' }),
      ),
    },
    { additionalProperties: false },
  ),
  output: InsertReport,
  async run(context: SiteContext, { layout: id, parentId, index }) {
    const found = layout(id)
    if (!found) {
      const hint = `The layouts are ${layoutIds.join(', ')}.`
      return fail('unknown_layout', `There is no layout "${id.slice(0, 80)}".`, { path: '/layout', hint })
    }
    const built = buildLayout(context.site, found)
    const change = writeLayoutCss(context.site, built, context.newId)
    const place = index === undefined ? { parentId } : { parentId, index }
    const result = await insertIncoming(context, { ...place, html: built.html })
    return result.ok && result.data ? { ...result, data: { ...result.data, ...reportCss(change) } } : result
  },
})
