import { defineOperation, ok } from '@atelier/operation'
import { addFramedPage, escapeHtml, escapeTokens, meantSlug, readTree, slugify } from '@atelier/site'
import { Type } from 'typebox'
import { type CmsContext, site } from '../context/context.ts'
import { readMenus } from '../menus/read.ts'
import { Meta, PageView, pageNamed, pageView } from '../pages/pages.ts'
import { pageSettingsInput } from '../pages/settings.ts'
import { SectionView, sectionViews } from '../sections/views.ts'

export const createPage = defineOperation({
  id: 'cms.createPage',
  summary: 'Create a page',
  description: 'Make a page in the frame of the site, with its name as heading. Says where it could go in the menu.',
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
      meta: Type.Optional(Meta),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    page: PageView,
    sections: Type.Array(SectionView),
    navigationSuggestion: Type.Optional(
      Type.Object({ label: Type.String(), href: Type.String(), location: Type.String() }),
    ),
  }),
  async run(context: CmsContext, { name, slug, indexing, meta }) {
    const title = name.trim()
    const meant = slug === undefined || slug.trim() === '' ? undefined : meantSlug(slug)
    const wanted = meant?.slug ?? slugify(title)
    const layout = {
      id: 'page',
      label: 'Page',
      group: 'layouts' as const,
      keywords: '',
      html: `<section>\n<h1>${escapeTokens(escapeHtml(title))}</h1>\n</section>`,
    }
    const made = await addFramedPage(context, { title, slug: wanted }, layout)
    if (!made.ok) return made
    const { pageId } = made.data
    const settings = pageSettingsInput({ indexing, meta })
    if (settings) {
      const set = await context.others.invoke(site('site.setPageSettings'), { pageId, ...settings })
      if (!set.ok) return set
    }
    const { found, refused } = pageNamed(context, { id: pageId })
    if (refused) return refused
    const page = pageView(context, found)
    const draft = await context.drafts.open(pageId)
    const sections = draft ? await sectionViews(context, readTree(draft), true) : []
    const menus = await readMenus(context)
    const menu = menus.find(({ location }) => location === 'header')
    const warnings = [
      ...(meant?.warning === undefined ? [] : [meant.warning]),
      ...(found.slug === wanted ? [] : [`The slug "${wanted}" was taken; the page has "${found.slug}".`]),
    ]
    return ok(
      {
        page,
        sections,
        ...(menu ? { navigationSuggestion: { label: title, href: page.address, location: menu.location } } : {}),
      },
      { warnings },
    )
  },
})
