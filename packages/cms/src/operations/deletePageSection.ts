import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { CmsContext } from '../context/context.ts'
import { deleteSections, deletionConsequence, sectionsNamed } from '../sections/remove.ts'

export const deletePageSection = defineOperation({
  id: 'cms.deletePageSection',
  summary: 'Delete a section',
  description: 'Delete a section.',
  icon: 'trash-2',
  of: 'site.deleteNode',
  effect: 'write',
  fromReading: true,
  asks: true,
  workflow: 'auto-merge',
  affects: ['page'],
  input: Type.Object(
    // A model of the described tools sends `confirmed`; only a person's decision counts.
    { pageSectionId: Type.String({ maxLength: 100 }), confirmed: Type.Optional(Type.Boolean()) },
    { additionalProperties: false },
  ),
  output: Type.Object({ id: Type.String(), name: Type.String(), pageId: Type.String() }),
  async consequence(context: CmsContext, { pageSectionId }) {
    const { found } = await sectionsNamed(context, [pageSectionId])
    return found && deletionConsequence(found)
  },
  async run(context: CmsContext, { pageSectionId }) {
    const { found, refused } = await sectionsNamed(context, [pageSectionId])
    if (refused) return refused
    const done = await deleteSections(context, found)
    if (!done.ok) return done
    const [gone] = done.data?.deleted ?? []
    return gone ? ok(gone, { warnings: done.warnings }) : fail('unknown_section', 'The section is gone already.')
  },
})
