import { defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import { documents } from '../../document/pages.ts'
import { listStyles as readStyles } from '../../styles/list.ts'
import { weightOfPages } from '../shared/target.ts'

const USUAL = 100

export const listStyles = defineOperation({
  id: 'site.listStyles',
  summary: 'List the styles',
  description:
    'Every rule of the site in the order of its stylesheets: selector, conditions, layer, how many elements it is about and in which documents. `unused: true` lists those that nothing can match; `query` those whose selector contains a text.',
  icon: 'list-tree',
  keywords: ['classes', 'unused css', 'dead css', 'all rules', 'where is a class used', 'selectors'],
  effect: 'read',
  onDemand: true,
  heavy: true,
  input: Type.Object(
    {
      query: Type.Optional(Type.String({ maxLength: 500 })),
      unused: Type.Optional(Type.Boolean()),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 5000 })),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    styles: Type.Array(
      Type.Object({
        ruleId: Type.String(),
        selector: Type.String(),
        conditions: Type.Array(Type.String()),
        layer: Type.String(),
        /** A stylesheet's id, a page's id, or empty for the site's own. */
        sheet: Type.String(),
        sheetName: Type.String(),
        declarations: Type.Integer(),
        classes: Type.Array(Type.String()),
        nodes: Type.Integer(),
        documents: Type.Array(Type.Object({ id: Type.String(), nodes: Type.Integer() })),
        unused: Type.Boolean(),
      }),
    ),
    /** All that the query finds, also those that are not listed. */
    total: Type.Integer(),
  }),
  weight: (context: SiteContext, _input, enough) => weightOfPages(context, documents(context.site), enough),
  async run(context: SiteContext, { query = '', unused, limit = USUAL }) {
    const wanted = query.trim().toLowerCase()
    const all = (await readStyles(context)).filter(
      (each) => each.selector.toLowerCase().includes(wanted) && (unused === undefined || each.unused === unused),
    )
    return ok({ styles: all.slice(0, limit), total: all.length })
  },
})
