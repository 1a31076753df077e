import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { ContentContext } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'
import { changeSources } from '../../entry/entry.ts'
import { blameOf, type HistoryStep, historyOf } from '../../entry/history.ts'
import { walkHistory } from '../../entry/pastEdits.ts'
import { pastSides } from '../../entry/pastSides.ts'
import { localesOf } from '../../model/definition.ts'
import { findModel, openForWriting, unknownEntry } from '../shared/support.ts'

/** How many edits of an entry are looked at for who changed a field last, the newest. */
const MAX_EDITS = 2_000

const By = Type.Object({
  kind: Type.Enum(['hand', 'agent']),
  userId: Type.String(),
  runId: Type.Optional(Type.String()),
})
const about = {
  seq: Type.Integer(),
  at: Type.String({ description: 'ISO 8601' }),
  by: By,
  source: Type.Enum(changeSources),
}

export const entryHistory = defineOperation({
  id: 'content.entryHistory',
  summary: 'Read the history of an entry',
  description:
    'Who changed which field of an entry when, newest first, and who changed each field last (`blame`). restoreFields brings the values after a `seq` back, takeBackChange takes single changes back.',
  icon: 'history',
  keywords: ['blame', 'versions', 'revisions', 'who changed', 'audit'],
  effect: 'read',
  phases: phasesFor('read'),
  onDemand: true,
  input: Type.Object(
    {
      model: Type.String({ maxLength: 200 }),
      entryId: Type.String({ maxLength: 200 }),
      locale: Type.Optional(Type.String({ maxLength: 20 })),
      field: Type.Optional(Type.String({ maxLength: 200 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
      before: Type.Optional(Type.Integer({ description: 'Changes before this `seq`.' })),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    changes: Type.Array(
      Type.Object({
        ...about,
        label: Type.Optional(Type.String()),
        changeSetId: Type.Optional(Type.String()),
        fields: Type.Array(
          Type.Object({
            locale: Type.String(),
            field: Type.String(),
            before: Type.Optional(Type.Unknown()),
            after: Type.Optional(Type.Unknown()),
          }),
        ),
      }),
    ),
    more: Type.Boolean(),
    blame: Type.Array(Type.Object({ locale: Type.String(), field: Type.String(), ...about })),
  }),
  async run(context: ContentContext, { model: modelId, entryId, locale, field, limit = 20, before }) {
    const found = await findModel(context, modelId)
    if (!found.ok) return found.result
    const { model, schema } = found.value
    const entry = await openForWriting(context, model, entryId)
    if (!entry) return unknownEntry(context, model.id, entryId)
    const { history } = context.services
    if (!history) return fail('no_history', 'The history is read on the server.')
    const locales = [...localesOf(model, schema.config), '*']
    const isWanted = (each: { locale: string; field: string }) =>
      locales.includes(each.locale) &&
      (locale === undefined || each.locale === locale) &&
      (field === undefined || each.field === field)
    const { documentId } = entry.stored
    const wanted: HistoryStep[] = []
    await walkHistory(
      (most, from) => history(documentId, most, from),
      { view: entry.draft, model, before },
      (steps) => {
        for (const step of steps) {
          const fields = step.fields.filter(isWanted)
          if (fields.length > 0) wanted.push({ ...step, fields })
        }
        return wanted.length > limit
      },
    )
    // Only the first page says who changed what last.
    const newest = before === undefined ? await history(documentId, MAX_EDITS) : []
    const time = (at: number) => new Date(at).toISOString()
    return ok({
      changes: wanted.slice(0, limit).map((step) => ({
        ...step,
        at: time(step.at),
        fields: step.fields.map((each) => ({
          locale: each.locale,
          field: each.field,
          ...pastSides(each.before, each.after),
        })),
      })),
      more: wanted.length > limit,
      blame: blameOf(entry.draft, model, historyOf(entry.draft, model, newest))
        .filter(isWanted)
        .map((each) => ({ ...each, at: time(each.at) })),
    })
  },
})
