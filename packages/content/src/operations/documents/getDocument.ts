import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { ContentContext } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'
import { get_content } from '../entries/getContent.ts'
import { branchInput, fieldsInput, localeInput } from '../shared/reads.ts'
import { documentInput, findDocument } from './documentReference.ts'

export const get_document = defineOperation({
  id: 'content.get_document',
  summary: 'Read a document',
  description: 'One entry with all of its fields, or chosen ones; `path` and `offset` read one long value whole.',
  icon: 'file-text',
  keywords: ['read entry', 'read post'],
  effect: 'read',
  onDemand: true,
  phases: phasesFor('read'),
  input: Type.Object(
    {
      document: documentInput,
      locale: localeInput,
      fields: fieldsInput,
      path: Type.Optional(Type.String({ maxLength: 400 })),
      offset: Type.Optional(Type.Integer({ minimum: 0 })),
      cursor: Type.Optional(Type.String({ maxLength: 300 })),
      ...branchInput,
    },
    { additionalProperties: false },
  ),
  output: get_content.output,
  async run(context: ContentContext, { document, ...rest }) {
    const found = await findDocument(context, document)
    if (!found.ok) return found.result
    const { model, stored } = found.value
    return get_content.run(context, { ...rest, model: model.id, id: stored.id })
  },
})
