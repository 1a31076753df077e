import { defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { type CmsContext, content } from '../context/context.ts'
import { bodyField, fieldForPart } from '../posts/models.ts'
import { PostView, postInput, postNamed, postView } from '../posts/posts.ts'

export const getPost = defineOperation({
  id: 'cms.getPost',
  summary: 'Get a post',
  description: 'A post by slug or title, with its text and all fields.',
  icon: 'file-text',
  of: 'content.get_content',
  effect: 'read',
  input: Type.Object(postInput, { additionalProperties: false }),
  output: Type.Object({
    post: Type.Object({
      ...PostView.properties,
      content: Type.Object({
        body: Type.Optional(Type.Unknown()),
        cover: Type.Optional(Type.Unknown()),
        tags: Type.Optional(Type.Unknown()),
      }),
      /** All values by the names of the collection's fields. */
      fields: Type.Record(Type.String(), Type.Unknown()),
    }),
  }),
  async run(context: CmsContext, named) {
    const { found, refused } = await postNamed(context, named)
    if (refused) return refused
    const { model, entry, locale } = found
    const read = await context.others.invoke(content('content.get_content'), {
      model: model.id,
      id: entry.id,
      ...(named.locale === undefined ? {} : { locale }),
    })
    if (!read.ok) return read
    const whole = read.data?.entries?.[0] ?? entry
    const { data } = whole
    const fieldValue = (name: string | undefined) => (name === undefined ? undefined : data[name])
    const own = {
      body: fieldValue(bodyField(model)),
      cover: fieldValue(fieldForPart(model, 'cover')?.name),
      tags: fieldValue(fieldForPart(model, 'tags')?.name),
    }
    return ok(
      { post: { ...postView({ ...found, entry: whole }), content: own, fields: { ...data } } },
      { warnings: read.warnings },
    )
  },
})
