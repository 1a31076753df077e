import { defineOperation, fail } from '@atelier/operation'
import { Type } from 'typebox'
import type { ContentContext } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'
import { entryName } from '../../entry/entry.ts'
import { errorMessage } from '../../strings/errorMessages.ts'
import { save_content } from '../entries/saveContent.ts'
import { idInput, localeInput, modelInput } from '../shared/reads.ts'
import { findModel } from '../shared/support.ts'
import { fieldValues, savedAs } from './documentReference.ts'

export const create_document = defineOperation({
  id: 'content.create_document',
  summary: 'Create a document',
  description: 'Make a draft entry of a collection. `id` is the slug of a document; a collection makes its own.',
  icon: 'file-plus',
  keywords: ['new entry', 'new post', 'add entry'],
  effect: 'write',
  onDemand: true,
  phases: phasesFor('write'),
  workflow: 'workflow-dependent',
  affects: ['content'],
  input: Type.Object(
    { collection: modelInput, id: Type.Optional(idInput), locale: localeInput, fields: fieldValues },
    { additionalProperties: false },
  ),
  output: save_content.output,
  async run(context: ContentContext, { collection, id, locale, fields }) {
    const found = await findModel(context, collection)
    if (!found.ok) return found.result
    const { model } = found.value
    if (id !== undefined && (await context.reader.entry(model.id, id))) {
      const name = entryName({ model: model.id, id })
      return fail('id_taken', errorMessage('document.taken', { name }), {
        path: '/id',
        hint: errorMessage('document.taken.hint'),
      })
    }
    // Without a slug a document is named by the one among its fields, or refused.
    const input =
      model.kind === 'document' && id === undefined
        ? { model: model.id, data: fields }
        : savedAs(model, id ?? 'new', fields)
    return save_content.run(context, { ...input, ...(locale === undefined ? {} : { locale }) })
  },
})
