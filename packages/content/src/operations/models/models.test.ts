import { describe, expect, it } from 'vitest'
import { createTestContent } from '../../../testing/project.ts'
import type { ModelFile } from '../../model/definition.ts'
import { toFile } from '../../model/named.ts'
import { save_content } from '../entries/saveContent.ts'
import { add_locale } from '../locales/addLocale.ts'
import { removeLocale } from '../locales/removeLocale.ts'
import { vocabulary } from '../vocabulary/vocabulary.ts'
import { delete_model } from './deleteModel.ts'
import { init_project } from './initProject.ts'
import { previewModel } from './previewModel.ts'
import { saveFieldLayout } from './saveFieldLayout.ts'
import { save_model } from './saveModel.ts'

const post: ModelFile = {
  id: 'post',
  name: 'Post',
  kind: 'collection',
  domain: 'blog',
  i18n: true,
  title_field: 'title',
  fields: {
    title: { type: 'string', required: true, order: 1 },
    price: { type: 'string', order: 2 },
    author: { type: 'relation', model: 'author', order: 3 },
  },
}
const author: ModelFile = {
  id: 'author',
  name: 'Author',
  kind: 'collection',
  domain: 'blog',
  i18n: false,
  title_field: 'name',
  fields: { name: { type: 'string', required: true, order: 1 } },
}

const blog = () => {
  const project = createTestContent({ models: [author, post], vocabulary: { bread: { en: 'Bread', tr: 'Ekmek' } } })
  project.addEntry('post', 'a', { en: { title: 'A', price: '12' }, tr: { title: 'A tr', price: 'on iki' } })
  project.addEntry('post', 'b', { en: { title: 'B' } })
  return project
}

describe('init_project', () => {
  it('sets up what there was nothing of, once', async () => {
    const project = createTestContent({ uninitialized: true })
    expect(await project.call(save_content, { model: 'post', data: {} })).toMatchObject({
      error: { code: 'wrong_phase', message: 'Project is not initialized. No .contentrain/ directory exists.' },
    })
    const made = await project.run(init_project, {
      stack: 'astro',
      locales: ['tr', 'en'],
      domains: ['blog'],
      models: [{ id: 'post', kind: 'document', fields: { title: { type: 'string' }, lead: 'text' } }],
    })
    expect(made).toMatchObject({ merged: true, locales: ['tr', 'en'], models: ['post'] })
    expect(project.schema()).toMatchObject({
      config: { stack: 'astro', workflow: 'auto-merge', locales: { default: 'tr' }, domains: ['blog'] },
    })
    expect(toFile(project.model('post'))).toMatchObject({
      title_field: 'title',
      fields: { title: { required: true, order: 1 }, lead: { type: 'text', order: 2 } },
    })
    expect(await project.call(init_project, { locales: ['en'] })).toMatchObject({ error: { code: 'wrong_phase' } })
  })
  it('refuses models that are wrong, and sets nothing up', async () => {
    const project = createTestContent({ uninitialized: true })
    const refused = await project.call(init_project, {
      locales: ['en'],
      models: [{ id: 'a', fields: { x: { type: 'number' } } }],
    })
    expect(refused).toMatchObject({ error: { code: 'title_field' } })
    expect(await project.call(init_project, { locales: ['english'] })).toMatchObject({ error: { code: 'locale' } })
    expect(project.documents.size).toBe(0)
  })
})

