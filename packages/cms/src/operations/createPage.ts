import { defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { CmsContext } from '../context/context.ts'
import { PageMade, pageMade } from '../menus/suggestion.ts'
import { makePage } from '../pages/make.ts'
import { NewMeta } from '../pages/pages.ts'

export const createPage = defineOperation({
  id: 'cms.createPage',
  summary: 'Create a page',
  description: 'Make a page in the frame of the site, or a translation (locale, translationOf).',
  icon: 'file-plus',
  of: 'site.addPage',
  effect: 'write',
  workflow: 'auto-merge',
  affects: ['site', 'page'],
  input: Type.Object(
    {
      name: Type.String({ minLength: 1, maxLength: 200 }),
      slug: Type.Optional(Type.String({ maxLength: 200 })),
      indexing: Type.Optional(Type.Boolean()),
      meta: Type.Optional(NewMeta),
      locale: Type.Optional(Type.String({ maxLength: 35 })),
      translationOf: Type.Optional(Type.String({ maxLength: 300 })),
    },
    { additionalProperties: false },
  ),
  output: PageMade,
  async run(context: CmsContext, input) {
    const made = await makePage(context, input)
    if (!made.ok || !made.data) return made.ok ? ok() : made
    return ok(await pageMade(context, made.data), { warnings: made.warnings })
  },
})
