import { defineOperation, fail } from '@atelier/operation'
import { Type } from 'typebox'
import type { ContentContext } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'
import { fieldOf } from '../../model/named.ts'
import { errorMessage } from '../../strings/errorMessages.ts'
import { localeInput } from '../shared/reads.ts'
import { documentInput, findDocument } from './documentReference.ts'
import { set_document_fields } from './setDocumentFields.ts'

/** The names that a field for an author has, the likeliest first. */
const authorFields = ['author', 'authors', 'written_by', 'by'] as const

export const set_document_author = defineOperation({
  id: 'content.set_document_author',
  summary: 'Set the author of a document',
  description:
    'Set the author of one entry, in the field `author` of its model: the id of an entry where that is a relation, otherwise a name.',
  icon: 'user-pen',
  keywords: ['byline', 'written by'],
  effect: 'write',
  onDemand: true,
  phases: phasesFor('write'),
  workflow: 'workflow-dependent',
  affects: ['content'],
  input: Type.Object(
    {
      document: documentInput,
      author: Type.Union([Type.String({ maxLength: 400 }), Type.Null()]),
      locale: localeInput,
    },
    { additionalProperties: false },
  ),
  output: set_document_fields.output,
  async run(context: ContentContext, { document, author, ...rest }) {
    const found = await findDocument(context, document)
    if (!found.ok) return found.result
    const { model, stored } = found.value
    const name = authorFields.find((each) => fieldOf(model, each))
    const type = name && fieldOf(model, name)?.definition.type
    if (name === undefined) {
      return fail('no_author', errorMessage('author.noField', { model: model.name }), {
        path: '/document',
        hint: errorMessage('author.noField.hint'),
      })
    }
    const value = author !== null && (type === 'relations' || type === 'array') ? [author] : author
    const reference = `${model.id}/${stored.id}`
    return set_document_fields.run(context, { ...rest, document: reference, fields: { [name]: value } })
  },
})
