import { defineOperation, type Envelope, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import { copySheet } from '../../css/copySheet.ts'
import { copyPage } from '../../document/duplicate.ts'
import { setAttribute } from '../../document/edit.ts'
import { isRecord } from '../../document/node.ts'
import { gapAt } from '../../document/order.ts'
import {
  documents,
  HOME_SLUG,
  type PageEntry,
  page as pageEntry,
  pages,
  pathSlug,
  slugify,
  uniqueSlug,
} from '../../document/pages.ts'
import { sourcePage, translationsOf } from '../../document/translated.ts'
import { nodeAttribute, readTree } from '../../document/tree.ts'
import { languageProblem } from '../../lint/settingsLanguage.ts'
import { moveUrls, pageAddresses } from '../../publish/moved.ts'
import { siteSettings } from '../../publish/settings.ts'
import { linkTranslations } from '../../translation/links.ts'
import { copyForTranslation } from '../../translation/translate.ts'
import { unknownPage } from '../shared/target.ts'

/** The properties in which a copy differs. */
const OWN: ReadonlySet<string> = new Set(['title', 'slug', 'at', 'deleted', 'canonical'])

export const duplicatePage = defineOperation({
  id: 'site.duplicatePage',
  summary: 'Duplicate a page',
  description: 'Copy a page, template or component with styles and settings; with locale (tr) as its translation.',
  icon: 'copy-plus',
  keywords: ['copy page', 'clone page', 'page copy', 'translate page', 'translation', 'another language', 'locale'],
  effect: 'write',
  affects: ['site', 'page', 'styles'],
  input: Type.Object(
    {
      pageId: Type.String(),
      title: Type.String({ minLength: 1, maxLength: 200 }),
      slug: Type.Optional(Type.String({ maxLength: 200 })),
      locale: Type.Optional(Type.String({ maxLength: 35 })),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    pageId: Type.String(),
    rootNodeId: Type.String(),
    slug: Type.String(),
    /** For a translation: how many links, also of other pages, lead to translations now. */
    links: Type.Optional(Type.Integer()),
  }),
  async run(context: SiteContext, { pageId, title, slug, locale }) {
    const { site, drafts, newId } = context
    const asked = pageEntry(site, pageId)
    // A translation of a translation is one of the same page.
    const entry = (locale !== undefined && asked && sourcePage(site, asked)) || asked
    const made = entry && site.get(`page:${entry.id}`)
    const page = entry && (await drafts.open(entry.id))
    if (!entry || !page || !isRecord(made)) return unknownPage(context, pageId)
    const refused = locale === undefined ? undefined : await refuseLocale(context, entry, locale)
    if (refused) return refused
    const id = newId()
    const all = documents(site)
    const [at = 'a0'] = gapAt(all, all.findIndex((each) => each.id === entry.id) + 1, 1).keys
    const wanted =
      locale === undefined
        ? slug === undefined
          ? slugify(title)
          : pathSlug(slug)
        : translatedSlug(entry, locale, slug)
    const holder = pages(site).find((each) => each.slug === wanted)
    if (locale !== undefined && holder && entry.kind === 'page') {
      const hint = `Give the translation another slug, or rename “${holder.title}” first.`
      const message = `The address /${wanted}/ is that of the page “${holder.title}” already.`
      return fail('address_taken', message, { path: '/slug', hint })
    }
    const given = entry.kind === 'component' ? '' : uniqueSlug(site, wanted)
    site.set(`page:${id}`, { ...made, title: title.trim(), slug: given, at })
    for (const key of site.keys(`page:${entry.id}/`)) {
      const name = key.slice(`page:${entry.id}/`.length)
      const value = site.get(key)
      if (!OWN.has(name) && !(locale !== undefined && name.startsWith('source')) && value !== undefined)
        site.set(`page:${id}/${name}`, value)
    }
    copySheet(site, entry.id, id, newId)
    if (locale !== undefined) {
      const translation = await translate(context, entry, { id, locale })
      return ok({ pageId: id, ...translation, slug: given })
    }
    const copy = drafts.create(id, 'page')
    const { root } = copyPage(page, copy, newId)
    const addresses = pageAddresses(site)
    const [before, after] = [addresses.get(entry.id), addresses.get(id)]
    if (before !== undefined && after !== undefined) moveUrls(site, copy, before, after)
    const taken = entry.kind !== 'component' && slug !== undefined && given !== wanted
    const warnings = taken ? [`The slug "${wanted}" was taken; the page has "${given}".`] : []
    return ok({ pageId: id, rootNodeId: root, slug: given }, { warnings })
  },
})

/** Why a page cannot be translated to a locale; undefined if it can. */
async function refuseLocale(
  { site, services }: SiteContext,
  entry: PageEntry,
  locale: string,
): Promise<Envelope<never> | undefined> {
  const path = '/locale'
  if (entry.kind === 'component') {
    const hint = 'Give it parameters with setComponentParams: each page says its own texts there.'
    return fail('no_locale', 'A component has no locale of its own.', { path: '/pageId', hint })
  }
  const content = await services?.content?.describe()
  if (content && !content.locales.supported.includes(locale)) {
    const hint = `The locales are ${content.locales.supported.join(', ')}; content.add_locale adds one.`
    return fail('unknown_locale', `The project has no locale “${locale.slice(0, 35)}”.`, { path, hint })
  }
  const problem = languageProblem(locale)
  if (problem !== undefined) {
    return fail('invalid_language', problem, { path, hint: 'Use a language tag (BCP 47) such as en, de or pt-BR.' })
  }
  const own = entry.locale ?? siteSettings(site).language
  if (own === locale) {
    return fail('same_locale', `“${entry.title}” is in “${locale}” itself.`, { path, hint: 'Name another locale.' })
  }
  const known = translationsOf(site, entry.id).find((each) => each.locale === locale)
  if (!known) return undefined
  const hint = `Its page is ${known.id} (“${known.title}”); listStaleTexts says what it lacks.`
  return fail('already_translated', `“${entry.title}” is translated to “${locale}” already.`, { path, hint })
}

/** `tr/about` of `about`, `tr` of the home page; a slug that is given comes below the locale too. */
function translatedSlug({ slug, kind }: PageEntry, locale: string, given: string | undefined): string {
  const own = given === undefined ? slug : pathSlug(given)
  if (kind === 'template') return `${locale}/${own === '' ? 'template' : own}`
  const below = own === HOME_SLUG || own.toLowerCase() === locale.toLowerCase() ? '' : own
  const prefix = `${locale}/`
  if (below.toLowerCase().startsWith(prefix.toLowerCase())) return prefix + below.slice(prefix.length)
  return below === '' ? locale : prefix + below
}

/** Fills the document of a page that was listed as a translation. */
async function translate(
  { site, drafts, newId }: SiteContext,
  source: PageEntry,
  { id, locale }: { id: string; locale: string },
): Promise<{ rootNodeId: string; links: number }> {
  site.set(`page:${id}/language`, locale)
  site.set(`page:${id}/source`, source.id)
  const from = await drafts.open(source.id)
  const copy = drafts.create(id, 'page')
  if (!from) return { rootNodeId: '', links: 0 }
  const rootNodeId = await copyForTranslation(site, { id, from: source }, from, copy, newId)
  const tree = readTree(copy)
  const html = tree.node(tree.html)
  if (html && nodeAttribute(html, 'lang') !== undefined) setAttribute(copy, html, 'lang', locale)
  const addresses = pageAddresses(site)
  const [before, after] = [addresses.get(source.id), addresses.get(id)]
  if (before !== undefined && after !== undefined) moveUrls(site, copy, before, after)
  const own = pageEntry(site, id)
  let links = own ? linkTranslations(site, own, copy) : 0
  for (const each of pages(site)) {
    if (each.id === id || each.locale !== locale || each.source === undefined) continue
    const page = await drafts.open(each.id)
    if (page) links += linkTranslations(site, each, page, source.id)
  }
  return { rootNodeId, links }
}
