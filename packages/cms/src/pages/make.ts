import { type Envelope, ok } from '@atelier/operation'
import { addFramedPage, escapeHtml, escapeTokens, meantSlug, type PageEntry, slugify } from '@atelier/site'
import type { Static } from 'typebox'
import { type CmsContext, site } from '../context/context.ts'
import { type Meta, pageNamed } from './pages.ts'
import { pageSettingsInput } from './settings.ts'

export interface NewPage {
  name: string
  slug?: string
  indexing?: boolean
  meta?: Static<typeof Meta>
}

/** Makes a page in the frame of the site, with its name as its only heading, and its settings. */
export async function makePage(
  context: CmsContext,
  { name, slug, indexing, meta }: NewPage,
): Promise<Envelope<PageEntry>> {
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
  const settings = pageSettingsInput({ ...(indexing === undefined ? {} : { indexing }), ...(meta ? { meta } : {}) })
  if (settings) {
    const set = await context.others.invoke(site('site.setPageSettings'), { pageId, ...settings })
    if (!set.ok) return set
  }
  const { found, refused } = pageNamed(context, { id: pageId })
  if (refused) return refused
  const warnings = [
    ...(meant?.warning === undefined ? [] : [meant.warning]),
    ...(found.slug === wanted ? [] : [`The slug "${wanted}" was taken; the page has "${found.slug}".`]),
  ]
  return ok(found, { warnings })
}
