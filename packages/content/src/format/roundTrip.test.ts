import fc from 'fast-check'
import { expect, it } from 'vitest'
import { numRuns } from '../../../../scripts/testing/runs.ts'
import { config, content } from '../../testing/format/arbitraries.ts'
import { clientReader, readAs, validatorReader } from '../../testing/format/referenceReaders.ts'
import { digestOf } from '../entry/digest.ts'
import type { Entry, EntryLocale } from '../entry/entry.ts'
import type { ContentSchema, Model } from '../model/definition.ts'
import { BODY, fromFile } from '../model/named.ts'
import { readAtelier } from './atelierFile.ts'
import { canonicalJson } from './canonical.ts'
import { checkFiles } from './check.ts'
import { ATELIER_PATH, documentPath, modelPath } from './paths.ts'
import { readFiles } from './read.ts'
import { MODEL_MEMBERS } from './schemaFiles.ts'
import { type WriteOptions, writeFiles } from './write.ts'

const encoder = new TextEncoder()
const bytesOf = (files: ReadonlyMap<string, string>) =>
  new Map([...files].map(([path, text]) => [path, encoder.encode(text)]))

it('reads back every value of every kind, type and layout that it has written', () => {
  fc.assert(
    fc.property(content, ({ schema, entries }) => {
      const findings: WriteOptions['findings'] = []
      const read = readFiles(bytesOf(writeFiles(schema, entries, { findings })))
      expect(findings).toEqual([])
      expect(read.findings).toEqual([])
      expect(read.broken).toEqual([])
      expect(read.schema).toEqual(schema)
      const byModel = Map.groupBy(read.entries, (entry) => entry.model)
      expect(schema.models.flatMap(({ id }) => byModel.get(id) ?? [])).toEqual(entries)
    }),
    { numRuns: numRuns(8, 50) },
  )
})

it('writes the same bytes for what it has read', () => {
  fc.assert(
    fc.property(content, ({ schema, entries }) => {
      const files = writeFiles(schema, entries)
      const { schema: again = schema, entries: found, atelier } = readFiles(bytesOf(files))
      expect([...writeFiles(again, found, { atelier })].sort()).toEqual([...files].sort())
      expect([...writeFiles(again, found, { atelier, previous: files })].sort()).toEqual([...files].sort())
      for (const [path, text] of files) {
        if (!path.endsWith('.json')) continue
        const isModel = schema.models.some(({ id }) => modelPath(id) === path)
        expect(canonicalJson(JSON.parse(text), isModel ? MODEL_MEMBERS : [])).toBe(text)
      }
    }),
    { numRuns: numRuns(5, 30) },
  )
})

/** The part of the strict check that is about files and not about values. */
const aboutFiles = [
  'missing_file',
  'parity',
  'no_meta',
  'orphan_meta',
  'status',
  'source',
  'not_canonical',
  'line_ends',
  'read_differently',
  'unread_field',
  'unread_line',
  'slug_differs',
  'unused_file',
  'orphan_content',
  'name_case',
]

it('writes files with which the strict check finds nothing wrong, also where nothing is translated yet', () => {
  fc.assert(
    fc.property(content, ({ schema, entries }) => {
      const untranslated = entries.map((entry): Entry => {
        const [first] = Object.entries(entry.locales)
        return { ...entry, locales: Object.fromEntries(first ? [first] : []) }
      })
      for (const each of [entries, untranslated]) {
        const found = checkFiles(bytesOf(writeFiles(schema, each)))
        expect(found.filter(({ code }) => aboutFiles.includes(code))).toEqual([])
      }
    }),
    { numRuns: numRuns(5, 30) },
  )
})

it('keeps a translated singleton that has no content yet out of the models, and brings it back', () => {
  const home: Model = {
    id: 'home',
    name: 'Home',
    kind: 'singleton',
    domain: 'site',
    i18n: true,
    title_field: 'title',
    fields: [{ key: 'title', name: 'title', definition: { type: 'string', required: true } }],
  }
  const schema = { config, models: [home], vocabulary: {} }
  const files = writeFiles(schema, [])
  expect([...files.keys()]).toEqual(['.contentrain/config.json', '.contentrain/atelier.json'])
  expect(readFiles(bytesOf(files)).schema).toEqual(schema)
  const { atelier } = readFiles(bytesOf(files))
  const main: Entry = {
    model: 'home',
    id: 'main',
    locales: { en: { values: { title: 'Hi' }, meta: { status: 'draft', source: 'human', updated_by: 'ada' } } },
  }
  expect([...writeFiles(schema, [main], { atelier }).keys()]).toContain(modelPath('home'))
  expect(readFiles(bytesOf(writeFiles(schema, [main], { atelier }))).atelier.heldModels).toEqual({})
})