describe('save_model', () => {
  it('merges fields, and makes the title required and a domain known', async () => {
    const project = blog()
    const made = await project.run(save_model, { id: 'tag', domain: 'shop', fields: { label: { type: 'string' } } })
    expect(made).toMatchObject({ model: { id: 'tag', created: true, fields: ['label'] }, errors: [] })
    expect(project.schema().config.domains).toEqual(['blog', 'shop'])
    await project.run(save_model, { id: 'tag', fields: { color: { type: 'color' } } })
    expect(toFile(project.model('tag')).fields).toEqual({
      label: { type: 'string', required: true, order: 1 },
      color: { type: 'color', order: 2 },
    })
    expect(project.described()).toEqual(['Content models: added field tag: color'])
    await project.run(save_model, { id: 'tag', fields: { color: null } })
    expect(project.model('tag').fields).toHaveLength(1)
  })
  it('renames a field without touching an entry', async () => {
    const project = blog()
    await project.run(save_model, { id: 'post', rename: { title: 'headline' } })
    expect([...project.written().keys()]).toEqual(['content'])
    expect(project.model('post').title_field).toBe('headline')
    expect(project.entry('post', 'a')?.locales.en?.values).toEqual({ headline: 'A', price: '12' })
  })
  it('says how many entries would break, and then converts, fills or drops as requested', async () => {
    const project = blog()
    const change = {
      id: 'post',
      fields: { price: { type: 'number' }, lead: { type: 'text', required: true, default: '…' }, author: null },
    }
    const refused = await project.call(save_model, change)
    expect(refused).toMatchObject({ error: { code: 'needs_migration' } })
    expect(refused.ok ? '' : refused.error?.message).toMatch(
      '“price” (type changed): 1 of 2 entries; “lead” (added required): 2 of 2 entries',
    )
    expect(project.model('post').fields).toHaveLength(3)
    const done = await project.run(save_model, { ...change, migrate: { price: 'convert', lead: 'default' } })
    expect(done.affected).toEqual({ entries: 2, migrated: 2 })
    expect(project.entry('post', 'a')?.locales).toMatchObject({
      en: { values: { title: 'A', price: 12, lead: '…' } },
      tr: { values: { title: 'A tr', lead: '…' } },
    })
    expect(project.entry('post', 'a')?.locales.tr?.values.price).toBeUndefined()
    expect(project.undo()).toEqual([])
    expect(project.entry('post', 'a')?.locales.tr?.values).toEqual({ title: 'A tr', price: 'on iki' })
  })
  it('drops the values of a field that goes, and asks before', async () => {
    const project = blog()
    expect(await project.call(save_model, { id: 'post', fields: { price: null } })).toMatchObject({
      error: { code: 'needs_migration', hint: expect.stringContaining('{"price":"drop"}') },
    })
    await project.run(save_model, { id: 'post', fields: { price: null }, migrate: { price: 'drop' } })
    await project.run(save_model, { id: 'post', fields: { price: { type: 'string' } } })
    expect(project.entry('post', 'a')?.locales.en?.values).toEqual({ title: 'A' })
  })
  it('finds values that are there twice before a field becomes unique', async () => {
    const project = blog()
    project.addEntry('post', 'c', { en: { title: 'A' } })
    expect(
      await project.call(save_model, { id: 'post', fields: { title: { type: 'string', unique: true } } }),
    ).toMatchObject({ error: { code: 'needs_migration', message: expect.stringContaining('became unique): 1 of 3') } })
  })
  it('moves entries between one locale and all, and asks before translations are lost', async () => {
    const project = blog()
    expect(await project.call(save_model, { id: 'post', i18n: false })).toMatchObject({
      error: { code: 'needs_migration', message: expect.stringContaining('“i18n” (i18n): 1 of 2') },
    })
    await project.run(save_model, { id: 'post', i18n: false, migrate: { i18n: 'drop' } })
    expect(project.entry('post', 'a')?.locales).toEqual({
      '*': { values: { title: 'A', price: '12' }, meta: { status: 'draft' } },
    })
    await project.run(save_model, { id: 'post', i18n: true })
    expect(project.entry('post', 'a')?.locales.en?.values).toEqual({ title: 'A', price: '12' })
  })
  it('moves more entries than one call takes in several, between which all of them are seen, and takes it back', async () => {
    const project = blog()
    for (let at = 0; at < 600; at += 1)
      project.addEntry('author', `author-${at}`, { '*': { name: `Author ${at}` } }, 'published')
    const calls = []
    const refused = await project.call(save_model, { id: 'author', i18n: true })
    expect(refused).toMatchObject({
      error: { code: 'needs_migration', message: 'Entries would break. “i18n” (i18n): 600 of 600 entries.' },
    })
    const input = { id: 'author', i18n: true, migrate: { i18n: 'convert' as const } }
    const first = await project.run(save_model, input)
    expect(first).toMatchObject({ affected: { entries: 600, migrated: 500 }, errors: [], left: 100 })
    calls.push(project.written())
    const states = async () => {
      const seen = (await project.reader.entries('author')).map(({ id, settled, issues }) => {
        const { values, meta } = settled?.locales.en ?? {}
        return [id, values, meta?.status, settled?.locales.tr?.standIn, issues.length]
      })
      return new Set(seen.map((each) => JSON.stringify(each)))
    }
    const all = Array.from({ length: 600 }, (_, at) =>
      JSON.stringify([`author-${at}`, { name: `Author ${at}` }, 'published', true, 0]),
    )
    expect(await states()).toEqual(new Set(all))
    expect(await project.call(save_model, { id: 'author', i18n: false })).toMatchObject({
      error: { code: 'still_moving' },
    })
    // Written in its new locale before it is moved.
    const last = (await project.reader.entries('author')).at(-1)?.id ?? ''
    await project.run(save_content, { model: 'author', locale: 'en', data: { [last]: { name: 'Renamed' } } })
    const second = await project.run(save_model, { id: 'author' })
    expect(second).toMatchObject({ affected: { migrated: 100 }, errors: [] })
    expect(second).not.toHaveProperty('left')
    expect(project.schema()).not.toHaveProperty('moving')
    calls.push(project.written())
    expect(project.entry('author', last)?.locales).toEqual({
      en: { values: { name: 'Renamed' }, meta: expect.objectContaining({ status: 'published' }) },
    })
    expect(project.undo(calls)).toEqual([])
    expect(project.model('author').i18n).toBe(false)
    expect(project.entry('author', 'author-3')?.locales).toEqual({
      '*': { values: { name: 'Author 3' }, meta: { status: 'published' } },
    })
  }, 60_000)
  it('refuses definitions that are wrong, and another kind for a model with entries', async () => {
    const project = blog()
    expect(await project.call(save_model, { id: 'post', fields: { x: { type: 'wysiwyg' } } })).toMatchObject({
      error: { code: 'field_type' },
    })
    expect(
      await project.call(save_model, { id: 'post', fields: { x: { type: 'relation', model: 'nobody' } } }),
    ).toMatchObject({ error: { code: 'relation' } })
    expect(await project.call(save_model, { id: 'post', kind: 'document' })).toMatchObject({
      error: { code: 'kind_change' },
    })
    expect(await project.call(save_model, { id: 'post', fields: { nothing: null } })).toMatchObject({
      error: { code: 'unknown_field' },
    })
    const restriction = { models: ['author'] }
    expect(await project.call(save_model, { id: 'post', name: 'X' }, { restriction })).toMatchObject({
      error: { code: 'forbidden_model' },
    })
  })
})

