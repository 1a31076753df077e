import { atOnce } from '@atelier/operation'
import { describe, expect, it } from 'vitest'
import { author, labels, localeOf, post, storedOf } from '../../testing/blog.ts'
import type { StoredEntry } from '../context/reader.ts'
import { type EntryQuery, queryEntries as queryInSteps, refuseQuery } from './query.ts'
import { isShortened, valueAt, valuePart } from './shorten.ts'

const queryEntries = (...args: Parameters<typeof queryInSteps>) => atOnce(queryInSteps(...args))

const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length

function posts(count: number, values: (index: number) => Record<string, never> | object = () => ({})): StoredEntry[] {
  return Array.from({ length: count }, (_, index) =>
    storedOf({
      model: 'blog-post',
      id: `p${index}`,
      locales: { en: localeOf({ title: `Post ${index}`, ...JSON.parse(JSON.stringify(values(index))) }) },
    }),
  )
}

const idsOf = (entries: readonly StoredEntry[], query: Partial<EntryQuery>) =>
  queryEntries(entries, post, { locale: 'en', ...query }).entries.map(({ id }) => id)

/** Every page of a query, from the first to the last. */
function pages(entries: readonly StoredEntry[], query: Partial<EntryQuery>, model = post) {
  const all = []
  for (let cursor: string | undefined; all.length < 500; ) {
    const page = queryEntries(entries, model, { locale: 'en', ...query, ...(cursor ? { cursor } : {}) })
    all.push(page)
    cursor = page.cursor
    if (!cursor) return all
  }
  throw new Error('The pages never end.')
}

describe('a query', () => {
  const some = posts(6, (index) => ({
    price: index * 10,
    featured: index % 2 === 0,
    tags: index < 3 ? ['sea', 'wind'] : ['land'],
    seo: { note: index === 4 ? 'Grüße' : 'none' },
  }))

  it('takes values, comparisons, lists and paths', () => {
    expect(idsOf(some, { where: { price: 20 } })).toEqual(['p2'])
    expect(idsOf(some, { where: { price: { gt: 10, lte: 40 }, featured: true } })).toEqual(['p2', 'p4'])
    expect(idsOf(some, { where: { tags: { contains: 'land' } } })).toEqual(['p3', 'p4', 'p5'])
    expect(idsOf(some, { where: { 'seo.note': { contains: 'GRÜSS'.replace('SS', 'ße') } } })).toEqual(['p4'])
    expect(idsOf(some, { where: { id: { in: ['p1', 'p5'] } } })).toEqual(['p1', 'p5'])
    expect(idsOf(some, { where: { body: { exists: true } } })).toEqual([])
    expect(idsOf(some, { where: { status: 'published', body: null, price: { ne: 0 } }, limit: 2 })).toEqual([
      'p1',
      'p2',
    ])
    expect(idsOf(some, { where: { price: { gt: 'a' } } })).toEqual([])
  })

  it('orders by several fields, what is not set last', () => {
    const mixed = [...some, ...posts(1)].map((entry, index) => ({ ...entry, id: `e${index}` }))
    expect(idsOf(mixed, { order: ['featured', '-price'] })).toEqual(['e5', 'e3', 'e1', 'e4', 'e2', 'e0', 'e6'])
    expect(idsOf(mixed, { order: ['-price'], limit: 2 })).toEqual(['e5', 'e4'])
  })

  it('orders many entries a few at a time, and leaves equal ones as they were', () => {
    const many = posts(2_000, (index) => ({ price: (index * 7) % 100 }))
    const work = queryInSteps(many, post, { locale: 'en', order: ['-price'], where: { price: { lt: 90 } } })
    expect([...work].length).toBeGreaterThan(2_000)
    const read = pages(many, { order: ['-price'], where: { price: { lt: 90 } }, limit: 50, fields: ['price'] })
    const expected = many
      .map(({ id }, index) => ({ id, price: (index * 7) % 100 }))
      .filter(({ price }) => price < 90)
      .sort((a, b) => b.price - a.price)
    expect(read.flatMap(({ entries }) => entries.map(({ id }) => id))).toEqual(expected.map(({ id }) => id))
  })

  it('returns chosen fields, totals and counts by value', () => {
    const result = queryEntries(some, post, { locale: 'en', fields: ['price', 'seo.note'], countBy: 'tags', limit: 1 })
    expect(result.entries[0]?.data).toEqual({ price: 0, 'seo.note': 'none' })
    expect(result.total).toBe(6)
    expect(result.counts).toEqual([
      { value: 'sea', count: 3 },
      { value: 'wind', count: 3 },
      { value: 'land', count: 3 },
    ])
  })

  it('refuses names that nothing has, and cursors of other forms', () => {
    expect(refuseQuery(post, { locale: 'en', where: { colour: 1 } })?.code).toBe('unknown_field')
    expect(refuseQuery(post, { locale: 'en', fields: ['status'] })?.code).toBe('unknown_field')
    expect(refuseQuery(author, { locale: '*', order: ['-nobody'] })?.hint).toContain('name, mentor')
    expect(refuseQuery(post, { locale: 'en', cursor: '__proto__' })?.code).toBe('bad_cursor')
    expect(
      refuseQuery(post, { locale: 'en', where: { status: 'draft' }, order: ['-updated_at', 'seo.note'] }),
    ).toBeUndefined()
  })

  it('shows an entry that no model has accepted yet with what it lacks', () => {
    const issue = { severity: 'error', code: 'required', message: 'Title is required.', field: 'title' } as const
    const typed = storedOf({ model: 'blog-post', id: 'new', locales: {} }, { settled: undefined, issues: [issue] })
    expect(queryEntries([typed], post, { locale: 'en' }).entries).toEqual([
      {
        id: 'new',
        documentId: 'd-new',
        title: 'new',
        updated_at: '1970-01-01T00:00:00.000Z',
        unsettled: true,
        issues: [issue],
        data: {},
      },
    ])
  })
})

