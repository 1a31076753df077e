import { describe, expect, it } from 'vitest'
import { author, blogSchema, localeOf, post, storedOf } from '../../testing/blog.ts'
import { createTestReader } from '../../testing/reader.ts'
import { expandRelations } from './relations.ts'

const ada = storedOf({ model: 'author', id: 'ada', locales: { '*': localeOf({ name: 'Ada', mentor: 'bob' }) } })
const bob = storedOf({ model: 'author', id: 'bob', locales: { '*': localeOf({ name: 'Bob', mentor: 'ada' }) } })
const first = storedOf({
  model: 'blog-post',
  id: 'first',
  locales: { en: localeOf({ title: 'First', author: 'ada', related: ['second', 'gone'], price: 3 }) },
})
const second = storedOf({
  model: 'blog-post',
  id: 'second',
  locales: {
    en: localeOf({ title: 'Second', subject: { model: 'author', ref: 'bob' }, related: ['first'] }),
    tr: localeOf({ title: 'İkinci', author: 'ada' }, { status: 'draft' }),
  },
})
const reader = createTestReader(blogSchema, [ada, bob, first, second])

const expand = (id: string, more: object, model = 'blog-post') =>
  expandRelations(reader, blogSchema, { model, id, direction: 'forward', depth: 1, ...more })

describe('the relations of an entry', () => {
  it('are followed forward, also where a field leads to several models', async () => {
    expect(await expand('first', { fields: ['name', 'title'] })).toEqual({
      left: 0,
      root: {
        model: 'blog-post',
        id: 'first',
        title: 'First',
        status: 'published',
        data: { title: 'First' },
        relations: {
          author: [{ model: 'author', id: 'ada', title: 'Ada', status: 'published', data: { name: 'Ada' } }],
          related: [
            { model: 'blog-post', id: 'second', title: 'Second', status: 'published', data: { title: 'Second' } },
            { model: 'blog-post', id: 'gone', title: 'gone', missing: true },
          ],
        },
      },
    })
    expect((await expand('second', {}))?.root.relations?.subject?.[0]).toMatchObject({ model: 'author', id: 'bob' })
    expect((await expand('second', { locale: 'tr' }))?.root).toMatchObject({
      status: 'draft',
      relations: { author: [{ id: 'ada' }] },
    })
  })

  it('are found backward, by field and locale', async () => {
    const found = await expand('ada', { direction: 'reverse' }, 'author')
    expect(found?.root.referrers?.map(({ model, id, field, locale }) => ({ model, id, field, locale }))).toEqual([
      { model: 'author', id: 'bob', field: 'mentor', locale: '*' },
      { model: 'blog-post', id: 'first', field: 'author', locale: 'en' },
      { model: 'blog-post', id: 'second', field: 'author', locale: 'tr' },
    ])
  })

  it('end in a circle, and at the depth that was asked for', async () => {
    const found = await expand('ada', { depth: 3 }, 'author')
    expect(found?.root.relations?.mentor?.[0]?.relations?.mentor).toEqual([
      { model: 'author', id: 'ada', title: 'Ada', status: 'published', seen: true },
    ])
    const shallow = await expand('ada', { depth: 1 }, 'author')
    expect(shallow?.root.relations?.mentor?.[0]?.relations).toBeUndefined()
    const both = await expand('first', { direction: 'both', depth: 99 })
    expect(JSON.stringify(both).length).toBeLessThan(5_000)
  })

  it('of very many are counted beyond what one answer holds', async () => {
    const many = Array.from({ length: 300 }, (_, index) =>
      storedOf({ model: 'blog-post', id: `p${index}`, locales: { en: localeOf({ title: 'P', author: 'ada' }) } }),
    )
    const found = await expandRelations(createTestReader(blogSchema, [ada, bob, ...many]), blogSchema, {
      model: 'author',
      id: 'ada',
      direction: 'reverse',
      depth: 1,
    })
    expect(found?.left).toBe(300 - (found?.root.referrers?.length ?? 0) + 1)
  })

  it('do not lead to what the caller may not see', async () => {
    const restricted = { ...blogSchema, models: [post] }
    const found = await expandRelations(createTestReader(restricted, [ada, first, second]), restricted, {
      model: 'blog-post',
      id: 'first',
      direction: 'both',
      depth: 3,
      fields: ['name'],
    })
    expect(found?.root.relations?.author).toEqual([{ model: 'author', id: 'ada', title: 'ada', missing: true }])
    expect(
      await expandRelations(createTestReader(restricted, [ada]), restricted, {
        model: author.id,
        id: 'ada',
        direction: 'both',
        depth: 1,
      }),
    ).toBeUndefined()
  })
})
