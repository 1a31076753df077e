import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { ContentContext } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'
import { localeInput } from '../shared/reads.ts'
import { documentInput } from './documentReference.ts'
import { set_document_fields } from './setDocumentFields.ts'

export const set_document_field = defineOperation({
  id: 'content.set_document_field',
  summary: 'Set a field of a document',
  description: 'Set one field of one entry in one locale; null clears it.',
  icon: 'pencil',
  keywords: ['edit field', 'change title'],
  effect: 'write',
  onDemand: true,
  phases: phasesFor('write'),
  workflow: 'workflow-dependent',
  affects: ['content'],
  input: Type.Object(
    { document: documentInput, field: Type.String({ maxLength: 200 }), value: Type.Unknown(), locale: localeInput },
    { additionalProperties: false },
  ),
  output: set_document_fields.output,
  run: (context: ContentContext, { field, value, ...rest }) =>
    set_document_fields.run(context, { ...rest, fields: Object.fromEntries([[field, value]]) }),
})
