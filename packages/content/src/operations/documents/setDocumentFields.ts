import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { ContentContext } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'
import { save_content } from '../entries/saveContent.ts'
import { localeInput } from '../shared/reads.ts'
import { documentInput, fieldValues, findDocument, savedAs } from './documentReference.ts'

export const set_document_fields = defineOperation({
  id: 'content.set_document_fields',
  summary: 'Set fields of a document',
  description: 'Set several fields of one entry in one locale; those that are not named stay, null clears one.',
  icon: 'pencil',
  keywords: ['edit entry', 'update post'],
  effect: 'write',
  onDemand: true,
  phases: phasesFor('write'),
  workflow: 'workflow-dependent',
  affects: ['content'],
  input: Type.Object(
    { document: documentInput, fields: fieldValues, locale: localeInput },
    { additionalProperties: false },
  ),
  output: save_content.output,
  async run(context: ContentContext, { document, fields, locale }) {
    const found = await findDocument(context, document)
    if (!found.ok) return found.result
    const { model, stored } = found.value
    return save_content.run(context, {
      ...savedAs(model, stored.id, fields),
      ...(locale === undefined ? {} : { locale }),
    })
  },
})