describe('delete_model', () => {
  it('says how many entries go, refuses a model that others refer to, and deletes with all entries', async () => {
    const project = blog()
    project.addEntry('author', 'ann', { '*': { name: 'Ann' } })
    expect(await project.call(delete_model, { model: 'author' })).toMatchObject({
      error: { code: 'referenced', message: 'Author is referred to by post.author.' },
    })
    const done = await project.run(delete_model, { model: 'post' })
    expect(done).toMatchObject({ deleted: true, entries: 2, left: 0 })
    expect(project.schema().models.map(({ id }) => id)).toEqual(['author'])
    await project.run(delete_model, { model: 'author' })
    expect(await project.reader.entries('author')).toEqual([])
  })
})

describe('locales and terms', () => {
  it('adds a locale in which entries show the default one', async () => {
    const project = blog()
    expect(await project.run(add_locale, { locale: 'pt-BR' })).toMatchObject({ supported: ['en', 'tr', 'pt-BR'] })
    const [stored] = await project.reader.entries('post')
    expect(stored?.settled?.locales['pt-BR']).toMatchObject({ standIn: true, values: { title: 'A' } })
    expect(await project.call(add_locale, { locale: 'pt-BR' })).toMatchObject({ error: { code: 'locale_exists' } })
    expect(await project.call(add_locale, { locale: 'turkish' })).toMatchObject({ error: { code: 'locale' } })
    expect(await project.call(add_locale, { locale: 'de' }, { restriction: { locales: ['tr'] } })).toMatchObject({
      error: { code: 'forbidden_locale' },
    })
  })
  it('changes and finds terms', async () => {
    const project = blog()
    await project.run(vocabulary, { terms: { cake: { en: 'Cake' }, bread: { tr: null } } })
    expect(project.schema().vocabulary).toEqual({ bread: { en: 'Bread' }, cake: { en: 'Cake' } })
    expect(await project.run(vocabulary, { query: 'cak' })).toMatchObject({ terms: { cake: { en: 'Cake' } }, total: 1 })
    await project.run(vocabulary, { terms: { bread: null } })
    expect(Object.keys(project.schema().vocabulary)).toEqual(['cake'])
    expect(await project.call(vocabulary, { terms: { '404': { en: 'x' } } })).toMatchObject({ error: { code: 'term' } })
    expect(await project.call(vocabulary, { terms: { cake: { de: 'x' } } })).toMatchObject({
      error: { code: 'unknown_locale' },
    })
  })
})

