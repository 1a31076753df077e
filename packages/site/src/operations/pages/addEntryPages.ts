import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import { pages } from '../../document/pages.ts'
import { entryList, entryPage } from '../../layouts/entryLayouts.ts'
import { addFramedPage } from '../shared/framedPage.ts'
import { postTypesOf } from '../shared/postTypes.ts'
import { setPageTemplate } from './setPageTemplate.ts'

export const addEntryPages = defineOperation({
  id: 'site.addEntryPages',
  summary: 'Show entries on the site',
  description:
    'Make what a model with a route needs on the site, in the site’s own frame: a page that lists its entries, at the route, and the template of the entries’ own pages. What there is already stays. First: content.setRoute.',
  icon: 'layout-list',
  keywords: ['show content', 'blog section', 'detail pages', 'entry template'],
  effect: 'write',
  onDemand: true,
  services: true,
  affects: ['site', 'page', 'styles'],
  input: Type.Object({ model: Type.String({ maxLength: 200 }) }, { additionalProperties: false }),
  output: Type.Object({
    listPageId: Type.Optional(Type.String()),
    templateId: Type.Optional(Type.String()),
    address: Type.String(),
  }),
  async run(context: SiteContext, { model: id }) {
    const models = (await postTypesOf(context)) ?? []
    const model = models.find((each) => each.id === id)
    if (!model) {
      const all = models.map((each) => each.id).join(', ')
      const hint = all === '' ? 'The project has no content yet: make a model first.' : `There are ${all}.`
      return fail('unknown_post_type', `There is no model "${id}".`, { path: '/model', hint })
    }
    const { route } = model
    if (route === undefined)
      return fail('no_route', `${model.label} has no address on the site yet.`, {
        path: '/model',
        hint: `Set one first: content.setRoute {"model": "${model.id}", "route": "blog"}.`,
      })
    const { site } = context
    const warnings: string[] = []
    const data: { listPageId?: string; templateId?: string; address: string } = { address: `/${route}/` }
    const all = pages(site)
    const listed = all.find(({ slug, kind }) => kind === 'page' && slug === route)
    if (listed) warnings.push(`The page “${listed.title}” has the address /${route}/ already; no list was made.`)
    else {
      const made = await addFramedPage(context, { title: model.label, slug: route }, entryList(model, models))
      if (!made.ok) return made
      data.listPageId = made.data.pageId
    }
    const template = all.find(
      ({ template: own }) => own?.target.kind === 'postTypes' && own.target.tableSlugs.includes(model.id),
    )
    if (template) warnings.push(`“${template.title}” is the template of ${model.label} already.`)
    else {
      const title = `${model.label}: one entry`
      const made = await addFramedPage(
        context,
        { title, slug: `${route}-entry`, isRooted: true },
        entryPage(model, models),
      )
      if (!made.ok) return made
      const { pageId } = made.data
      const target = { kind: 'postTypes' as const, tableSlugs: [model.id] }
      const set = await setPageTemplate.run(context, { pageId, target })
      if (!set.ok) return set
      data.templateId = pageId
    }
    return ok(data, { warnings })
  },
})
