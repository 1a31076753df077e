import { defineOperation, fail, ok } from '@atelier/operation'
import { readTree } from '@atelier/site'
import { Type } from 'typebox'
import type { CmsContext } from '../context/context.ts'
import { Meta, PageView, pageInput, pageMeta, pageNamed, pageView } from '../pages/pages.ts'
import { SectionView, sectionViews } from '../sections/views.ts'

export const getPage = defineOperation({
  id: 'cms.getPage',
  summary: 'Get a page',
  description: 'A page by slug, id or title: settings, section ids; includeContent adds the fields.',
  icon: 'file-text',
  of: 'site.read_document',
  effect: 'read',
  input: Type.Object(
    {
      ...pageInput,
      locale: Type.Optional(Type.String({ maxLength: 35 })),
      includeContent: Type.Optional(Type.Boolean()),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    page: Type.Object({ ...PageView.properties, indexing: Type.Boolean(), meta: Meta }),
    sectionIds: Type.Array(Type.String()),
    sections: Type.Optional(Type.Array(SectionView)),
  }),
  async run(context: CmsContext, { includeContent = false, ...named }) {
    const { found, refused } = pageNamed(context, named)
    if (refused) return refused
    const draft = await context.drafts.open(found.id)
    if (!draft) return fail('page_missing', `The page “${found.title}” is gone.`)
    const sections = await sectionViews(context, readTree(draft), includeContent)
    context.shows({ pageId: found.id })
    if (includeContent) for (const { id } of sections) context.shows({ documentId: found.id, nodeId: id })
    return ok({
      page: { ...pageView(context, found), ...pageMeta(context, found.id) },
      sectionIds: sections.map(({ id }) => id),
      ...(includeContent ? { sections } : {}),
    })
  },
})
