import { defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { pageOf, readCursor, writeCursor } from '../../brain/page.ts'
import type { ContentContext } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'
import { valueFields } from '../../model/named.ts'
import { KindOutput, modelInput, pageInput } from '../shared/reads.ts'
import { findModel } from '../shared/support.ts'

export const get_collection_schema = defineOperation({
  id: 'content.get_collection_schema',
  summary: 'Read the definition of a model',
  description: 'One model whole: its properties, and each field with all of its constraints.',
  icon: 'list-tree',
  keywords: ['model definition', 'field constraints', 'schema of a collection'],
  effect: 'read',
  onDemand: true,
  phases: phasesFor('read'),
  input: Type.Object({ collection: modelInput, ...pageInput }, { additionalProperties: false }),
  output: Type.Object({
    id: Type.String(),
    name: Type.String(),
    kind: KindOutput,
    domain: Type.String(),
    i18n: Type.Boolean(),
    title_field: Type.Optional(Type.String()),
    description: Type.Optional(Type.String()),
    content_path: Type.Optional(Type.String()),
    locale_strategy: Type.Optional(Type.String()),
    fields: Type.Array(Type.Object({ name: Type.String(), definition: Type.Unknown() })),
    total: Type.Integer(),
    cursor: Type.Optional(Type.String()),
  }),
  async run(context: ContentContext, { collection, limit = 50, cursor }) {
    const found = await findModel(context, collection)
    if (!found.ok) return found.result
    const { fields: _, ...properties } = found.value.model
    const all = properties.kind === 'dictionary' ? [] : valueFields(found.value.model)
    const start = cursor === undefined ? 0 : (readCursor(cursor)?.index ?? 0)
    const { items, next } = pageOf(all, { start, limit }, ({ name, definition, shared }) => ({
      name,
      definition: shared === undefined ? definition : { ...definition, shared: true },
    }))
    return ok({
      ...properties,
      fields: items,
      total: all.length,
      ...(next === undefined ? {} : { cursor: writeCursor({ index: next, after: '', members: 0 }) }),
    })
  },
})
