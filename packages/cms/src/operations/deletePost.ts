import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { type CmsContext, content } from '../context/context.ts'
import { postInput, postNamed } from '../posts/posts.ts'
import { notesOf, Written, writtenOf } from '../posts/written.ts'

export const deletePost = defineOperation({
  id: 'cms.deletePost',
  summary: 'Delete a post',
  description: 'Delete a post, or with locale that translation.',
  icon: 'trash-2',
  of: 'content.delete_content',
  effect: 'write',
  asks: true,
  affects: ['content'],
  input: Type.Object(
    // A model of the described tools sends `confirmed`; only a person's decision counts.
    { ...postInput, confirmed: Type.Optional(Type.Boolean()) },
    { additionalProperties: false },
  ),
  output: Type.Object({ slug: Type.String(), title: Type.String(), collectionSlug: Type.String(), ...Written }),
  async consequence(context: CmsContext, named) {
    const { found } = await postNamed(context, named)
    if (!found) return undefined
    const { model, entry, locale } = found
    const isPart = named.locale !== undefined && model.i18n
    const what = isPart ? `the ${locale} translation of the post` : 'the post'
    const target = `${entry.title} (${model.id}/${entry.id})`
    return {
      message: `Delete ${what} “${entry.title}” (${model.id}/${entry.id}). An undo brings it back.`,
      target,
      documentIds: [entry.documentId],
    }
  },
  async run(context: CmsContext, named) {
    const { found, refused } = await postNamed(context, named)
    if (refused) return refused
    const { model, entry } = found
    const done = await context.others.invoke(content('content.delete_content'), {
      model: model.id,
      entryIds: [entry.id],
      ...(named.locale === undefined ? {} : { locale: named.locale }),
    })
    if (!done.ok) {
      if (done.error?.code !== 'referenced') return done
      const hint = 'Ask whether the references may go; then use content.delete_content with references: "clear".'
      return fail('referenced', done.error.message, { hint })
    }
    const answer = done.data ?? { merged: true, errors: [] }
    return ok(
      { slug: entry.id, title: entry.title, collectionSlug: model.id, ...writtenOf(answer) },
      { warnings: notesOf({ ...answer, errors: [] }) },
    )
  },
})
