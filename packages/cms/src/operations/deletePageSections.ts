import { defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { CmsContext } from '../context/context.ts'
import { pageNamed } from '../pages/pages.ts'
import { deleteSections, deletionConsequence, sectionsNamed } from '../sections/remove.ts'

export const deletePageSections = defineOperation({
  id: 'cms.deletePageSections',
  summary: 'Delete sections',
  description: 'Delete several sections, all or none.',
  icon: 'trash-2',
  of: 'site.deleteNode',
  effect: 'write',
  fromReading: true,
  asks: true,
  workflow: 'auto-merge',
  affects: ['page'],
  input: Type.Object(
    {
      pageSectionIds: Type.Array(Type.String({ maxLength: 100 }), { minItems: 1, maxItems: 100 }),
      pageId: Type.Optional(Type.String({ maxLength: 300 })),
      // A model of the described tools sends it; only a person's decision counts.
      confirmed: Type.Optional(Type.Boolean()),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    deleted: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), pageId: Type.String() })),
  }),
  async consequence(context: CmsContext, { pageSectionIds, pageId }) {
    const page = pageId === undefined ? undefined : pageNamed(context, { id: pageId })
    if (page?.refused) return undefined
    const { found } = await sectionsNamed(context, pageSectionIds, page?.found.id)
    return found && deletionConsequence(found)
  },
  async run(context: CmsContext, { pageSectionIds, pageId }) {
    const page = pageId === undefined ? undefined : pageNamed(context, { id: pageId })
    if (page?.refused) return page.refused
    const { found, refused } = await sectionsNamed(context, pageSectionIds, page?.found.id)
    if (refused) return refused
    const done = await deleteSections(context, found)
    return done.ok ? ok(done.data, { warnings: done.warnings }) : done
  },
})
