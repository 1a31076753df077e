import { equalJson } from '@atelier/documents'
import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import { DIRECTIONS } from '../../document/direction.ts'
import { page as pageEntry } from '../../document/pages.ts'
import { languageProblem } from '../../lint/settingsLanguage.ts'
import { addressWarnings, textWarnings } from '../../lint/settingsPages.ts'
import { DATA_TYPES, dataBlocksProblem, MOST_BLOCKS } from '../../publish/dataBlocks.ts'
import { isThemeColor, PAGE_SWITCHES, PAGE_TEXTS, pageSettings } from '../../publish/settings.ts'
import { unknownPage } from '../shared/target.ts'

const Text = Type.Optional(Type.Union([Type.String({ maxLength: 2_000 }), Type.Null()]))
const Switch = Type.Optional(Type.Union([Type.Boolean(), Type.Null()]))

const DataBlock = Type.Object(
  { type: Type.Enum([...DATA_TYPES]), text: Type.String({ minLength: 2 }) },
  { additionalProperties: false },
)

export const setPageSettings = defineOperation({
  id: 'site.setPageSettings',
  summary: 'Set what a page tells search engines and social networks',
  description:
    'Change SEO and sharing settings of a page; only what is given, null clears. noindex keeps it out of search engines, hidden out of the sitemap, inFeed lists it in the Atom feed; data is JSON-LD, an importmap or speculationrules, published as it is. Titles and slugs: renamePage.',
  icon: 'search',
  keywords: [
    'seo',
    'meta description',
    'page language',
    'canonical',
    'open graph',
    'social sharing image',
    'og image',
    'noindex',
    'hide from google',
    'search engines',
    'rss',
    'sitemap',
    'page title for search',
    'structured data json-ld',
    'theme color',
    'direction right to left',
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
      direction: Type.Optional(Type.Union([Type.Enum([...DIRECTIONS]), Type.Null()])),
      themeColor: Text,
      data: Type.Optional(
        Type.Union([
          Type.Array(DataBlock, {
            maxItems: MOST_BLOCKS,
            description: 'All of them: structured data and the like, as JSON',
          }),
          Type.Null(),
        ]),
      ),
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
    settings: Type.Record(Type.String(), Type.Union([Type.String(), Type.Boolean(), Type.Array(DataBlock)])),
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
    if (given.themeColor && !isThemeColor(given.themeColor.trim())) {
      const hint = 'Use a CSS colour such as #0b5394.'
      return fail('invalid_color', `“${given.themeColor.slice(0, 60)}” is no colour.`, { path: '/themeColor', hint })
    }
    const noData = given.data ? dataBlocksProblem(given.data) : undefined
    if (noData !== undefined) {
      const hint = 'Send each block as {"type": "application/ld+json", "text": "{…}"}, its text as JSON.'
      return fail('invalid_data', noData, { path: '/data', hint })
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
    if (given.data !== undefined && !equalJson(before.data ?? [], given.data ?? [])) {
      site.set(`page:${pageId}/data`, given.data ?? [])
      changed.push('data')
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
