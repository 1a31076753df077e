import { slugOf } from '@atelier/content'
import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { type CmsContext, content } from '../context/context.ts'
import {
  hasSlugField,
  PostView,
  postAddress,
  postInput,
  postNamed,
  postView,
  slugOfPost,
  visibility,
} from '../posts/posts.ts'
import { PostContent, postFields, postValues } from '../posts/values.ts'
import { notesOf, Written, writtenOf } from '../posts/written.ts'

export const updatePost = defineOperation({
  id: 'cms.updatePost',
  summary: 'Change a post',
  description: 'Change a post; null clears.',
  icon: 'file-pen',
  of: 'content.save_content',
  effect: 'write',
  affects: ['content'],
  input: Type.Object(
    {
      ...postInput,
      updates: Type.Object(
        {
          title: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
          slug: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
          content: Type.Optional(PostContent),
          ...postValues,
        },
        { additionalProperties: false },
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ post: PostView, changed: Type.Array(Type.String()), ...Written }),
  async run(context: CmsContext, { updates, ...named }) {
    const { found, refused } = await postNamed(context, named)
    if (refused) return refused
    const { models, model, entry, locale } = found
    const { slug, ...given } = updates
    const values = await postFields(context, model, given)
    if (values.refused) return values.refused
    const { fields, warnings } = values.found
    const oldSlug = slugOfPost(model, entry)
    const newSlug = slug === undefined ? oldSlug : slugOf(slug)
    const isRenamed = model.kind === 'document' && newSlug !== oldSlug
    if (newSlug !== oldSlug && hasSlugField(model)) fields.slug = newSlug
    else if (newSlug !== oldSlug && !isRenamed) warnings.push(`“${model.name}” has no field for the slug, so it stays.`)
    if (!isRenamed && Object.keys(fields).length === 0)
      return fail('no_updates', `There is nothing to change. ${warnings.join(' ')}`.trim(), {
        path: '/updates',
        hint: 'Name title, slug, excerpt, featuredImage, category, author or content {body, cover, tags}.',
      })
    let answer: Answer = { merged: true, errors: [], entries: [] }
    const changed: string[] = []
    if (Object.keys(fields).length > 0) {
      const input = { document: `${model.id}/${entry.id}`, fields, ...(named.locale === undefined ? {} : { locale }) }
      const saved = await context.others.invoke(content('content.set_document_fields'), input)
      if (!saved.ok) return saved
      answer = saved.data ?? answer
      changed.push(...answer.entries.flatMap((each) => each.changed))
    }
    if (isRenamed) {
      const input = { model: model.id, entryId: entry.id, newId: newSlug }
      const renamed = await context.others.invoke(content('content.renameEntry'), input)
      if (!renamed.ok) return renamed
      answer = { ...(renamed.data ?? answer), errors: answer.errors }
      changed.push('slug')
    }
    const before = changed.includes('slug') ? postAddress(models, model, oldSlug, locale) : undefined
    if (before !== undefined) warnings.push(`Its old address ${before} leads nowhere once this is online.`)
    const title = given.title ?? entry.title
    const ownSlug = changed.includes('slug') ? newSlug : oldSlug
    const address = postAddress(models, model, ownSlug, locale)
    const post = { ...postView(found), slug: ownSlug, title, ...(address === undefined ? {} : { address }) }
    const seen = answer.merged && entry.status === 'published' ? visibility(context, found, ownSlug) : []
    return ok({ post, changed, ...writtenOf(answer) }, { warnings: [...warnings, ...notesOf(answer), ...seen] })
  },
})

interface Answer {
  merged: boolean
  branch?: string | undefined
  errors: readonly { message: string; field?: string | undefined }[]
  entries: readonly { changed: readonly string[] }[]
}
