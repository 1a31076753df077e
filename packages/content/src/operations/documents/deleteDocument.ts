import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { ContentContext } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'
import { delete_content } from '../entries/deleteContent.ts'
import { documentInput, findDocument } from './documentReference.ts'

export const delete_document = defineOperation({
  id: 'content.delete_document',
  summary: 'Delete a document',
  description: 'Delete one entry in all locales; refused with a list while others refer to it.',
  icon: 'trash-2',
  keywords: ['remove entry', 'remove post'],
  effect: 'write',
  onDemand: true,
  phases: phasesFor('write'),
  workflow: 'workflow-dependent',
  affects: ['content'],
  input: Type.Object({ document: documentInput }, { additionalProperties: false }),
  output: delete_content.output,
  async run(context: ContentContext, { document }) {
    const found = await findDocument(context, document)
    if (!found.ok) return found.result
    const { model, stored } = found.value
    return delete_content.run(context, { model: model.id, entryIds: [stored.id] })
  },
})
