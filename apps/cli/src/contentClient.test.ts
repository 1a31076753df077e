import { expect, test } from 'vitest'
import { contentClient } from './contentClient.ts'

const text = contentClient('p1', {
  locales: { default: 'en', supported: ['en', 'pt-BR'] },
  models: [
    { id: 'words', name: 'Words', kind: 'dictionary', isTranslated: true, fields: [] },
    {
      id: 'blog-post',
      name: 'Post */ }',
      kind: 'document',
      isTranslated: true,
      fields: [
        { name: 'title', type: 'string', required: true },
        { name: 'rank', type: 'integer' },
        { name: 'kind', type: 'select', options: ['news', "it's “new”"] },
        { name: 'author', type: 'relation', models: ['author'], required: true },
        { name: 'about', type: 'relations', models: ['author', 'blog-post'], isMixed: true },
        { name: 'tags', type: 'array', items: { name: '', type: 'string' } },
        {
          name: 'steps',
          type: 'array',
          items: { name: '', type: 'object', fields: [{ name: 'label', type: 'string', required: true }] },
        },
      ],
    },
  ],
})

test('the types of a model say what each field holds', () => {
  const [, models] = /export interface Models \{\n(.*?)\n\}\n/s.exec(text) ?? []
  expect(models).toBe(`  "words": Record<string, string>
  "blog-post": {
    "title": string
    "rank"?: number
    "kind"?: "news" | "it's “new”"
    "author"?: string
    "about"?: Reference<"author" | "blog-post">[]
    "tags"?: (string)[]
    "steps"?: ({
      "label": string
    })[]
  }`)
  expect(text).toContain('export type Locale = "en" | "pt-BR"')
})

test('a client of no model is still one', () => {
  expect(contentClient('p1', { locales: { default: 'en', supported: [] }, models: [] })).toContain(
    'export type Locale = never',
  )
})
