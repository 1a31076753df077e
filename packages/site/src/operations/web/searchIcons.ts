import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import { noQueries, readQueries, SearchQueries } from './searchQueries.ts'

const Icon = Type.Object({
  name: Type.String(),
  set: Type.String(),
  svg: Type.String(),
  style: Type.Enum(['outline', 'solid']),
})

export const searchIcons = defineOperation({
  id: 'site.searchIcons',
  summary: 'Find icons',
  description:
    'Find SVG icons (Lucide, Heroicons, Tabler, Phosphor) for a page: 24 px, in the text’s colour. Up to 12 queries of 1–3 words, each {query, count: 1–5, style: outline | solid}.',
  icon: 'shapes',
  keywords: ['svg icon', 'icon library', 'symbol', 'pictogram', 'lucide', 'heroicons', 'tabler', 'phosphor'],
  effect: 'read',
  services: true,
  onDemand: true,
  input: Type.Object({ queries: SearchQueries }, { additionalProperties: false }),
  output: Type.Object({
    success: Type.Literal(true),
    totalIcons: Type.Integer(),
    results: Type.Array(
      Type.Object({
        query: Type.String(),
        success: Type.Boolean(),
        icons: Type.Array(Icon),
        /** Set if nothing was found. */
        message: Type.Optional(Type.String()),
        error: Type.Optional(Type.String()),
      }),
    ),
  }),
  async run({ services }: SiteContext, { queries: given }) {
    const { queries, dropped } = await readQueries(given, 3)
    if (queries.length === 0) return noQueries(dropped, '{"queries": [{"query": "shopping cart", "count": 3}]}')
    if (!services?.icons) {
      return fail('unavailable', 'There are no icons to search here.', { hint: 'Write the SVG of the icon yourself.' })
    }
    const asked = queries.map(({ query, count, fields }) => ({
      query,
      count,
      style: /^(?:solid|fill)/i.test(String(fields.style)) ? ('solid' as const) : ('outline' as const),
    }))
    const found = await services.icons.search(asked)
    const results = asked.map(({ query }, i) => {
      const icons = [...(found[i] ?? [])]
      return icons.length > 0
        ? { query, success: true, icons }
        : {
            query,
            success: true,
            icons,
            message: `No icon is called “${query}”. Ask for what is drawn, in one or two plain words, such as “truck”.`,
          }
    })
    return ok(
      { success: true as const, totalIcons: results.reduce((sum, { icons }) => sum + icons.length, 0), results },
      { warnings: dropped },
    )
  },
})
