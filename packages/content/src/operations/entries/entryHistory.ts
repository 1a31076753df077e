import type { Json } from '@atelier/documents'
import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { ContentContext } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'
import { changeSources } from '../../entry/entry.ts'
import { blameOf, historyOf } from '../../entry/history.ts'
import { localesOf } from '../../model/definition.ts'
import { findModel, openForWriting, unknownEntry } from '../shared/support.ts'

/** How many edits of an entry are looked at, the newest. */
export const MAX_EDITS = 2_000
/** Characters of a value that the answer shows. */
const SHOWN = 300

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
    'Who changed which field of an entry when, newest first, and who changed each field last (`blame`). restoreFields brings values back by `seq`.',
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
  async run(context: ContentContext, { model: modelId, entryId, locale, field, limit = 20, before = Infinity }) {
    const found = await findModel(context, modelId)
    if (!found.ok) return found.result
    const { model, schema } = found.value
    const entry = await openForWriting(context, model, entryId)
    if (!entry) return unknownEntry(context, model.id, entryId)
    const edits = await context.services.history?.(entry.stored.documentId, MAX_EDITS)
    if (!edits) return fail('no_history', 'The history is read on the server.')
    const locales = [...localesOf(model, schema.config), '*']
    const isWanted = (each: { locale: string; field: string }) =>
      locales.includes(each.locale) &&
      (locale === undefined || each.locale === locale) &&
      (field === undefined || each.field === field)
    const history = historyOf(entry.draft, model, edits)
    const wanted = history
      .filter(({ seq }) => seq < before)
      .map((step) => ({ ...step, fields: step.fields.filter(isWanted) }))
      .filter(({ fields }) => fields.length > 0)
    const time = (at: number) => new Date(at).toISOString()
    return ok({
      changes: wanted.slice(0, limit).map((step) => ({
        ...step,
        at: time(step.at),
        fields: step.fields.map((each) => ({
          ...each,
          ...(each.before === undefined ? {} : { before: shortenPast(each.before) }),
          ...(each.after === undefined ? {} : { after: shortenPast(each.after) }),
        })),
      })),
      more: wanted.length > limit,
      blame: blameOf(entry.draft, model, history)
        .filter(isWanted)
        .map((each) => ({ ...each, at: time(each.at) })),
    })
  },
})

function shortenPast(value: Json): Json {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length <= SHOWN ? value : `${text.slice(0, SHOWN)}…`
}
