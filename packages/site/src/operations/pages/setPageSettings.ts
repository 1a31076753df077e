import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import { page as pageEntry } from '../../document/pages.ts'
import { languageProblem } from '../../lint/settingsLanguage.ts'
import { addressWarnings, textWarnings } from '../../lint/settingsPages.ts'
import { PAGE_SWITCHES, PAGE_TEXTS, pageSettings } from '../../publish/settings.ts'
import { unknownPage } from '../shared/target.ts'

const Text = Type.Optional(Type.Union([Type.String({ maxLength: 2_000 }), Type.Null()]))
const Switch = Type.Optional(Type.Union([Type.Boolean(), Type.Null()]))

export const setPageSettings = defineOperation({
  id: 'site.setPageSettings',
  summary: 'Set what a page tells search engines and social networks',
  description:
    'Change SEO and sharing settings of a page; only what is given, null clears. noindex keeps it out of search engines, hidden out of the sitemap, inFeed lists it in the Atom feed. Titles and slugs: renamePage.',
  icon: 'search',
  keywords: [
    'seo',
    'meta description',
    'meta tags',
    'page language',
    'canonical',
    'open graph',
    'social card',
    'social sharing image',
    'og image',
    'noindex',
    'hide from google',
    'search engines',
    'rss',
    'feed',
    'sitemap',
    'page title for search',
  ],
  effect: 'write',
  tab: true,
  onDemand: true,
  affects: ['site'],
  input: Type.Object(
    {
      pageId: Type.String(),
      metaTitle: Text,
      description: Text,
      canonical: Text,
      ogTitle: Text,
      ogDescription: Text,
      ogImage: Text,
      language: Text,
      noindex: Switch,
      inFeed: Switch,
      hidden: Switch,
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    pageId: Type.String(),
    /** The settings that changed. */
    changed: Type.Array(Type.String()),
    /** All current settings. */
    settings: Type.Record(Type.String(), Type.Union([Type.String(), Type.Boolean()])),
  }),
  run(context: SiteContext, { pageId, ...given }) {
    const { site } = context
    const entry = pageEntry(site, pageId)
    if (!entry) return unknownPage(context, pageId)
    if (entry.kind === 'component') {
      return fail('no_page', 'A component has no address of its own.', {
        path: '/pageId',
        hint: 'Set it on the pages.',
      })
    }
    const noLanguage = given.language ? languageProblem(given.language) : undefined
    if (noLanguage !== undefined) {
      const hint = 'Use a language tag (BCP 47) such as en, de or pt-BR.'
      return fail('invalid_language', noLanguage, { path: '/language', hint })
    }
    for (const name of ['canonical', 'ogImage'] as const) {
      const url = given[name]
      if (typeof url === 'string' && url !== '' && !isAddress(url)) {
        const hint = 'Use https://…, or a path of this site such as /media/card.png.'
        return fail('invalid_url', `“${url.slice(0, 100)}” cannot be an address.`, { path: `/${name}`, hint })
      }
    }
    const before = pageSettings(site, pageId)
    const changed: string[] = []
    for (const name of [...PAGE_TEXTS, ...PAGE_SWITCHES]) {
      const value = given[name]
      if (value === undefined) continue
      const next = typeof value === 'string' ? value.trim() : value
      if ((before[name] ?? '') === (next || '')) continue
      // An empty value also hides one that the page was made with.
      site.set(`page:${pageId}/${name}`, next ?? (typeof before[name] === 'boolean' ? false : ''))
      changed.push(name)
    }
    const { metaTitle, description, ogTitle, ogDescription, ogImage, canonical } = given
    const warnings = [
      ...textWarnings({ metaTitle, description, ogTitle, ogDescription }),
      ...addressWarnings(site, { pictures: { ogImage }, canonical }),
    ]
    return ok({ pageId, changed, settings: { ...pageSettings(site, pageId) } }, { warnings })
  },
})

/** An absolute web address, or a path of the site. */
export function isAddress(url: string): boolean {
  if (/[\s<>"\\]/.test(url)) return false
  return /^https?:\/\/[^/]+/i.test(url) ? URL.canParse(url) : !/^[a-z][a-z\d+.-]*:/i.test(url)
}
