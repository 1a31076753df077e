import { expect, it } from 'vitest'
import { createTestContent } from '../../../testing/project.ts'
import type { ModelFile } from '../../model/definition.ts'
import { fixContent } from './fixContent.ts'
import { listLostReferences } from './listLostReferences.ts'

const post: ModelFile = {
  id: 'post',
  name: 'Post',
  kind: 'collection',
  domain: 'news',
  i18n: true,
  fields: {
    headline: { type: 'string' },
    name: { type: 'string' },
    code: { type: 'string' },
    count: { type: 'integer' },
    size: { type: 'select', options: ['s', 'l'], required: true, default: 's' },
  },
}
const words: ModelFile = { id: 'words', name: 'Words', kind: 'dictionary', domain: 'blog', i18n: true }

const broken = () => {
  const project = createTestContent({ models: [post, words] })
  project.addEntry('post', 'a', {
    en: { name: 'A', code: 7, size: 's', extra: 'kept' },
    tr: { name: 'A tr', size: 'l' },
  })
  project.addEntry('post', 'b', { en: { name: 'B', count: '12' } })
  project.addEntry('post', 'c', { en: { name: 'C', count: 'many', size: 's' } })
  return project
}

it('mends what it can in one step, and leaves the rest as it is', async () => {
  const project = broken()
  const fixed = await project.run(fixContent, {})
  expect(fixed.models).toEqual(['post', 'words'])
  expect(project.model('post')).toMatchObject({ title_field: 'name' })
  expect(project.model('words')).toMatchObject({ title_field: 'key' })
  expect(project.schema().config.domains).toEqual(['blog', 'news'])
  expect(project.entry('post', 'a')?.locales.en?.values).toEqual({ name: 'A', code: '7', size: 's', extra: 'kept' })
  expect(project.entry('post', 'b')?.locales.en?.values).toEqual({ name: 'B', count: 12, size: 's' })
  expect(project.entry('post', 'c')?.locales.en?.values).toEqual({ name: 'C', count: 'many', size: 's' })
  expect(fixed.entries).toEqual([
    { model: 'post', id: 'a', locale: 'en', changed: ['code'], settled: true },
    { model: 'post', id: 'b', locale: 'en', changed: ['count', 'size'], settled: true },
  ])
  expect(project.undo()).toEqual([])
  expect(project.model('post').title_field).toBeUndefined()
  expect(project.entry('post', 'a')?.locales.en?.values.code).toBe(7)
})

it('makes the title required once every entry is valid and has one, and then finds nothing more', async () => {
  const project = createTestContent({ models: [post] })
  project.addEntry('post', 'a', { en: { name: 'A', size: 's' } })
  await project.run(fixContent, {})
  expect(project.model('post').fields.find(({ name }) => name === 'name')?.definition.required).toBe(true)
  expect(await project.run(fixContent, {})).toMatchObject({ models: [], entries: [] })
  expect(project.written().size).toBe(0)
})

it('removes values of unknown fields only on request', async () => {
  const project = broken()
  await project.run(fixContent, { unknownFields: 'remove' })
  expect(project.entry('post', 'a')?.locales.en?.values).toEqual({ name: 'A', code: '7', size: 's' })
})

it('keeps to the models and locales that its caller may see', async () => {
  const project = broken()
  const fixed = await project.run(fixContent, {}, { restriction: { models: ['words'] } })
  expect(fixed).toMatchObject({ models: ['words'], entries: [] })
  expect(project.schema().config.domains).toEqual(['blog'])
})

it('clears lost references or points them elsewhere, as it is told', async () => {
  const fields: ModelFile['fields'] = {
    title: { type: 'string', required: true },
    author: { type: 'relation', model: 'author' },
    others: { type: 'relations', model: 'author' },
    owner: { type: 'relation', model: 'author', required: true },
    any: { type: 'relation', model: ['author', 'note'] },
  }
  const models: ModelFile[] = [
    {
      id: 'author',
      name: 'Author',
      kind: 'collection',
      domain: 'blog',
      i18n: false,
      fields: { name: { type: 'string' } },
    },
    { id: 'note', name: 'Note', kind: 'collection', domain: 'blog', i18n: false, title_field: 'title', fields },
  ]
  const project = createTestContent({ models })
  project.addEntry('author', 'bob', { '*': { name: 'Bob' } })
  const any = { model: 'author', ref: 'ann' }
  const lost = { title: 'A', author: 'ann', others: ['ann', 'bob', 'cat'], owner: 'ann', any }
  project.addEntry('note', 'a', { '*': lost })
  const values = () => project.entry('note', 'a')?.locales['*']?.values
  const listed = await project.run(listLostReferences, {})
  expect(listed).toMatchObject({ total: 5 })
  expect(listed.lost.map(({ field, target }) => `${field} ${target.model}/${target.id}`).sort()).toEqual([
    'any author/ann',
    'author author/ann',
    'others author/ann',
    'others author/cat',
    'owner author/ann',
  ])
  // Without being told it changes none of them.
  await project.run(fixContent, {})
  expect(values()).toEqual(lost)
  for (const [references, code] of [
    [{ 'author/bob': null }, 'not_lost'],
    [{ 'author/ann': 'nobody' }, 'unknown_entry'],
  ] as const)
    expect(await project.call(fixContent, { references })).toMatchObject({ error: { code } })
  await project.run(fixContent, { references: { 'author/ann': 'bob' }, only: 'references' })
  expect(values()).toMatchObject({ author: 'bob', others: ['bob', 'bob', 'cat'], owner: 'bob', any: { ref: 'bob' } })
  expect(project.undo()).toEqual([])
  const cleared = await project.run(fixContent, { references: 'clear', only: 'references' })
  expect(values()).toEqual({ title: 'A', others: ['bob'], owner: 'ann' })
  expect(cleared.warnings).toMatchObject([{ code: 'required_reference', field: 'owner' }])
})