describe('the pages of a query', () => {
  it('hold whole entries in 16 kB, each once', () => {
    const many = posts(120, (index) => ({ body: 'ü'.repeat(index * 20) }))
    const all = pages(many, { limit: 50 })
    expect(all.length).toBeGreaterThan(3)
    for (const page of all) {
      expect(bytes(page)).toBeLessThanOrEqual(16_000)
      expect(page.entries.length).toBeLessThanOrEqual(50)
    }
    expect(all.flatMap(({ entries }) => entries.map(({ id }) => id))).toEqual(many.map(({ id }) => id))
  })

  it('continue behind the entry that was last, wherever it is now', () => {
    const many = posts(10)
    const { cursor } = queryEntries(many, post, { locale: 'en', limit: 4 })
    const without = many.slice(2)
    expect(idsOf(without, { limit: 4, cursor })).toEqual(['p4', 'p5', 'p6', 'p7'])
  })

  it('name the path of each text that is cut, by which it is read whole', () => {
    const body = `${'word '.repeat(5_000)}😀end`
    const [page] = pages(
      posts(1, () => ({ body })),
      {},
    )
    const entry = page?.entries[0]
    expect(entry?.shortened).toEqual([{ path: 'body', length: body.length }])
    expect(String(entry?.data.body).length).toBeLessThan(2_100)
    expect(isShortened(String(entry?.data.body))).toBe(true)
    expect(isShortened(body)).toBe(false)
    let whole = ''
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      const part = valuePart(valueAt({ body }, 'body') ?? '', offset)
      whole += part?.value
      offset = part?.nextOffset
    }
    expect(whole).toBe(body)
  })

  it('divide one entry that is larger by itself between its members, and leave out a member that is', () => {
    const terms = Object.fromEntries(
      Array.from({ length: 2_000 }, (_, at) => [`key.${String(at).padStart(4, '0')}`, `Text ${at}`]),
    )
    const dictionary = storedOf({ model: 'labels', id: 'main', locales: { en: localeOf(terms) } })
    const all = pages([dictionary], {}, labels)
    for (const page of all) expect(bytes(page)).toBeLessThanOrEqual(16_000)
    expect(Object.assign({}, ...all.map(({ entries }) => entries[0]?.data))).toEqual(terms)

    const tags = Array.from({ length: 3_000 }, (_, index) => `tag number ${index}`)
    const [large] = pages(
      posts(1, () => ({ tags })),
      {},
    )
    expect(large?.entries[0]?.shortened).toEqual([{ path: 'tags', length: 3_000 }])
    expect(large?.entries[0]?.data).toEqual({ title: 'Post 0' })
    expect(valuePart(tags, 2_990)).toEqual({ value: tags.slice(2_990), length: 3_000 })
    const page = valuePart(tags)
    expect(page?.nextOffset).toBeGreaterThan(100)
    expect(bytes(page)).toBeLessThan(16_000)
  })
})
