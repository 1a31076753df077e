import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { ContentContext } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'
import { findLocale, findModel } from '../shared/support.ts'
import { commentsOf, entryDocument, MAX_TEXT, refuseReaders } from './commentSupport.ts'

export const addComment = defineOperation({
  id: 'content.addComment',
  summary: 'Comment on an entry',
  description:
    'Say something about an entry, or about one of its fields. All who have worked on the entry get a note. A comment is no part of the content.',
  icon: 'message-square-plus',
  keywords: ['comment', 'feedback', 'note', 'mention'],
  effect: 'write',
  // Reviewers comment too, who do not write content.
  capability: 'document.read',
  phases: phasesFor('write'),
  workflow: 'none',
  affects: [],
  onDemand: true,
  input: Type.Object(
    {
      model: Type.String({ maxLength: 200 }),
      entryId: Type.String({ maxLength: 200 }),
      locale: Type.Optional(Type.String({ maxLength: 20 })),
      field: Type.Optional(Type.String({ maxLength: 200 })),
      text: Type.String({ minLength: 1, maxLength: MAX_TEXT }),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ id: Type.String(), told: Type.Integer({ description: 'How many people get a note.' }) }),
  async run(context: ContentContext, { model, entryId, locale: asked, field, text }) {
    const service = commentsOf(context)
    if (!service.ok) return service.result
    const refused = refuseReaders(context)
    if (refused) return refused
    const found = await entryDocument(context, { model, entryId })
    if (!found.ok) return found.result
    const { documentId, fields } = found.value
    if (field !== undefined && fields.size > 0 && !fields.has(field))
      return fail('unknown_field', `${model} has no field “${field}”.`, { path: '/field' })
    const inModel = await findModel(context, model)
    if (!inModel.ok) return inModel.result
    const locale = asked === undefined ? undefined : findLocale(inModel.value, asked)
    if (locale && !locale.ok) return locale.result
    if (text.trim() === '') return fail('empty_comment', 'A comment has words.', { path: '/text' })
    return ok(
      await service.value.add({
        documentId,
        kind: 'comment',
        ...(locale ? { locale: locale.value } : {}),
        ...(field === undefined ? {} : { field }),
        text: text.trim(),
      }),
    )
  },
})
