import { type Envelope, fail, ok } from '@atelier/operation'
import {
  addFramedPage,
  escapeHtml,
  escapeTokens,
  meantSlug,
  type PageEntry,
  siteSettings,
  slugify,
} from '@atelier/site'
import type { Static } from 'typebox'
import { type CmsContext, site } from '../context/context.ts'
import { type Meta, pageNamed } from './pages.ts'
import { pageSettingsInput } from './settings.ts'

export interface NewPage {
  name: string
  slug?: string
  indexing?: boolean
  meta?: Static<typeof Meta>
  /** With `translationOf`: that of the new page. */
  locale?: string
  /** The page that the new one translates: its id, its path or its title. */
  translationOf?: string
}

/**
 * Makes a page in the frame of the site, with its name as its only heading, and its settings; for a locale a copy of the
 * page that it translates.
 */
export async function makePage(
  context: CmsContext,
  { indexing, meta, ...page }: NewPage,
): Promise<Envelope<PageEntry>> {
  const made = await listedPage(context, page)
  if (!made.ok || !made.data) return made.ok ? ok() : made
  const { pageId, warnings } = made.data
  const settings = pageSettingsInput({ ...(indexing === undefined ? {} : { indexing }), ...(meta ? { meta } : {}) })
  if (settings) {
    const set = await context.others.invoke(site('site.setPageSettings'), { pageId, ...settings })
    if (!set.ok) return set
  }
  const { found, refused } = pageNamed(context, { id: pageId })
  if (refused) return refused
  return ok(found, { warnings })
}

type Listed = Envelope<{ pageId: string; warnings: string[] }>

async function listedPage(
  context: CmsContext,
  { name, slug, locale, translationOf }: Omit<NewPage, 'indexing' | 'meta'>,
): Promise<Listed> {
  const title = name.trim()
  const meant = slug === undefined || slug.trim() === '' ? undefined : meantSlug(slug)
  const warnings = meant?.warning === undefined ? [] : [meant.warning]
  if (locale !== undefined && translationOf !== undefined)
    return translatedPage(context, { title, slug: meant?.slug, locale, translationOf }, warnings)
  const refused = refuseLocale(context, locale, translationOf)
  if (refused) return refused
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
  const given = pageNamed(context, { id: pageId }).found?.slug ?? wanted
  if (given !== wanted) warnings.push(`The slug "${wanted}" was taken; the page has "${given}".`)
  return ok({ pageId, warnings })
}

/** Why a page cannot be made with only one of locale and source; undefined if the locale is that of all pages. */
function refuseLocale(
  { site }: CmsContext,
  locale: string | undefined,
  translationOf: string | undefined,
): Envelope<never> | undefined {
  if (translationOf !== undefined)
    return fail('locale_missing', 'The call names no locale for the translation.', {
      path: '/locale',
      hint: 'Send a language tag such as tr or de.',
    })
  const { language } = siteSettings(site)
  if (locale === undefined || locale.toLowerCase() === language.toLowerCase()) return undefined
  return fail('source_missing', `A page in “${locale.slice(0, 40)}” is the translation of another page.`, {
    path: '/translationOf',
    hint: `Name that page by its id, slug or title, or leave locale out for a page in ${language}.`,
  })
}

async function translatedPage(
  context: CmsContext,
  {
    title,
    slug,
    locale,
    translationOf,
  }: { title: string; slug: string | undefined; locale: string; translationOf: string },
  warnings: string[],
): Promise<Listed> {
  const { found, refused } = pageNamed(context, { id: translationOf })
  if (refused) {
    if (refused.ok || !refused.error) return refused
    return { ok: false, error: { ...refused.error, path: '/translationOf' } }
  }
  const input = { pageId: found.id, title, locale, ...(slug === undefined ? {} : { slug }) }
  const made = await context.others.invoke(site('site.duplicatePage'), input)
  if (!made.ok) return made
  if (!made.data) return ok()
  const note = `Its texts are still those of “${found.title}”: translate its sections.`
  return ok({ pageId: made.data.pageId, warnings: [...warnings, note, ...(made.warnings ?? [])] })
}
