import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import { DIRECTIONS } from '../../document/direction.ts'
import { settings } from '../../document/pages.ts'
import { languageProblem } from '../../lint/settingsLanguage.ts'
import { addressWarnings, siteWarnings, textWarnings } from '../../lint/settingsPages.ts'
import { isThemeColor, readBaseUrl, siteSettings } from '../../publish/settings.ts'
import { isAddress } from '../pages/setPageSettings.ts'

const optionalText = (maxLength: number) => Type.Optional(Type.Union([Type.String({ maxLength }), Type.Null()]))

export const setSiteSettings = defineOperation({
  id: 'site.setSiteSettings',
  summary: 'Set what holds for the whole site',
  description:
    'Change settings of the site; only what is given, null clears. baseUrl is the public address for canonical links and the sitemap; robots is the whole robots.txt; checkGate (off, errors, warnings) says which findings keep it from being published, checkAfterRuns (off, show, tell) who hears of what a run raised.',
  icon: 'settings',
  keywords: [
    'favicon',
    'site icon',
    'apple touch icon',
    'site name',
    'site language',
    'language',
    'domain',
    'base url',
    'robots.txt',
    'crawler',
    'default meta description',
    'site title',
    'publish gate',
    'website settings',
    'theme color',
    'direction right to left',
  ],
  effect: 'write',
  tab: true,
  onDemand: true,
  affects: ['site'],
  input: Type.Object(
    {
      name: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
      language: Type.Optional(Type.String({ minLength: 2, maxLength: 35 })),
      baseUrl: optionalText(500),
      metaTitle: optionalText(300),
      metaDescription: optionalText(2_000),
      ogImage: optionalText(2_000),
      favicon: optionalText(2_000),
      touchIcon: optionalText(2_000),
      robots: optionalText(10_000),
      direction: Type.Optional(Type.Union([Type.Enum([...DIRECTIONS]), Type.Null()])),
      themeColor: optionalText(200),
      checkGate: Type.Optional(Type.Enum(['off', 'errors', 'warnings'])),
      checkAfterRuns: Type.Optional(Type.Enum(['off', 'show', 'tell'])),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    changed: Type.Array(Type.String()),
    settings: Type.Record(Type.String(), Type.String()),
  }),
  run({ site }: SiteContext, given) {
    const noLanguage = given.language === undefined ? undefined : languageProblem(given.language)
    if (noLanguage !== undefined) {
      const hint = 'Use a language tag (BCP 47) such as en, de or pt-BR.'
      return fail('invalid_language', noLanguage, { path: '/language', hint })
    }
    if (given.baseUrl && readBaseUrl(given.baseUrl.trim()) === undefined) {
      const hint = 'Use the scheme and host alone: https://www.example.com'
      return fail('invalid_url', `“${given.baseUrl.slice(0, 100)}” cannot be the address of a site.`, {
        path: '/baseUrl',
        hint,
      })
    }
    for (const name of ['ogImage', 'favicon', 'touchIcon'] as const) {
      const url = given[name]
      if (url && !isAddress(url.trim())) {
        const hint = 'Use https://…, or a path of this site such as /media/icon.svg.'
        return fail('invalid_url', `“${url.slice(0, 100)}” cannot be the address of a picture.`, {
          path: `/${name}`,
          hint,
        })
      }
    }
    if (given.themeColor && !isThemeColor(given.themeColor.trim())) {
      const hint = 'Use a CSS colour such as #0b5394.'
      return fail('invalid_color', `“${given.themeColor.slice(0, 60)}” is no colour.`, { path: '/themeColor', hint })
    }
    const before = settings(site)
    const changed: string[] = []
    for (const [name, value] of Object.entries(given)) {
      const next = (value ?? '').trim()
      if (value === undefined || (before[name] ?? '') === next) continue
      site.set(`settings/${name}`, next)
      changed.push(name)
    }
    const { name, metaTitle, metaDescription, ogImage, favicon, touchIcon } = given
    const warnings = [
      ...textWarnings({ name, metaTitle, metaDescription }),
      ...addressWarnings(site, { pictures: { ogImage, favicon, touchIcon } }),
      ...siteWarnings(given),
    ]
    return ok({ changed, settings: { ...siteSettings(site) } }, { warnings })
  },
})
