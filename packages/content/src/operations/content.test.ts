import { describe, expect, it } from 'vitest'
import { createTestContent } from '../../testing/project.ts'
import type { ModelFile } from '../model/definition.ts'
import { delete_content } from './entries/deleteContent.ts'
import { save_content } from './entries/saveContent.ts'

const models: ModelFile[] = [
  {
    id: 'author',
    name: 'Author',
    kind: 'collection',
    domain: 'blog',
    i18n: false,
    title_field: 'name',
    fields: { name: { type: 'string', required: true }, email: { type: 'email', unique: true } },
  },
  {
    id: 'post',
    name: 'Post',
    kind: 'collection',
    domain: 'blog',
    i18n: true,
    title_field: 'title',
    fields: {
      title: { type: 'string', required: true, max: 60 },
      slug: { type: 'slug', unique: true },
      text: { type: 'markdown' },
      author: { type: 'relation', model: 'author' },
      related: { type: 'relations', model: 'post' },
      about: { type: 'relation', model: ['author', 'post'] },
      layout: { type: 'select', options: ['wide', 'narrow'], default: 'wide' },
    },
  },
  {
    id: 'article',
    name: 'Article',
    kind: 'document',
    domain: 'blog',
    i18n: true,
    title_field: 'title',
    fields: {
      title: { type: 'string', required: true },
      slug: { type: 'slug', required: true },
      lead: { type: 'text' },
    },
  },
  { id: 'ui', name: 'Interface', kind: 'dictionary', domain: 'blog', i18n: true, title_field: 'key' },
  {
    id: 'settings',
    name: 'Settings',
    kind: 'singleton',
    domain: 'blog',
    i18n: false,
    title_field: 'title',
    fields: { title: { type: 'string', required: true }, claim: { type: 'string' } },
  },
]

const blog = () => createTestContent({ models })