describe('previewModel', () => {
  it('says what a change would break, and writes nothing', async () => {
    const project = blog()
    const before = toFile(project.model('post'))
    const seen = await project.run(previewModel, {
      id: 'post',
      rename: { title: 'heading' },
      fields: { price: { type: 'integer' }, place: { type: 'string', required: true }, author: null },
    })
    expect(seen).toMatchObject({
      entries: 2,
      breaks: [
        { field: 'price', what: 'type changed', count: 1, convertible: 0, default: false },
        { field: 'place', what: 'added required', count: 2, convertible: 0, required: true },
      ],
      findings: [],
    })
    expect(seen.changed).toContainEqual({ field: 'heading', what: 'renamed' })
    expect(toFile(project.model('post'))).toEqual(before)
  })
  it('names what is wrong with the model by its field', async () => {
    const seen = await blog().run(previewModel, { id: 'post', fields: { price: { type: 'string', min: 5, max: 2 } } })
    expect(seen).toMatchObject({ breaks: [], findings: [{ code: 'min_max', field: 'price', severity: 'error' }] })
  })
  it('refuses another kind where there are entries', async () => {
    const seen = await blog().run(previewModel, { id: 'post', kind: 'singleton' })
    expect(seen.findings).toMatchObject([{ code: 'kind_change', severity: 'error' }])
  })
})

describe('a field that becomes unique', () => {
  const change = { id: 'post', fields: { price: { type: 'string', unique: true } } }
  const twice = () => {
    const project = blog()
    project.addEntry('post', 'c', { en: { title: 'C', price: '12' } })
    return project
  }
  it('takes the value away from all but the first entry that has it', async () => {
    const project = twice()
    expect(await project.run(previewModel, change)).toMatchObject({ breaks: [{ what: 'became unique', count: 1 }] })
    expect(await project.call(save_model, change)).toMatchObject({ error: { code: 'needs_migration' } })
    await project.run(save_model, { ...change, migrate: { price: 'drop' } })
    expect(project.entry('post', 'a')?.locales.en?.values.price).toBe('12')
    expect(project.entry('post', 'c')?.locales.en?.values.price).toBeUndefined()
  })
  it('tells texts apart by a number that no other entry has', async () => {
    const project = twice()
    project.addEntry('post', 'd', { en: { title: 'D', price: '12-2' } })
    await project.run(save_model, { ...change, migrate: { price: 'convert' } })
    const prices = ['a', 'c', 'd'].map((id) => project.entry('post', id)?.locales.en?.values.price)
    expect(prices).toEqual(['12', '12-3', '12-2'])
  })
})

