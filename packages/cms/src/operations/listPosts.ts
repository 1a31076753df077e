import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { type CmsContext, content } from '../context/context.ts'
import { bodyField, fieldForPart, postModel, readItemModels } from '../posts/models.ts'
import { hasSlugField, localeInput, PostView, postView } from '../posts/posts.ts'

export const listPosts = defineOperation({
  id: 'cms.listPosts',
  summary: 'List the posts',
  description: 'Posts, the newest change first; published ones by default.',
  icon: 'newspaper',
  of: 'content.brain_query',
  effect: 'read',
  input: Type.Object(
    {
      collectionSlug: Type.Optional(Type.String({ maxLength: 200 })),
      status: Type.Optional(Type.Enum(['published', 'draft', 'archived', 'all'])),
      category: Type.Optional(Type.String({ maxLength: 200 })),
      locale: localeInput,
      cursor: Type.Optional(Type.String({ maxLength: 300 })),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ posts: Type.Array(PostView), total: Type.Integer(), cursor: Type.Optional(Type.String()) }),
  async run(context: CmsContext, { collectionSlug, status = 'published', category, locale, cursor }) {
    const read = await readItemModels(context)
    if (read.refused) return read.refused
    const models = read.found
    const chosen = postModel(context, models, collectionSlug)
    if (chosen.refused) return chosen.refused
    const model = chosen.found
    const field = category === undefined ? undefined : fieldForPart(model, 'category')
    if (category !== undefined && !field)
      return fail('no_category', `“${model.name}” has no field for a category.`, {
        path: '/category',
        hint: 'Leave it out.',
      })
    const isList = field?.type === 'array' || field?.type === 'relations'
    const where = {
      ...(status === 'all' ? {} : { status }),
      ...(field && category !== undefined ? { [field.name]: isList ? { contains: category } : category } : {}),
    }
    const own = [...model.fields.keys()].filter(
      (name) => name !== bodyField(model) && (name !== 'slug' || hasSlugField(model)),
    )
    const found = await context.others.invoke(content('content.brain_query'), {
      model: model.id,
      where,
      fields: own,
      order: ['-updated_at'],
      ...(locale === undefined ? {} : { locale }),
      ...(cursor === undefined ? {} : { cursor }),
    })
    if (!found.ok) return found
    const { entries = [], total = 0, cursor: next, locale: shown = '' } = found.data ?? {}
    const posts = entries.map((entry) => postView({ models, model, entry, locale: shown }))
    const warnings =
      total === 0 && model.entries > 0
        ? [`“${model.name}” has ${model.entries} entries, none of which fits: try status “all”.`]
        : []
    return ok({ posts, total, ...(next === undefined ? {} : { cursor: next }) }, { warnings })
  },
})