describe('save_content', () => {
  it('creates and merges entries of a collection, with defaults and generated ids', async () => {
    const project = blog()
    const made = await project.run(save_content, {
      model: 'post',
      data: { new: { title: 'One', text: 'A\n\nB' }, hello: { title: 'Two' } },
    })
    expect(made).toMatchObject({ workflow: 'auto-merge', merged: true, errors: [], warnings: [] })
    const [first, second] = made.entries
    expect(first?.id).toMatch(/^[0-9a-f]{12}$/)
    expect(second).toEqual({ model: 'post', id: 'hello', locale: 'en', changed: ['layout', 'title'], settled: true })
    await project.run(save_content, { model: 'post', data: { hello: { slug: 'two', layout: null } } })
    expect(project.entry('post', 'hello')?.locales.en).toEqual({
      values: { slug: 'two', title: 'Two' },
      meta: { status: 'draft' },
    })
    expect([...project.written().values()]).toHaveLength(1)
  })
  it('never clears the text of a document that it does not name', async () => {
    const project = blog()
    const saved = { model: 'article', slug: 'hello-world', data: { title: 'Hello' }, body: 'One\n\nTwo' }
    await project.run(save_content, saved)
    await project.run(save_content, { model: 'article', slug: 'hello-world', data: { lead: 'L' } })
    await project.run(save_content, {
      model: 'article',
      slug: 'hello-world',
      data: { slug: 'hello-world', title: 'H' },
    })
    expect(project.entry('article', 'hello-world')?.locales.en?.values).toEqual({
      body: 'One\n\nTwo',
      lead: 'L',
      title: 'H',
    })
    await project.run(save_content, { model: 'article', slug: 'hello-world', body: 'One\n\nThree' })
    expect([...project.written().values()].flat()).toHaveLength(1)
  })
  it('writes dictionaries by key and singletons flat', async () => {
    const project = blog()
    await project.run(save_content, { model: 'ui', data: { 'nav.home': 'Home', 'a/b#c': 'x' } })
    await project.run(save_content, { model: 'ui', locale: 'tr', data: { 'nav.home': 'Ana sayfa' } })
    await project.run(save_content, { model: 'ui', data: { 'a/b#c': null } })
    expect(project.entry('ui', 'main')?.locales).toMatchObject({
      en: { values: { 'nav.home': 'Home' } },
      tr: { values: { 'nav.home': 'Ana sayfa' } },
    })
    await project.run(save_content, { model: 'settings', locale: 'tr', data: { title: 'Bakery' } })
    expect(project.entry('settings', 'main')?.locales).toMatchObject({ '*': { values: { title: 'Bakery' } } })
  })
  it('remembers which text a translation was made from', async () => {
    const project = blog()
    await project.run(save_content, { model: 'post', data: { a: { title: 'One' } } })
    await project.run(save_content, { model: 'post', locale: 'tr', data: { a: { title: 'Bir' } } })
    expect(project.entry('post', 'a')?.locales.tr?.translated).toMatch(/^[0-9a-z.]{7,}$/)
  })
  it('takes what is not yet complete, and says what keeps it from being seen', async () => {
    const project = blog()
    const result = await project.run(save_content, { model: 'post', data: { a: { slug: 'a' } } })
    expect(result.entries).toMatchObject([{ id: 'a', settled: false }])
    expect(result.errors).toMatchObject([{ code: 'required', field: 'title', entry: 'a', locale: 'en' }])
  })
  it('refuses what it would write wrongly, naming entry and field, and writes nothing', async () => {
    const project = blog()
    project.addEntry('author', 'ann', { '*': { name: 'Ann', email: 'ann@example.com' } })
    project.addEntry('post', 'first', { en: { title: 'First', slug: 'first' } })
    const before = project.documents.size
    const refuse = async (input: object) => {
      const result = await project.call(save_content, input)
      expect(project.documents.size).toBe(before)
      return result.ok ? 'ok' : `${result.error?.code}: ${result.error?.message} ${result.error?.hint ?? ''}`
    }
    expect(await refuse({ model: 'posts', data: {} })).toMatch(
      'unknown_model: There is no model “posts”. Did you mean “post”?',
    )
    expect(await refuse({ model: 'post', data: { a: { titel: 'x' } } })).toMatch('Did you mean “title”?')
    expect(await refuse({ model: 'post', data: { title: 'x' } })).toMatch('“title” is a field, and data names entries')
    expect(await refuse({ model: 'post', data: { a: { title: '' } } })).toMatch(
      'required: Nothing was saved. a · en · title',
    )
    expect(await refuse({ model: 'post', data: { a: { title: null } } })).toMatch('required')
    expect(await refuse({ model: 'post', data: { a: { title: 7, layout: 'tall' } } })).toMatch('invalid_content')
    expect(await refuse({ model: 'post', data: { '404': { title: 'x' } } })).toMatch('code_404')
    expect(await refuse({ model: 'post', data: { 'a b': { title: 'x' } } })).toMatch('is no id')
    expect(await refuse({ model: 'post', locale: 'de', data: { a: { title: 'x' } } })).toMatch('unknown_locale')
    expect(await refuse({ model: 'post', data: { a: { title: 'x', slug: 'first' } } })).toMatch(
      'not_unique: Nothing was saved. a · en · slug: "first" is already the slug of post/first',
    )
    expect(await refuse({ model: 'post', data: { a: { slug: 'x' }, b: { slug: 'x' } } })).toMatch('not_unique')
    expect(await refuse({ model: 'post', data: { a: { title: 'x', author: 'anna' } } })).toMatch(
      'broken_relation: Nothing was saved. a · en · author: There is no author/anna. Did you mean “ann”?',
    )
    expect(await refuse({ model: 'post', data: { a: { title: 'x', about: { model: 'post', ref: 'no' } } } })).toMatch(
      'broken_relation',
    )
    expect(await refuse({ model: 'post', data: { a: { title: `sk_live_${'a1'.repeat(12)}` } } })).toMatch(
      'a Stripe key',
    )
    expect(await refuse({ model: 'ui', data: { '404': 'x' } })).toMatch('integer_key')
    expect(await refuse({ model: 'ui', data: { a: 5 } })).toMatch('type')
    expect(await refuse({ model: 'article', data: { title: 'x' } })).toMatch('no_slug')
    expect(await refuse({ model: 'article', slug: 'a', data: { slug: 'b', title: 'x' } })).toMatch('slug')
    expect(await refuse({ model: 'article', slug: 'A b', data: { title: 'x' } })).toMatch('is no slug')
    expect(await refuse({ model: 'post', slug: 'a', data: { a: { title: 'x' } } })).toMatch('not_a_document')
    expect(await refuse({ model: 'settings' })).toMatch('no_data')
  })
  it('lets entries of one call refer to each other, and an entry keep its own unique value', async () => {
    const project = blog()
    await project.run(save_content, {
      model: 'post',
      data: {
        a: { title: 'A', related: ['b', 'a'] },
        b: { title: 'B', slug: 'b', about: { model: 'post', ref: 'a' } },
      },
    })
    await project.run(save_content, { model: 'post', data: { b: { title: 'B2', slug: 'b' } } })
  })
  it('does not hold others’ half-typed fields against a save, and says them', async () => {
    const project = blog()
    project.addEntry('post', 'a', { en: { title: 'A', slug: 'Half typed' } })
    const result = await project.run(save_content, { model: 'post', data: { a: { text: 'T' } } })
    expect(result).toMatchObject({ entries: [{ settled: false }], errors: [{ code: 'slug' }] })
  })
  it('writes at most 500 entries, and says how many are left', async () => {
    const project = createTestContent({ models })
    const data = Object.fromEntries(Array.from({ length: 503 }, (_, i) => [`e${i}`, { title: `T${i}` }]))
    const result = await project.run(save_content, { model: 'post', data })
    expect(result).toMatchObject({ left: 3 })
    expect(result.entries).toHaveLength(500)
  })
  it('is undone in one step, with what another user wrote in a new entry kept whole', async () => {
    const project = blog()
    const documentId = project.addEntry('post', 'a', { en: { title: 'A', text: 'One\n\nTwo' } })
    await project.run(save_content, { model: 'post', data: { a: { title: 'B', text: 'One\n\nTwo!' } } })
    expect(project.described()).toEqual(['B: changed field title (en)', 'B: changed paragraph text (en)'])
    project.documents.get(documentId)?.set('en/slug', 'mine')
    expect(project.undo()).toEqual([])
    expect(project.entry('post', 'a')?.locales.en?.values).toEqual({ title: 'A', text: 'One\n\nTwo', slug: 'mine' })
  })
  it('does not exist for a model or locale that the caller may not see', async () => {
    const project = blog()
    const restriction = { models: ['author'], locales: ['en'] }
    const reader = {
      ...project.reader,
      schema: async () => ({
        ...project.schema(),
        models: project.schema().models.filter(({ id }) => id === 'author'),
      }),
    }
    const result = await project.call(
      save_content,
      { model: 'post', data: { a: { title: 'x' } } },
      { restriction, reader },
    )
    expect(result).toMatchObject({ ok: false, error: { code: 'unknown_model', hint: 'There are author.' } })
  })
})

