import { defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { type CmsContext, site } from '../context/context.ts'
import { Meta, PageView, pageMeta, pageNamed, pageView } from '../pages/pages.ts'
import { pageSettingsInput } from '../pages/settings.ts'

export const updatePage = defineOperation({
  id: 'cms.updatePage',
  summary: 'Update a page',
  description: 'Change name, slug, indexing or meta of a page. Links follow a new slug.',
  icon: 'file-pen',
  of: 'site.renamePage',
  effect: 'write',
  fromReading: true,
  workflow: 'auto-merge',
  affects: ['site', 'page'],
  input: Type.Object(
    {
      id: Type.String({ maxLength: 300 }),
      name: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
      slug: Type.Optional(Type.String({ maxLength: 200 })),
      indexing: Type.Optional(Type.Boolean()),
      meta: Type.Optional(Meta),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ page: Type.Object({ ...PageView.properties, indexing: Type.Boolean(), meta: Meta }) }),
  async run(context: CmsContext, { id, name, slug, indexing, meta }) {
    const { found, refused } = pageNamed(context, { id })
    if (refused) return refused
    const pageId = found.id
    const warnings: string[] = []
    if (name !== undefined || slug !== undefined) {
      const input = { pageId, title: name ?? found.title, ...(slug === undefined ? {} : { slug }) }
      const renamed = await context.others.invoke(site('site.renamePage'), input)
      if (!renamed.ok) return renamed
      warnings.push(...(renamed.warnings ?? []))
    }
    const settings = pageSettingsInput({ indexing, meta })
    if (settings) {
      const set = await context.others.invoke(site('site.setPageSettings'), { pageId, ...settings })
      if (!set.ok) return set
      warnings.push(...(set.warnings ?? []))
    }
    const now = pageNamed(context, { id: pageId })
    if (now.refused) return now.refused
    return ok({ page: { ...pageView(context, now.found), ...pageMeta(context, pageId) } }, { warnings })
  },
})
