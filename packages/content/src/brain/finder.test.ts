import type { Json } from '@atelier/documents'
import { atOnce } from '@atelier/operation'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { localeOf, storedOf } from '../../testing/blog.ts'
import { createFinder } from './finder.ts'
import { findEntries } from './query.ts'

const texts = fc.constantFrom('', 'a', 'A', 'ab', 'İstanbul', 'Straße', 'e\u0301', 'é', '10', '9')
const values = fc.oneof(
  texts,
  fc.integer({ min: -2, max: 2 }),
  fc.boolean(),
  fc.constant(null),
  fc.array(texts, { maxLength: 2 }),
)
const fields = ['title', 'price', 'tags', 'seo.note', 'status', 'id', 'nothing'] as const
const conditions = fc.oneof(
  values,
  fc.record(
    {
      eq: values,
      ne: values,
      in: fc.array(values, { maxLength: 2 }),
      gt: values,
      lte: values,
      contains: values,
      exists: fc.boolean(),
    },
    { requiredKeys: [] },
  ),
)
const entry = fc.record(
  { title: values, price: values, tags: values, seo: fc.record({ note: values }, { requiredKeys: [] }) },
  { requiredKeys: [] },
)
const query = fc.record({
  where: fc.dictionary(fc.constantFrom(...fields), conditions, { maxKeys: 2 }),
  order: fc.uniqueArray(
    fc.tuple(fc.constantFrom('', '-'), fc.constantFrom(...fields)).map((each) => each.join('')),
    {
      maxLength: 2,
    },
  ),
})
const plain = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value))

test('it finds the same as a query over all of them, in its order, in however many requests', () => {
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 30 }), fc.array(query, { minLength: 1, maxLength: 5 }), (all, queries) => {
      const stored = all.map((each, at) =>
        storedOf({ model: 'blog-post', id: `p${at}`, locales: { en: localeOf(plain<Record<string, Json>>(each)) } }),
      )
      const finder = createFinder(stored, 'en')
      for (const asked of [...queries, ...queries]) {
        const expected = atOnce(findEntries(stored, { ...plain(asked), locale: 'en' }))
        expect(atOnce(finder.find(plain(asked)))).toEqual(expected)
      }
    }),
  )
})
