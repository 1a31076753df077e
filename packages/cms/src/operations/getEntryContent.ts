import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { type CmsContext, content } from '../context/context.ts'
import { localeInput } from '../posts/posts.ts'

export const getEntryContent = defineOperation({
  id: 'cms.getEntryContent',
  summary: 'Get the content of an entry',
  description: 'All fields of an entry (collection/id); path and offset read a long value on.',
  icon: 'file-text',
  of: 'content.get_document',
  effect: 'read',
  input: Type.Object(
    {
      entryId: Type.String({ maxLength: 400 }),
      locale: localeInput,
      path: Type.Optional(Type.String({ maxLength: 400 })),
      offset: Type.Optional(Type.Integer({ minimum: 0 })),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    entryId: Type.String(),
    locale: Type.String(),
    title: Type.Optional(Type.String()),
    status: Type.Optional(Type.String()),
    content: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    value: Type.Optional(Type.Unknown()),
    nextOffset: Type.Optional(Type.Integer()),
  }),
  async run(context: CmsContext, { entryId, ...part }) {
    const read = await context.others.invoke(content('content.get_document'), { document: entryId, ...part })
    if (!read.ok) {
      if (!read.error?.hint || read.error.path === undefined) return read
      return fail(read.error.code, read.error.message, { path: '/entryId', hint: read.error.hint })
    }
    const { model = '', locale = '', entries: [entry] = [], value, nextOffset } = read.data ?? {}
    return ok(
      {
        entryId: entry ? `${model}/${entry.id}` : entryId,
        locale,
        ...(entry ? { title: entry.title, content: entry.data } : {}),
        ...(entry?.status === undefined ? {} : { status: entry.status }),
        ...(value === undefined ? {} : { value }),
        ...(nextOffset === undefined ? {} : { nextOffset }),
      },
      { warnings: read.warnings },
    )
  },
})
