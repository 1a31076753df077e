import { defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../context/context.ts'

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
  run(_context: SiteContext) {
    return ok({ postTypes: [] }, { warnings: ['This site has no content collections yet.'] })
  },
})
