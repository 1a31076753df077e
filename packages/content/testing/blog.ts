import type { Json } from '@atelier/documents'
import type { StoredEntry } from '../src/context/reader.ts'
import type { Entry, EntryLocale, EntryMeta } from '../src/entry/entry.ts'
import type { ContentSchema, FieldDefinition, Model, ModelProperties } from '../src/model/definition.ts'

/** A model with fields by name, whose keys are their names. */
export function modelOf(
  properties: Partial<ModelProperties> & { id: string },
  fields: Readonly<Record<string, FieldDefinition>> = {},
): Model {
  return {
    name: properties.id,
    kind: 'collection',
    domain: 'main',
    i18n: true,
    title_field: 'title',
    ...properties,
    fields: Object.entries(fields).map(([name, definition]) => ({ key: name, name, definition })),
  }
}

export const post = modelOf(
  { id: 'blog-post', name: 'Blog post', domain: 'blog' },
  {
    title: { type: 'string', required: true },
    description: { type: 'text' },
    body: { type: 'markdown' },
    author: { type: 'relation', model: 'author' },
    related: { type: 'relations', model: 'blog-post' },
    subject: { type: 'relation', model: ['author', 'blog-post'] },
    price: { type: 'number' },
    featured: { type: 'boolean' },
    tags: { type: 'array', items: 'string' },
    seo: { type: 'object', fields: { note: { type: 'string' }, image: { type: 'image' } } },
  },
)

export const author = modelOf(
  { id: 'author', name: 'Author', domain: 'blog', i18n: false, title_field: 'name' },
  { name: { type: 'string', required: true }, mentor: { type: 'relation', model: 'author' } },
)

export const labels = modelOf({ id: 'labels', name: 'Labels', kind: 'dictionary', domain: 'ui', title_field: 'key' })

export const settings = modelOf(
  { id: 'settings', name: 'Settings', kind: 'singleton', domain: 'site' },
  { title: { type: 'string', required: true }, claim: { type: 'string' }, footer: { type: 'text' } },
)

/** A project with a blog in English and Turkish. */
export const blogSchema: ContentSchema = {
  config: {
    version: 1,
    stack: 'other',
    workflow: 'review',
    locales: { default: 'en', supported: ['en', 'tr'] },
    domains: ['blog', 'site', 'ui'],
  },
  models: [post, author, labels, settings],
  vocabulary: { studio: { en: 'Studio', tr: 'Stüdyo' }, release: { en: 'Release', tr: 'Sürüm' } },
}

export function localeOf(
  values: Readonly<Record<string, Json>>,
  { status = 'published', ...meta }: Partial<EntryMeta> = {},
  more: Pick<EntryLocale, 'standIn' | 'translated'> = {},
): EntryLocale {
  return { values, meta: { status, ...meta }, ...more }
}

/** A stored entry whose settled state is the live one. */
export function storedOf(entry: Entry, more: Partial<StoredEntry> = {}): StoredEntry {
  const values = entry.locales.en?.values ?? entry.locales['*']?.values ?? {}
  const title = values.title ?? values.name
  return {
    model: entry.model,
    id: entry.id,
    documentId: `d-${entry.id}`,
    head: 1,
    title: typeof title === 'string' ? title : entry.id,
    settled: entry,
    issues: [],
    createdAt: 0,
    updatedAt: 0,
    ...more,
  }
}
