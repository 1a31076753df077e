import { defineOperation, ok } from '@atelier/operation'
import { readTree } from '@atelier/site'
import { Type } from 'typebox'
import type { CmsContext } from '../context/context.ts'
import { pageNamed } from '../pages/pages.ts'
import { addSection, ContentInput } from '../sections/add.ts'
import { templateNamed } from '../sections/templates.ts'
import { SectionView, sectionViews } from '../sections/views.ts'

export const addSectionToPage = defineOperation({
  id: 'cms.addSectionToPage',
  summary: 'Add a section to a page',
  description:
    'Add a section by its template’s key, filled by field name; before or after one, at sortOrder, else last.',
  icon: 'between-vertical-start',
  of: 'site.insertLayout',
  effect: 'write',
  workflow: 'auto-merge',
  affects: ['page', 'styles'],
  input: Type.Object(
    {
      pageId: Type.String({ maxLength: 300 }),
      sectionDefId: Type.String({ maxLength: 200 }),
      content: Type.Optional(ContentInput),
      before: Type.Optional(Type.String({ maxLength: 100 })),
      after: Type.Optional(Type.String({ maxLength: 100 })),
      sortOrder: Type.Optional(Type.Integer({ minimum: 0 })),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ pageSectionId: Type.String(), pageId: Type.String(), sections: Type.Array(SectionView) }),
  async run(context: CmsContext, { pageId, sectionDefId, content = {}, ...place }) {
    const { found: entry, refused } = pageNamed(context, { id: pageId })
    if (refused) return refused
    const template = await templateNamed(context, sectionDefId, '/sectionDefId')
    if (template.refused) return template.refused
    const done = await addSection(context, entry, template.found, { place, content, path: '/content' })
    if (!done.ok) return done
    const { nodeIds = [] } = done.data ?? {}
    const page = await context.drafts.open(entry.id)
    const views = page ? await sectionViews(context, readTree(page), true) : []
    const own = views.filter(({ id }) => nodeIds.includes(id))
    return ok({ pageSectionId: nodeIds[0] ?? '', pageId: entry.id, sections: own }, { warnings: done.warnings })
  },
})
