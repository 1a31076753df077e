import { defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { CmsContext } from '../context/context.ts'
import { PageView, pageView, sitePages } from '../pages/pages.ts'

export const listPages = defineOperation({
  id: 'cms.listPages',
  summary: 'List the pages',
  description: 'All pages with id, name, slug.',
  icon: 'files',
  of: 'site.list_documents',
  effect: 'read',
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Object({ count: Type.Integer(), pages: Type.Array(PageView) }),
  run(context: CmsContext) {
    const pages = sitePages(context).map((entry) => pageView(context, entry))
    return ok({ count: pages.length, pages })
  },
})
