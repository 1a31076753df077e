import { slugOf } from '@atelier/content'
import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { type CmsContext, content } from '../context/context.ts'
import { postModel, readItemModels } from '../posts/models.ts'
import { hasSlugField, localeInput, PostView, postAddress } from '../posts/posts.ts'
import { newPostValues, postFields } from '../posts/values.ts'
import { notesOf, Written, writtenOf } from '../posts/written.ts'

export const createPost = defineOperation({
  id: 'cms.createPost',
  summary: 'Write a post',
  description: 'Write a draft of a post; body is Markdown.',
  icon: 'file-plus',
  of: 'content.save_content',
  effect: 'write',
  affects: ['content'],
  input: Type.Object(
    {
      collectionSlug: Type.Optional(Type.String({ maxLength: 200 })),
      slug: Type.Optional(Type.String({ maxLength: 200 })),
      title: Type.String({ minLength: 1, maxLength: 500 }),
      ...newPostValues,
      locale: localeInput,
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ post: PostView, saved: Type.Array(Type.String()), ...Written }),
  async run(context: CmsContext, { collectionSlug, slug, locale, ...given }) {
    const read = await readItemModels(context)
    if (read.refused) return read.refused
    const models = read.found
    const chosen = postModel(context, models, collectionSlug)
    if (chosen.refused) return chosen.refused
    const model = chosen.found
    const values = await postFields(context, model, given)
    if (values.refused) return values.refused
    const { fields, warnings } = values.found
    const id = slugOf(slug ?? given.title)
    if (id === '')
      return fail('invalid_slug', 'The post has no slug.', { path: '/slug', hint: 'Give one such as new-bread.' })
    if (slug !== undefined && id !== slug) warnings.push(`The slug is “${id}”.`)
    const isDocument = model.kind === 'document'
    if (hasSlugField(model)) fields.slug = id
    const done = await context.others.invoke(content('content.create_document'), {
      collection: model.id,
      fields,
      ...(isDocument ? { id } : {}),
      ...(locale === undefined ? {} : { locale }),
    })
    if (!done.ok) {
      if (done.error?.code !== 'id_taken') return done
      const hint = 'updatePost changes that one; give another slug for a new post.'
      return fail('slug_taken', `There is a post “${id}” in ${model.id} already.`, { path: '/slug', hint })
    }
    const answer = done.data ?? { merged: true, errors: [], entries: [] }
    const [entry] = answer.entries
    const own = entry?.locale ?? locale ?? models.mainLocale ?? ''
    const ownSlug = hasSlugField(model) ? id : (entry?.id ?? id)
    const address = postAddress(models, model, ownSlug, own)
    const post = {
      slug: ownSlug,
      title: given.title,
      status: 'draft',
      collectionSlug: model.id,
      locale: own,
      ...(address === undefined ? {} : { address }),
    }
    return ok(
      { post, saved: entry?.changed ?? [], ...writtenOf(answer) },
      { warnings: [...warnings, ...notesOf(answer), 'It is a draft: publishPost publishes it.'] },
    )
  },
})
