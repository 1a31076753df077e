import type { ContentEntry, ContentLocale, ContentLocales, ContentModel, ContentSource } from '../context/content.ts'
import { pagePath } from '../document/paths.ts'

/** The locale of what has none. */
export const ANY_LOCALE = '*'

/** The locale of the content that a page in a language shows: `tr` for `tr-TR`, otherwise the default one. */
export function localeOf(language: string, { default: main, supported }: ContentLocales): string {
  const wanted = language.toLowerCase()
  const [first = ''] = wanted.split('-')
  const named = (name: string) => supported.find((each) => each.toLowerCase() === name)
  return named(wanted) ?? named(first) ?? main
}

/** An entry in a locale, or the one that it has for all; undefined if it cannot be seen there. */
export function shownIn(entry: ContentEntry, { localized }: ContentModel, locale: string): ContentLocale | undefined {
  const key = localized ? locale : ANY_LOCALE
  return Object.hasOwn(entry.locales, key) ? entry.locales[key] : undefined
}

/** The `slug` of an entry in a locale: the last part of its address. */
export function slugOfEntry(entry: ContentEntry, shown: ContentLocale): string {
  const { slug } = shown.values
  return typeof slug === 'string' && slug !== '' ? slug : entry.id
}

/**
 * The path of an entry's page in a release: `blog/first/index.html`; undefined if it has none in that locale.
 * @param locale the default one if absent
 */
export async function entryPath(
  { models, locales, load }: Pick<ContentSource, 'models' | 'locales' | 'load'>,
  { model: modelId, id, locale = locales.default }: { model: string; id: string; locale?: string },
): Promise<string | undefined> {
  const model = models.find((each) => each.id === modelId)
  const entry = (await load([modelId])).get(modelId)?.find((each) => each.id === id)
  const slug = model && entry && entryPageSlug(model, entry, locale, locales)
  return slug === undefined ? undefined : pagePath({ slug }, false)
}

/** The slug of an entry's page: `blog/first`, `tr/blog/first`; undefined if its collection has no pages. */
export function entryPageSlug(
  model: ContentModel,
  entry: ContentEntry,
  locale: string,
  { default: main }: ContentLocales,
): string | undefined {
  const shown = shownIn(entry, model, locale)
  if (model.route === undefined || !shown) return undefined
  const path = [model.route, slugOfEntry(entry, shown)].filter((part) => part !== '').join('/')
  return model.localized && locale !== main ? `${locale}/${path}` : path
}
