import { defineOperation, fail, inSlices, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { queryEntries, refuseQuery } from '../../brain/query.ts'
import { valueAt, valuePart } from '../../brain/shorten.ts'
import type { ContentContext } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'
import { entryName, ONLY_ENTRY, shownValues } from '../../entry/entry.ts'
import { memberOf } from '../../model/json.ts'
import { agentMessage } from '../../strings/agentMessages.ts'
import { errorMessage } from '../../strings/errorMessages.ts'
import { noteRead, noteReadValue } from '../shared/known.ts'
import { EntryOutput, fieldsInput, idInput, KindOutput, localeInput, modelInput, pageInput } from '../shared/reads.ts'
import { findLocale, findModel, unknownEntry } from '../shared/support.ts'

export const get_content = defineOperation({
  id: 'content.get_content',
  summary: 'Read content',
  description:
    'Entries of a model in one locale: chosen `fields`, pages. With `id` one entry; with `path` too, one long value whole, from `offset` on.',
  icon: 'file-text',
  keywords: ['read entry', 'show entry', 'get post', 'full text'],
  effect: 'read',
  phases: phasesFor('read'),
  input: Type.Object(
    {
      model: modelInput,
      locale: localeInput,
      id: Type.Optional(idInput),
      fields: fieldsInput,
      path: Type.Optional(Type.String({ maxLength: 400 })),
      offset: Type.Optional(Type.Integer({ minimum: 0 })),
      ...pageInput,
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    model: Type.String(),
    kind: KindOutput,
    locale: Type.String(),
    total: Type.Optional(Type.Integer()),
    entries: Type.Optional(Type.Array(EntryOutput)),
    cursor: Type.Optional(Type.String()),
    id: Type.Optional(Type.String()),
    path: Type.Optional(Type.String()),
    value: Type.Optional(Type.Unknown()),
    length: Type.Optional(Type.Integer()),
    nextOffset: Type.Optional(Type.Integer()),
  }),
  async run(context: ContentContext, { model: modelId, locale: asked, id, fields, path, offset = 0, limit, cursor }) {
    const found = await findModel(context, modelId)
    if (!found.ok) return found.result
    const locale = findLocale(found.value, asked)
    if (!locale.ok) return locale.result
    const { model } = found.value
    const about = { model: model.id, kind: model.kind, locale: locale.value }

    const only = id ?? (model.kind === 'singleton' || model.kind === 'dictionary' ? ONLY_ENTRY : undefined)
    const one = only === undefined ? undefined : await context.reader.entry(model.id, only)
    if (only !== undefined && !one && id !== undefined) return unknownEntry(context, model.id, id)
    if (path !== undefined) {
      if (!one) return fail('no_id', errorMessage('path.needsId'), { path: '/id' })
      const own = memberOf(one.settled?.locales ?? {}, locale.value)
      const values = own ? shownValues(own) : {}
      const value = valueAt(values, path)
      if (value === undefined) {
        const message = errorMessage('path.unknown', { path, entry: entryName(one) })
        return fail('unknown_path', message, { path: '/path' })
      }
      const part = valuePart(value, offset)
      if (!part) {
        return fail('too_large', errorMessage('path.tooLarge', { path }), {
          path: '/path',
          hint: errorMessage('path.tooLarge.hint', { path, member: Array.isArray(value) ? String(offset) : 'name' }),
        })
      }
      await noteReadValue(context, model, locale.value, one, path, offset === 0)
      return ok({ ...about, id: one.id, path, ...part })
    }

    const query = {
      locale: locale.value,
      ...(fields ? { fields } : {}),
      ...(limit === undefined ? {} : { limit }),
      ...(cursor === undefined ? {} : { cursor }),
    }
    const refusal = refuseQuery(model, query)
    if (refusal) return fail(refusal.code, refusal.message, refusal.hint === undefined ? {} : { hint: refusal.hint })
    const stored = one ? [one] : await context.reader.entries(model.id)
    const result = await inSlices(queryEntries(stored, model, query))
    await noteRead(context, model, locale.value, stored, result.entries, fields)
    const warnings = [
      ...(result.entries.some(({ shortened }) => shortened) ? [agentMessage('read.shortened')] : []),
      ...(result.entries.some(({ standIn }) => standIn)
        ? [agentMessage('read.standIn', { locale: locale.value })]
        : []),
    ]
    return ok({ ...about, ...result }, { warnings })
  },
})
