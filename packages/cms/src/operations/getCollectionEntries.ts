import { defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { type CmsContext, content } from '../context/context.ts'
import { modelNamed, readItemModels } from '../posts/models.ts'
import { localeInput } from '../posts/posts.ts'

export const getCollectionEntries = defineOperation({
  id: 'cms.getCollectionEntries',
  summary: 'Get the entries of a collection',
  description: 'Entries of a collection; includeContent adds their fields.',
  icon: 'list',
  of: 'content.get_content',
  effect: 'read',
  input: Type.Object(
    {
      collectionId: Type.String({ maxLength: 200 }),
      includeContent: Type.Optional(Type.Boolean()),
      locale: localeInput,
      cursor: Type.Optional(Type.String({ maxLength: 300 })),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    collection: Type.Object({ id: Type.String(), name: Type.String() }),
    locale: Type.String(),
    entries: Type.Array(
      Type.Object({
        /** As getEntryContent takes it. */
        entryId: Type.String(),
        title: Type.String(),
        status: Type.Optional(Type.String()),
        content: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
      }),
    ),
    total: Type.Integer(),
    cursor: Type.Optional(Type.String()),
  }),
  async run(context: CmsContext, { collectionId, includeContent = false, locale, cursor }) {
    const models = await readItemModels(context)
    if (models.refused) return models.refused
    const { found: model, refused } = modelNamed(models.found.models, collectionId)
    if (refused) return refused
    const read = await context.others.invoke(content('content.get_content'), {
      model: model.id,
      ...(includeContent ? {} : { fields: [] }),
      ...(locale === undefined ? {} : { locale }),
      ...(cursor === undefined ? {} : { cursor }),
    })
    if (!read.ok) return read
    const { entries = [], total = 0, locale: shown = '', cursor: next } = read.data ?? {}
    return ok(
      {
        collection: { id: model.id, name: model.name },
        locale: shown,
        entries: entries.map(({ id, title, status, data }) => ({
          entryId: `${model.id}/${id}`,
          title,
          ...(status === undefined ? {} : { status }),
          ...(includeContent ? { content: data } : {}),
        })),
        total,
        ...(next === undefined ? {} : { cursor: next }),
      },
      { warnings: read.warnings },
    )
  },
})
