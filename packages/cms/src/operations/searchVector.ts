import { defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { CmsContext } from '../context/context.ts'
import { FoundType, FoundView, filterInput, foundView, searchSite } from '../pages/found.ts'

/** Shares are answered to this many places. */
const PLACES = 1_000

export const searchVector = defineOperation({
  id: 'cms.searchVector',
  summary: 'Search by likeness',
  description: 'The things most like a text, by its words: id, type, name and similarity (0 to 1).',
  icon: 'scan-search',
  of: 'site.find',
  effect: 'read',
  onDemand: true,
  input: Type.Object(
    {
      query: Type.String({ minLength: 1, maxLength: 1_000 }),
      type: Type.Optional(FoundType),
      ...filterInput,
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 20 })),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    results: Type.Array(Type.Object({ ...FoundView.properties, similarity: Type.Number() })),
    /** How they were found: there is no search by meaning here. */
    source: Type.Literal('words'),
  }),
  async run(context: CmsContext, { query, type: kind, collectionSlug: model, pageId, locale, status, limit = 3 }) {
    const { found, refused } = await searchSite(context, query, { kind, model, pageId, locale, status }, limit)
    if (refused) return refused
    const results = found.hits.map(({ item, share }) => ({
      ...foundView(context, item),
      similarity: Math.round(share * PLACES) / PLACES,
    }))
    return ok({ results, source: 'words' as const })
  },
})
