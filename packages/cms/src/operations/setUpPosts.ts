import { defineOperation, ok } from '@atelier/operation'
import { siteSettings } from '@atelier/site'
import { Type } from 'typebox'
import { type CmsContext, content } from '../context/context.ts'
import { Written, writtenOf } from '../posts/written.ts'

export const setUpPosts = defineOperation({
  id: 'cms.setUpPosts',
  summary: 'Set up posts',
  description:
    'Give a site without posts a collection for them at /blog/, and content if it has none. Then site.addEntryPages {"model": "post"} makes their pages.',
  icon: 'newspaper',
  of: 'content.addReadyModel',
  keywords: ['blog', 'news', 'articles', 'start a blog'],
  effect: 'write',
  capability: 'content.model',
  affects: ['content'],
  onDemand: true,
  input: Type.Object({ locale: Type.Optional(Type.String({ maxLength: 20 })) }, { additionalProperties: false }),
  output: Type.Object({ collectionSlug: Type.String(), route: Type.String(), ...Written }),
  async run(context: CmsContext, { locale }) {
    const [language = 'en'] = siteSettings(context.site).language.split('-')
    const input = { model: 'post', locales: [locale ?? (/^[a-z]{2}$/.test(language) ? language : 'en')] }
    const done = await context.others.invoke(content('content.addReadyModel'), input)
    if (!done.ok) return done
    const { model = 'post', route = 'blog', merged = true, branch } = done.data ?? {}
    const warnings = [
      `Next, call site.addEntryPages {"model": "${model}"}: it makes /${route}/ and the pages of posts.`,
    ]
    return ok({ collectionSlug: model, route, ...writtenOf({ merged, branch, errors: [] }) }, { warnings })
  },
})