describe('delete_content', () => {
  const filled = () => {
    const project = blog()
    project.addEntry('author', 'ann', { '*': { name: 'Ann' } })
    project.addEntry('post', 'a', { en: { title: 'A', author: 'ann', related: ['b', 'c'] }, tr: { title: 'A tr' } })
    project.addEntry('post', 'b', { en: { title: 'B', about: { model: 'author', ref: 'ann' } } })
    project.addEntry('post', 'c', { en: { title: 'C' } })
    return project
  }
  it('refuses entries that others refer to, with the list; and removes references on request', async () => {
    const project = filled()
    const refused = await project.call(delete_content, { model: 'author', entryIds: ['ann'] })
    expect(refused).toMatchObject({ ok: false, error: { code: 'referenced' } })
    expect(refused.ok ? '' : refused.error?.message).toContain(
      '“Ann” (ann) by “A” (post/a), author, en; “Ann” (ann) by “B” (post/b), about, en',
    )
    await project.run(delete_content, { model: 'author', entryIds: ['ann'], references: 'clear' })
    expect(project.entry('author', 'ann')).toBeUndefined()
    expect(project.entry('post', 'a')?.locales.en?.values).toEqual({ title: 'A', related: ['b', 'c'] })
    expect(project.entry('post', 'b')?.locales.en?.values).toEqual({ title: 'B' })
    expect(project.undo()).toEqual([])
    expect(project.entry('post', 'b')?.locales.en?.values.about).toEqual({ model: 'author', ref: 'ann' })
    expect(project.entry('author', 'ann')).toBeDefined()
  })
  it('deletes entries that refer to each other together', async () => {
    const project = filled()
    await project.run(delete_content, { model: 'post', entryIds: ['a', 'b', 'c'] })
    expect(await project.reader.entries('post')).toEqual([])
  })
  it('deletes keys of a dictionary and single translations', async () => {
    const project = filled()
    project.addEntry('ui', 'main', { en: { a: 'A', b: 'B' }, tr: { a: 'A' } })
    await project.run(delete_content, { model: 'ui', entryIds: ['a'] })
    expect(project.entry('ui', 'main')?.locales).toMatchObject({ en: { values: { b: 'B' } } })
    expect(await project.call(delete_content, { model: 'ui', entryIds: ['main'] })).toMatchObject({
      error: { code: 'unknown_key' },
    })
    await project.run(delete_content, { model: 'post', entryIds: ['a'], locale: 'tr' })
    expect(Object.keys(project.entry('post', 'a')?.locales ?? {})).toEqual(['en'])
    expect(await project.call(delete_content, { model: 'post', entryIds: ['a'], locale: 'en' })).toMatchObject({
      error: { code: 'default_locale' },
    })
  })
  it('names what there is when an entry is not there', async () => {
    expect(await filled().call(delete_content, { model: 'author', entryIds: ['anna'] })).toMatchObject({
      error: { code: 'unknown_entry', hint: 'Did you mean “ann”?' },
    })
  })
})
