import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { ContentContext } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'
import { entryStatuses } from '../../entry/entry.ts'
import { update_status } from '../entries/updateStatus.ts'
import { localeInput } from '../shared/reads.ts'
import { documentInput, findDocument } from './documentReference.ts'

export const set_document_status = defineOperation({
  id: 'content.set_document_status',
  summary: 'Change the status of a document',
  description: 'Publish, unpublish (draft) or archive one entry, in every locale it is translated to or in one.',
  icon: 'circle-check',
  keywords: ['publish post', 'unpublish', 'archive'],
  effect: 'write',
  onDemand: true,
  phases: phasesFor('write'),
  workflow: 'workflow-dependent',
  affects: ['content'],
  input: Type.Object(
    { document: documentInput, status: Type.Enum(entryStatuses), locale: localeInput },
    { additionalProperties: false },
  ),
  output: update_status.output,
  async run(context: ContentContext, { document, ...rest }) {
    const found = await findDocument(context, document)
    if (!found.ok) return found.result
    const { model, stored } = found.value
    return update_status.run(context, { ...rest, model: model.id, entryIds: [stored.id] })
  },
})
