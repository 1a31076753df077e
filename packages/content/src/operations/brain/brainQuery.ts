import { defineOperation, fail, inSlices, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { queryEntries, refuseQuery } from '../../brain/query.ts'
import type { ContentContext } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'
import { recordOf } from '../../model/json.ts'
import { agentMessage } from '../../strings/agentMessages.ts'
import { jsonOf } from '../shared/checkWritten.ts'
import { noteRead } from '../shared/known.ts'
import { EntryOutput, fieldsInput, idInput, localeInput, modelInput, pageInput } from '../shared/reads.ts'
import { findLocale, findModel } from '../shared/support.ts'

export const brain_query = defineOperation({
  id: 'content.brain_query',
  summary: 'Query content',
  description:
    'Entries that match: where {field: value | {eq|ne|in|gt|gte|lt|lte|contains|exists}}, also id, status, updated_at; order ["-price"]; countBy a field counts its values.',
  icon: 'filter',
  keywords: ['filter', 'count entries', 'how many', 'sort entries', 'drafts'],
  effect: 'read',
  phases: phasesFor('read'),
  input: Type.Object(
    {
      model: modelInput,
      locale: localeInput,
      ids: Type.Optional(Type.Array(idInput, { maxItems: 500 })),
      where: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
      order: Type.Optional(Type.Array(Type.String({ maxLength: 200 }), { maxItems: 3 })),
      fields: fieldsInput,
      countBy: Type.Optional(Type.String({ maxLength: 200 })),
      ...pageInput,
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    model: Type.String(),
    locale: Type.String(),
    total: Type.Integer(),
    entries: Type.Array(EntryOutput),
    cursor: Type.Optional(Type.String()),
    counts: Type.Optional(Type.Array(Type.Object({ value: Type.Unknown(), count: Type.Integer() }))),
  }),
  async run(context: ContentContext, { model: modelId, locale: asked, where, ...rest }) {
    const found = await findModel(context, modelId)
    if (!found.ok) return found.result
    const locale = findLocale(found.value, asked)
    if (!locale.ok) return locale.result
    const { model } = found.value
    const query = {
      ...rest,
      locale: locale.value,
      ...(where ? { where: recordOf(Object.entries(where).map(([name, value]) => [name, jsonOf(value)])) } : {}),
    }
    const refusal = refuseQuery(model, query)
    if (refusal) return fail(refusal.code, refusal.message, refusal.hint === undefined ? {} : { hint: refusal.hint })
    const stored = await context.reader.entries(model.id)
    const result = await inSlices(queryEntries(stored, model, query))
    await noteRead(context, model, locale.value, stored, result.entries, rest.fields)
    const warnings = result.entries.some(({ shortened }) => shortened) ? [agentMessage('read.shortened')] : []
    return ok({ model: model.id, locale: locale.value, ...result }, { warnings })
  },
})
