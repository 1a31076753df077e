import type { Json } from '@atelier/documents'
import type { ContentEntry, ContentModel, ContentSource } from '../src/context/content.ts'
import { ANY_LOCALE } from '../src/loop/contentView.ts'

/** Models of a blog: posts in each locale, by authors who have none. */
export const blogModels: readonly ContentModel[] = [
  {
    id: 'posts',
    label: 'Posts',
    localized: true,
    titleField: 'title',
    route: 'blog',
    fields: [
      { name: 'title', label: 'Title', kind: 'text' },
      { name: 'summary', label: 'Summary', kind: 'text' },
      { name: 'body', label: 'Body', kind: 'markdown' },
      { name: 'note', label: 'Note', kind: 'html' },
      { name: 'cover', label: 'Cover', kind: 'media' },
      { name: 'stars', label: 'Stars', kind: 'number' },
      { name: 'tags', label: 'Tags', kind: 'list' },
      { name: 'author', label: 'Author', kind: 'relation', models: ['people'] },
    ],
  },
  {
    id: 'people',
    label: 'People',
    localized: false,
    titleField: 'name',
    fields: [
      { name: 'name', label: 'Name', kind: 'text' },
      { name: 'link', label: 'Link', kind: 'url' },
    ],
  },
]

/** Content in memory, of which everything may be seen. */
export interface TestContent extends ContentSource {
  /** Values by locale, or those of all locales; without any the entry is gone. */
  put(model: string, id: string, locales: Readonly<Record<string, Readonly<Record<string, Json>>>>, key?: string): void
  /** Marks fields of an entry as not translated to a locale yet. */
  standIn(model: string, id: string, locale: string, fields: readonly string[]): void
  models: ContentModel[]
  /** The collections that were loaded, in order. */
  loads: string[]
}

export function createTestContent(): TestContent {
  const entries = new Map<string, Map<string, ContentEntry>>()
  const loads: string[] = []
  let writes = 0
  return {
    locales: { default: 'en', supported: ['en', 'tr'] },
    models: [...blogModels],
    loads,
    markdown: (text) =>
      text
        .split('\n\n')
        .map((each) => `<p>${each}</p>`)
        .join('\n'),
    async load(models) {
      loads.push(...models)
      return new Map(models.map((model) => [model, [...(entries.get(model)?.values() ?? [])]]))
    },
    standIn(model, id, locale, fields) {
      const all = entries.get(model)
      const entry = all?.get(id)
      const own = entry?.locales[locale]
      if (!all || !entry || !own) return
      writes += 1
      const marked = { ...own, standIns: { locale: 'en', fields } }
      all.set(id, { ...entry, version: String(writes), locales: { ...entry.locales, [locale]: marked } })
    },
    put(model, id, locales, key = id) {
      writes += 1
      const all = entries.get(model) ?? new Map<string, ContentEntry>()
      entries.set(model, all)
      if (Object.keys(locales).length === 0) all.delete(key)
      else {
        const createdAt = all.get(key)?.createdAt ?? writes
        const shown = Object.entries(locales).map(([locale, values]) => [
          locale === 'all' ? ANY_LOCALE : locale,
          { values, publishedAt: createdAt * 86_400_000 },
        ])
        all.set(key, {
          key,
          id,
          version: String(writes),
          createdAt,
          updatedAt: writes,
          locales: Object.fromEntries(shown),
        })
      }
    },
  }
}
