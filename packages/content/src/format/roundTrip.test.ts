import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Entry } from '../entry/entry.ts'
import type { Model } from '../model/definition.ts'
import { BODY } from '../model/named.ts'
import { canonicalJson } from './canonical.ts'
import { checkFiles } from './check.ts'
import { documentPath, modelPath } from './paths.ts'
import { readFiles } from './read.ts'
import { MODEL_MEMBERS } from './schemaFiles.ts'
import { config, content } from './testing/arbitraries.ts'
import { clientReader, readAs, validatorReader } from './testing/referenceReaders.ts'
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
    { numRuns: 25 },
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
    { numRuns: 15 },
  )
})

/** Of the strict check, what is about files and not about values. */
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
    { numRuns: 15 },
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
    { numRuns: 25 },
  )
})
