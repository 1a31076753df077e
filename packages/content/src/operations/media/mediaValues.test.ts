import { expect, test } from 'vitest'
import { createTestContent } from '../../../testing/project.ts'
import { findMediaUses } from './findMediaUses.ts'
import { mapMedia } from './mediaValues.ts'
import { replaceMedia } from './replaceMedia.ts'

const change = { from: 'media/a b.jpg', to: 'media/new.jpg', alt: 'New "one"' }

test.each([
  ['a path', 'media/a b.jpg', 'media/new.jpg'],
  ['an address', '/media/a%20b.jpg', '/media/new.jpg'],
  ['Markdown', 'See ![Old](/media/a%20b.jpg) here', 'See ![New "one"](/media/new.jpg) here'],
  ['decoration in Markdown', '![](/media/a%20b.jpg)', '![](/media/new.jpg)'],
  [
    'HTML',
    '<p><img alt="Old" src="/media/a%20b.jpg#x"></p>',
    '<p><img alt="New &quot;one&quot;" src="/media/new.jpg#x"></p>',
  ],
  ['a longer path', '/media/a%20b.jpg.webp and old/media/a b.jpg', '/media/a%20b.jpg.webp and old/media/a b.jpg'],
  ['another picture’s alt text', '![Old](/x.jpg)![](/media/a%20b.jpg)', '![Old](/x.jpg)![](/media/new.jpg)'],
  ['lists and objects', { list: [{ src: 'media/a b.jpg' }, 1] }, { list: [{ src: 'media/new.jpg' }, 1] }],
])('%s', (_what, value, expected) => {
  expect(mapMedia(value, change)).toEqual(expected)
  expect(mapMedia(expected, change)).toBe(expected)
})

test('entries that name a file are listed, and name another one after one call that undo takes back', async () => {
  const content = createTestContent({
    models: [
      {
        id: 'post',
        name: 'Posts',
        kind: 'document',
        domain: 'blog',
        i18n: true,
        title_field: 'title',
        fields: { title: { type: 'string', required: true }, cover: { type: 'image' } },
      },
    ],
  })
  content.addEntry('post', 'one', {
    en: { title: 'One', cover: 'media/a.jpg', body: 'Look: ![Old](/media/a.jpg)' },
    tr: { title: 'Bir', cover: 'media/b.jpg' },
  })
  content.addEntry('post', 'two', { en: { title: 'Two', cover: 'media/b.jpg' } })
  expect(await content.run(findMediaUses, { path: 'media/a.jpg' })).toMatchObject({
    uses: [
      { model: 'post', id: 'one', locale: 'en', field: 'body' },
      { model: 'post', id: 'one', locale: 'en', field: 'cover' },
    ],
    total: 2,
  })
  const before = content.entry('post', 'one')
  const done = await content.run(replaceMedia, { path: 'media/a.jpg', withPath: 'media/c.jpg', alt: 'New' })
  expect(done.entries).toMatchObject([{ id: 'one', locale: 'en', changed: expect.arrayContaining(['cover', 'body']) }])
  expect(content.entry('post', 'one')?.locales.en?.values).toMatchObject({
    cover: 'media/c.jpg',
    body: 'Look: ![New](/media/c.jpg)',
  })
  content.undo()
  expect(content.entry('post', 'one')).toEqual(before)
})
