import { defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import { postTypesOf } from '../shared/postTypes.ts'

export const list_post_types = defineOperation({
  id: 'site.list_post_types',
  summary: 'List the post types',
  description: 'Collections that postTypes templates can name.',
  icon: 'newspaper',
  keywords: ['collections', 'blog posts', 'content types'],
  effect: 'read',
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Object({
    postTypes: Type.Array(
      Type.Object({ slug: Type.String(), label: Type.String(), routeBase: Type.String(), kind: Type.String() }),
    ),
  }),
  async run(context: SiteContext) {
    const models = (await postTypesOf(context)) ?? []
    if (models.length === 0) return ok({ postTypes: [] }, { warnings: ['This site has no content collections yet.'] })
    const postTypes = models.map(({ id, label, route = '' }) => ({
      slug: id,
      label,
      routeBase: route,
      kind: 'postType',
    }))
    const without = postTypes.filter(({ routeBase }) => routeBase === '').map(({ slug }) => slug)
    const warnings = [`Entries of ${without.join(', ')} have no pages yet: content.setRoute gives them an address.`]
    return ok({ postTypes }, without.length > 0 ? { warnings } : {})
  },
})
