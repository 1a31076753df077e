import type { Json } from '@atelier/documents'
import { defineOperation, type Envelope, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { visibleTo } from '../../brain/restrict.ts'
import type { ContentContext } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'
import { SUBMISSION, type Submission } from '../../context/services.ts'
import { createEntry, writeMeta, writeValues } from '../../entry/entryDocument.ts'
import { mainLocale } from '../../entry/settle.ts'
import { localesOf, type Model } from '../../model/definition.ts'
import { memberOf, recordOf } from '../../model/json.ts'
import { slugOf } from '../../model/names.ts'
import { entriesAnswer, entriesOutput, entryWritten, type FoundModel, findModel } from '../shared/support.ts'
import { pendingSubmission } from './submissions.ts'

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
    const place = localeOf(submission, found.value, context)
    if ('refused' in place) return place.refused
    const { locale } = place
    const data = fittingValues(submission.data, model)
    const documentId = context.newId()
    const title = model.title_field === undefined ? undefined : data[model.title_field]
    const tail = documentId.replaceAll('-', '').slice(-12)
    const slug = slugOf(typeof title === 'string' ? title : '').slice(0, 60)
    const id = model.kind === 'document' ? [slug, tail.slice(-6)].filter((part) => part !== '').join('-') : tail
    const draft = context.drafts.create(documentId, 'entry')
    createEntry(draft, { model: model.id, id })
    draft.set(SUBMISSION, submission.id)
    const changed = writeValues(draft, model, locale, data)
    writeMeta(draft, locale, { status: 'draft' })
    const { entry, findings } = entryWritten(found.value, draft, locale, changed)
    return ok({ ...entriesAnswer(context, { entries: [entry], findings: [...findings] }), entryId: id })
  },
})

/** The locale of the form when it was sent, or that of the form now if the project has that one no more. */
function localeOf(
  submission: Pick<Submission, 'model' | 'locale'>,
  { model, whole }: FoundModel,
  { restriction }: ContentContext,
): { locale: string } | { refused: Envelope<never> } {
  const known = localesOf(model, whole.config)
  const wanted = [submission.locale, memberOf(whole.forms ?? {}, model.id)?.locale ?? '']
  const locale = wanted.find((each) => known.includes(each)) ?? mainLocale(model, whole.config)
  if (visibleTo(restriction).locale(locale)) return { locale }
  return {
    refused: fail('forbidden_locale', `Its entry would be one in “${locale}”, which you may not write.`, {
      path: '/submissionId',
    }),
  }
}

/**
 * The sent values, by the present names of their fields; fields that are gone are left out, and stay in the submission.
 */
function fittingValues(data: Submission['data'], { fields }: Model): Record<string, Json> {
  const nameOf = (sent: string) =>
    (fields.find(({ name }) => name === sent) ?? fields.find(({ key }) => key === sent))?.name
  return recordOf(
    Object.entries(data).flatMap(([sent, value]) => {
      const name = nameOf(sent)
      return name === undefined ? [] : [[name, value] as const]
    }),
  )
}
