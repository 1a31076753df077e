import { defineOperation, fail, inSlices, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { queryEntries, refuseQuery } from '../../brain/query.ts'
import type { ContentContext } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'
import { entryStatuses } from '../../entry/entry.ts'
import { localeInput, modelInput, pageInput } from '../shared/reads.ts'
import { findLocale, findModel } from '../shared/support.ts'
import { documentName } from './documentReference.ts'

export const list_documents = defineOperation({
  id: 'content.list_documents',
  summary: 'List the documents of a collection',
  description: 'Entries of a model with title and status, newest changes first; brain_query filters by fields.',
  icon: 'list',
  keywords: ['entries', 'posts', 'list entries'],
  effect: 'read',
  onDemand: true,
  phases: phasesFor('read'),
  input: Type.Object(
    { collection: modelInput, locale: localeInput, status: Type.Optional(Type.Enum(entryStatuses)), ...pageInput },
    { additionalProperties: false },
  ),
  output: Type.Object({
    documents: Type.Array(
      Type.Object({
        document: Type.String(),
        title: Type.String(),
        status: Type.Optional(Type.String()),
        updated_at: Type.String(),
      }),
    ),
    total: Type.Integer(),
    cursor: Type.Optional(Type.String()),
  }),
  async run(context: ContentContext, { collection, locale: asked, status, limit, cursor }) {
    const found = await findModel(context, collection)
    if (!found.ok) return found.result
    const locale = findLocale(found.value, asked)
    if (!locale.ok) return locale.result
    const { model } = found.value
    const query = {
      locale: locale.value,
      fields: [],
      order: ['-updated_at'],
      ...(limit === undefined ? {} : { limit }),
      ...(cursor === undefined ? {} : { cursor }),
    }
    const refusal = refuseQuery(model, query)
    if (refusal) return fail(refusal.code, refusal.message)
    const entries = await context.reader.entries(model.id)
    const wanted = status
      ? entries.filter(({ settled }) => settled?.locales[locale.value]?.meta.status === status)
      : entries
    const result = await inSlices(queryEntries(wanted, model, query))
    return ok({
      documents: result.entries.map(({ id, title, status: each, updated_at }) => ({
        document: documentName({ model: model.id, id }),
        title,
        ...(each === undefined ? {} : { status: each }),
        updated_at,
      })),
      total: result.total,
      ...(result.cursor === undefined ? {} : { cursor: result.cursor }),
    })
  },
})
