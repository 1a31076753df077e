import { defineOperation, fail, ok } from '@atelier/operation'
import { readTree } from '@atelier/site'
import { Type } from 'typebox'
import type { CmsContext } from '../context/context.ts'
import { PageView, pageNamed, pageView } from '../pages/pages.ts'
import { createFieldReader } from '../sections/entryFields.ts'
import { SectionView, sectionViews } from '../sections/views.ts'

export const getPageSections = defineOperation({
  id: 'cms.getPageSections',
  summary: 'Get the sections of a page',
  description: 'Sections of a page (id, slug or title); includeContent adds their fields.',
  icon: 'layout-list',
  of: 'site.outline',
  effect: 'read',
  input: Type.Object(
    {
      pageId: Type.String({ maxLength: 300 }),
      locale: Type.Optional(Type.String({ maxLength: 35 })),
      includeContent: Type.Optional(Type.Boolean()),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ page: PageView, sections: Type.Array(SectionView) }),
  async run(context: CmsContext, { pageId, locale, includeContent = false }) {
    const { found, refused } = pageNamed(context, { id: pageId, ...(locale === undefined ? {} : { locale }) })
    if (refused) return refused
    const draft = await context.drafts.open(found.id)
    if (!draft) return fail('page_missing', `The page “${found.title}” is gone.`)
    const tree = readTree(draft)
    const reader = createFieldReader(context, { entry: found, tree })
    const sections = await sectionViews(context, tree, includeContent, reader)
    context.shows({ pageId: found.id })
    if (includeContent) for (const { id } of sections) context.shows({ documentId: found.id, nodeId: id })
    return ok({ page: pageView(context, found), sections })
  },
})
