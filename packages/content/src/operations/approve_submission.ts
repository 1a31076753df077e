import { defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { ContentContext } from '../context/context.ts'
import { phasesFor } from '../context/phase.ts'
import { SUBMISSION } from '../context/services.ts'
import { createEntry, writeMeta, writeValues } from '../entry/entryDocument.ts'
import { NO_LOCALE } from '../model/definition.ts'
import { slugOf } from '../model/names.ts'
import { pendingSubmission } from './submissions.ts'
import { entriesAnswer, entriesOutput, entryWritten, findModel } from './support.ts'

export const approve_submission = defineOperation({
  id: 'content.approve_submission',
  summary: 'Approve a submission',
  description:
    'Make an entry of what a visitor sent: a draft in the locale of its form. Only with the entry it counts as approved.',
  icon: 'inbox',
  keywords: ['accept', 'form', 'moderate'],
  effect: 'write',
  capability: 'content.review',
  workflow: 'workflow-dependent',
  phases: phasesFor('write'),
  affects: ['content', 'submissions'],
  input: Type.Object({ submissionId: Type.String({ maxLength: 200 }) }, { additionalProperties: false }),
  output: Type.Object({ ...entriesOutput, entryId: Type.String() }),
  async run(context: ContentContext, { submissionId }) {
    const pending = await pendingSubmission(context, submissionId)
    if ('refused' in pending) return pending.refused
    const { submission } = pending
    const found = await findModel(context, submission.model)
    if (!found.ok) return found.result
    const { model } = found.value
    const documentId = context.newId()
    const title = model.title_field === undefined ? undefined : submission.data[model.title_field]
    const tail = documentId.replaceAll('-', '').slice(-12)
    const slug = slugOf(typeof title === 'string' ? title : '').slice(0, 60)
    const id = model.kind === 'document' ? [slug, tail.slice(-6)].filter((part) => part !== '').join('-') : tail
    const locale = model.i18n ? submission.locale : NO_LOCALE
    const draft = context.drafts.create(documentId, 'entry')
    createEntry(draft, { model: model.id, id })
    draft.set(SUBMISSION, submission.id)
    const changed = writeValues(draft, model, locale, submission.data)
    writeMeta(draft, locale, { status: 'draft' })
    const { entry, findings } = entryWritten(found.value, draft, locale, changed)
    return ok({ ...entriesAnswer(context, { entries: [entry], findings: [...findings] }), entryId: id })
  },
})
