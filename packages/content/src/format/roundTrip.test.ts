import fc from 'fast-check'
import { expect, it } from 'vitest'
import { BODY } from '../model/named.ts'
import { canonicalJson } from './canonical.ts'
import { documentPath, modelPath } from './paths.ts'
import { readFiles } from './read.ts'
import { MODEL_MEMBERS } from './schemaFiles.ts'
import { content } from './testing/arbitraries.ts'
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
