import { defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { CmsContext } from '../context/context.ts'
import { FoundType, FoundView, filterInput, foundView, NearestWords, searchSite } from '../pages/found.ts'
import { relevanceOf } from '../search/relevance.ts'

export const findResource = defineOperation({
  id: 'cms.findResource',
  summary: 'Find something',
  description:
    'Find pages, sections, entries, collections, images and menu items by words; typing errors are forgiven.',
  icon: 'search',
  of: 'site.find',
  effect: 'read',
  input: Type.Object(
    {
      query: Type.String({ minLength: 1, maxLength: 1_000 }),
      resourceType: Type.Optional(FoundType),
      ...filterInput,
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 20 })),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    query: Type.String(),
    matches: Type.Array(Type.Object({ ...FoundView.properties, relevance: Type.String() })),
    /** Words that nothing has, and the nearest ones that were looked for instead. */
    nearest: NearestWords,
  }),
  async run(
    context: CmsContext,
    { query, resourceType: kind, collectionSlug: model, pageId, locale, status, limit = 5 },
  ) {
    const { found, refused } = await searchSite(context, query, { kind, model, pageId, locale, status }, limit)
    if (refused) return refused
    const { hits, nearest } = found
    const matches = hits.map(({ item, share }) => ({ ...foundView(context, item), relevance: relevanceOf(share) }))
    return ok(
      { query, matches, ...(nearest.length > 0 ? { nearest: [...nearest] } : {}) },
      { warnings: matches.length > 0 ? [] : ['Nothing has any of these words.'] },
    )
  },
})
