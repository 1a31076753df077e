import { expect, it } from 'vitest'
import { createTestContent } from '../../../testing/project.ts'
import type { ModelFile } from '../../model/definition.ts'
import { copy_locale } from '../locales/copyLocale.ts'
import { delete_content } from './deleteContent.ts'
import { orderEntries } from './orderEntries.ts'

const post: ModelFile = {
  id: 'post',
  name: 'Post',
  kind: 'collection',
  domain: 'blog',
  i18n: true,
  title_field: 'title',
  fields: {
    title: { type: 'string', required: true },
    next: { type: 'relation', model: 'post' },
    order: { type: 'integer' },
  },
}

const chain = () => {
  const project = createTestContent({ models: [post] })
  for (const [id, next] of [
    ['a', undefined],
    ['b', 'a'],
    ['c', 'b'],
    ['free', undefined],
  ] as const)
    project.addEntry('post', id, { en: { title: id, ...(next === undefined ? {} : { next }) } })
  return project
}
const left = (project: ReturnType<typeof chain>) =>
  ['a', 'b', 'c', 'free'].filter((id) => project.entry('post', id) !== undefined)

it('deletes what nothing that stays refers to, and names the others with their reasons', async () => {
  const project = chain()
  const done = await project.run(delete_content, { model: 'post', entryIds: ['a', 'b', 'free', 'gone'] })
  expect(left(project)).toEqual(['a', 'b', 'c'])
  expect(done.entries.map(({ id }) => id)).toEqual(['free'])
  expect(done.errors.map(({ code, entry }) => `${code} ${entry}`).sort()).toEqual([
    'referenced a',
    'referenced b',
    'unknown_entry gone',
  ])
  // All of a chain goes in one call.
  await project.run(delete_content, { model: 'post', entryIds: ['a', 'b', 'c'] })
  expect(left(project)).toEqual([])
})

it('refuses a call of which nothing can be done, with the reason of the first', async () => {
  const project = chain()
  const input = { model: 'post', entryIds: ['a', 'gone'] }
  expect(await project.call(delete_content, input)).toMatchObject({ error: { code: 'unknown_entry' } })
  expect(await project.call(delete_content, { ...input, entryIds: ['a', 'b'] })).toMatchObject({
    error: { code: 'referenced' },
  })
  expect(left(project)).toEqual(['a', 'b', 'c', 'free'])
})

it('orders and copies the entries that there are, and names those that there are not', async () => {
  const project = chain()
  const ordered = await project.run(orderEntries, { model: 'post', entryIds: ['b', 'gone', 'a'] })
  expect(ordered.errors).toMatchObject([{ code: 'unknown_entry', entry: 'gone' }])
  expect(['b', 'a'].map((id) => project.entry('post', id)?.locales.en?.values.order)).toEqual([1, 3])
  const copied = await project.run(copy_locale, { model: 'post', from: 'en', to: 'tr', entryIds: ['a', 'gone'] })
  expect(copied).toMatchObject({ entries: [{ id: 'a', locale: 'tr' }], errors: [{ entry: 'gone' }] })
})