describe('save_model', () => {
  it('takes a description away by an empty text', async () => {
    const project = blog()
    await project.run(save_model, { id: 'post', description: 'News.' })
    expect(project.model('post').description).toBe('News.')
    await project.run(save_model, { id: 'post', description: '' })
    expect(project.model('post')).not.toHaveProperty('description')
  })
})

describe('save_model under more entries than one call writes', () => {
  it('continues with the same `migrate`, past entries that cannot be mended', async () => {
    const project = createTestContent({ models: [author, post] })
    for (let at = 0; at < 1_200; at += 1)
      project.addEntry('post', `p${at}`, { en: { title: `${at}`, price: at < 600 ? 'much' : `${at}` } })
    const change = { id: 'post', fields: { price: { type: 'number', required: true } } }
    const left = [(await project.run(save_model, { ...change, migrate: { price: 'convert' } })).left]
    for (let calls = 0; calls < 5 && (left.at(-1) ?? 0) > 0; calls += 1)
      left.push((await project.run(save_model, { id: 'post', migrate: { price: 'convert' } })).left)
    expect(left.at(-1)).toBeUndefined()
    expect(project.entry('post', 'p1199')?.locales.en?.values.price).toBe(1199)
  })
})

describe('removeLocale', () => {
  it('removes at once what nothing is written in', async () => {
    const project = createTestContent({ models: [author] })
    expect(await project.run(removeLocale, { locale: 'tr' })).toMatchObject({ removed: true, entries: 0 })
    expect(project.schema().config.locales.supported).toEqual(['en'])
  })
  it('keeps the default locale, and one that is written in', async () => {
    const project = blog()
    expect(await project.call(removeLocale, { locale: 'en' })).toMatchObject({ error: { code: 'default_locale' } })
    expect(await project.call(removeLocale, { locale: 'tr' })).toMatchObject({
      error: { code: 'locale_in_use', message: expect.stringContaining('Post: 1 entry, Vocabulary: 1 term') },
    })
    expect(await project.run(removeLocale, { locale: 'tr', drop: true })).toMatchObject({ removed: true, entries: 1 })
    expect(project.entry('post', 'a')?.locales).not.toHaveProperty('tr')
    expect(project.schema().vocabulary).toEqual({ bread: { en: 'Bread' } })
  })
})

describe('saveFieldLayout', () => {
  const layout = { section: 'Search', placeholder: 'A title', when: { field: 'title', is: ['A'] } }
  const layouts = (project: ReturnType<typeof createTestContent>) => project.schema()?.layouts
  it('is kept by the field and follows it to another name, and is no edit of the model', async () => {
    const project = blog()
    const before = project.schema()?.models
    await project.run(saveFieldLayout, { model: 'post', field: 'price', layout })
    expect(layouts(project)).toEqual({ post: { price: layout } })
    expect(project.schema()?.models).toEqual(before)
    await project.run(save_model, { id: 'post', rename: { title: 'heading', price: 'words' } })
    expect(layouts(project)).toEqual({ post: { words: { ...layout, when: { field: 'heading', is: ['A'] } } } })
    await project.run(saveFieldLayout, { model: 'post', field: 'words', layout: null })
    expect(layouts(project)).toBeUndefined()
  })
  it('refuses fields that are not there, and a field that depends on itself', async () => {
    const project = blog()
    const call = (field: string, on: string) =>
      project.call(saveFieldLayout, { model: 'post', field, layout: { when: { field: on, is: [] } } })
    expect(await call('nothing', 'title')).toMatchObject({ error: { code: 'unknown_field' } })
    expect(await call('price', 'titel')).toMatchObject({ error: { code: 'unknown_field' } })
    expect(await call('price', 'price')).toMatchObject({ error: { code: 'own_field' } })
  })
})