it('writes documents that both readers of the format take for the same', () => {
  fc.assert(
    fc.property(content, ({ schema, entries }) => {
      const files = writeFiles(schema, entries)
      for (const model of schema.models.filter(({ kind }) => kind === 'document')) {
        const lists = ['array', 'relations']
        const others = [...lists, 'number', 'integer', 'decimal', 'percent', 'rating', 'boolean', 'object']
        const texts = new Set(
          model.fields.filter(({ definition }) => !others.includes(definition.type)).map(({ name }) => name),
        )
        for (const entry of entries.filter((each) => each.model === model.id)) {
          for (const [locale, { values, standIn }] of Object.entries(entry.locales)) {
            if (standIn) continue
            const text = files.get(documentPath(model, locale, entry.id)) ?? ''
            const { [BODY]: body = '', ...fields } = values
            const expected = { fields: { slug: entry.id, ...fields }, body }
            expect(readAs(validatorReader, text, texts)).toEqual(expected)
            expect(readAs(clientReader, text, texts)).toEqual(expected)
          }
        }
      }
    }),
    { numRuns: numRuns(8, 50) },
  )
})

it('keeps of which source a translation is while that is not the source as it is now, and nothing else', () => {
  const schema: ContentSchema = {
    config,
    models: [
      fromFile({
        id: 'post',
        name: 'Post',
        kind: 'collection',
        domain: 'site',
        i18n: true,
        title_field: 'title',
        fields: { title: { type: 'string', required: true } },
      }),
    ],
    vocabulary: {},
  }
  const locale = (title: string, translated?: string): EntryLocale => ({
    values: { title },
    meta: { status: 'draft', source: 'human', updated_by: 'ada' },
    ...(translated === undefined ? {} : { translated }),
  })
  const [old, now] = [digestOf({ title: 'Old' }), digestOf({ title: 'New' })]
  const entry = (id: string, digest: string): Entry => ({
    model: 'post',
    id,
    locales: { en: locale('New'), tr: locale('Eski', digest), 'pt-BR': locale('Novo', now) },
  })
  const files = writeFiles(schema, [entry('current', now), entry('stale', old)])
  expect(JSON.parse(files.get(ATELIER_PATH) ?? '')).toEqual({
    translatedFrom: { post: { tr: { stale: old } } },
    version: 1,
  })
  const bytes = new Map([...files].map(([path, text]) => [path, new TextEncoder().encode(text)]))
  expect(checkFiles(bytes)).toEqual([])
  const read = readFiles(bytes).entries.map(({ id, locales }) => [id, locales.tr?.translated, locales.en?.translated])
  expect(read).toEqual([
    ['current', undefined, undefined],
    ['stale', old, undefined],
  ])
  // Once it is translated anew nothing is left of it.
  const after = new TextEncoder().encode(files.get(ATELIER_PATH) ?? '')
  const atelier = readAtelier(after).value
  const again = writeFiles(schema, [entry('stale', now)], { ...(atelier ? { atelier } : {}) })
  expect(again.has(ATELIER_PATH)).toBe(false)
})

it('keeps where entries have pages and what visitors may send, and takes nothing of them that has no sense', () => {
  const models = ['note', 'post'].map((id) =>
    fromFile({
      ...{ id, name: id, kind: 'collection', domain: 'blog', i18n: false, title_field: 'title' },
      fields: { title: { type: 'string', required: true }, cover: { type: 'image' } },
    }),
  )
  const form = {
    open: true,
    fields: ['title'],
    required: [],
    locale: '*',
    perMinute: 5,
    perMonth: 100,
    next: '/thanks/',
  }
  const schema: ContentSchema = {
    config,
    models,
    vocabulary: {},
    routes: { post: 'en/blog' },
    forms: { post: form },
    lists: { note: [{ name: 'New / all', view: { sort: '-title', where: { title: { contains: 'a' } } } }] },
    layouts: { note: { title: { section: 'Head', when: { field: 'title', is: ['a', 1] } } } },
    public: ['post'],
  }
  const files = writeFiles(schema, [])
  expect(readFiles(bytesOf(files)).schema).toEqual(schema)
  const hostile = {
    version: 1,
    routes: { post: '../up', note: 'blog', other: 'x' },
    forms: { post: { fields: ['cover'] }, note: { ...form, next: '//evil.example', perMinute: 1e9 }, other: form },
    lists: { note: { ' ': {}, Good: { sort: 'title' }, Bad: { sort: 7 }, More: { html: '<b>' } }, other: { A: {} } },
    layouts: { note: { title: { tab: 'Text' }, cover: { tab: '' }, other: {} }, other: 7 },
    public: { note: 'yes', post: true, other: true },
  }
  files.set(ATELIER_PATH, canonicalJson(hostile))
  const { next: _, ...kept } = form
  const { routes, forms, lists, layouts, public: open } = readFiles(bytesOf(files)).schema ?? {}
  expect({ routes, forms, lists, layouts, open }).toEqual({
    routes: { note: 'blog' },
    forms: { note: { ...kept, perMinute: 60 } },
    lists: { note: [{ name: 'Good', view: { sort: 'title' } }] },
    layouts: { note: { title: { tab: 'Text' } } },
    open: ['post'],
  })
})
