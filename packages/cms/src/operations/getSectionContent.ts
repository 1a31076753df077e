import { defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { CmsContext } from '../context/context.ts'
import { createFieldReader } from '../sections/entryFields.ts'
import { FieldView, fieldView, findSection } from '../sections/views.ts'

export const getSectionContent = defineOperation({
  id: 'cms.getSectionContent',
  summary: 'Get the content of a section',
  description: 'The fields of a section: texts, links, pictures.',
  icon: 'text',
  of: 'site.getNodeHtml',
  effect: 'read',
  input: Type.Object({ pageSectionId: Type.String({ maxLength: 100 }) }, { additionalProperties: false }),
  output: Type.Object({
    pageSectionId: Type.String(),
    pageId: Type.String(),
    fields: Type.Array(FieldView),
  }),
  async run(context: CmsContext, { pageSectionId }) {
    const { found, refused } = await findSection(context, pageSectionId)
    if (refused) return refused
    const { entry, tree, node } = found
    const fields = await createFieldReader(context, { entry, tree }).of(node.id)
    context.shows({ documentId: entry.id, nodeId: node.id })
    return ok({ pageSectionId: node.id, pageId: entry.id, fields: fields.map(fieldView) })
  },
})
