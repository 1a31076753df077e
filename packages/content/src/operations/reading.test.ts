import { definitionOf } from '@atelier/operation'
import { describe, expect, it } from 'vitest'
import { createTestContent, type TestContent } from '../../testing/project.ts'
import { phases } from '../context/phase.ts'
import type { ContentReader } from '../context/reader.ts'
import type { ModelFile } from '../model/definition.ts'
import { brain_analyze } from './brain/brainAnalyze.ts'
import { brain_query } from './brain/brainQuery.ts'
import { brain_search } from './brain/brainSearch.ts'
import { entryHistory } from './entries/entryHistory.ts'
import { get_content } from './entries/getContent.ts'
import { relation_expand } from './entries/relationExpand.ts'
import { save_content } from './entries/saveContent.ts'
import { validate } from './entries/validate.ts'
import { contentOperations } from './index.ts'
import { listUntranslated } from './locales/listUntranslated.ts'
import { list_models } from './models/listModels.ts'
import { previewModel } from './models/previewModel.ts'
import { validate_schema } from './models/validateSchema.ts'

const models: ModelFile[] = [
  {
    id: 'post',
    name: 'Post',
    kind: 'collection',
    domain: 'blog',
    i18n: true,
    title_field: 'title',
    fields: {
      title: { type: 'string', required: true },
      text: { type: 'markdown' },
      author: { type: 'relation', model: 'author' },
      price: { type: 'number' },
    },
  },
  {
    id: 'author',
    name: 'Author',
    kind: 'collection',
    domain: 'blog',
    i18n: false,
    title_field: 'name',
    fields: { name: { type: 'string', required: true } },
  },
  { id: 'ui', name: 'Interface', kind: 'dictionary', domain: 'blog', i18n: true, title_field: 'key' },
]

const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length

function blog(): TestContent {
  const project = createTestContent({ models })
  project.addEntry('author', 'ada', { '*': { name: 'Ada Lovelace' } })
  project.addEntry(
    'post',
    'ships',
    { en: { title: 'Ships', text: 'Of **oak** and iron', author: 'ada', price: 5 } },
    'published',
  )
  project.addEntry('post', 'sails', {
    en: { title: 'Sails', text: 'Of cloth', price: 9 },
    tr: { title: 'Yelkenler', text: 'Bezden' },
  })
  project.addEntry('ui', 'main', { en: { 'nav.home': 'Home' }, tr: { 'nav.home': 'Ana sayfa' } })
  return project
}

describe('the reads of content', () => {
  it('list the models with their fields and how many entries they have', async () => {
    const listed = await blog().run(list_models, {})
    expect(listed).toMatchObject({ total: 3, default_locale: 'en', locales: ['en', 'tr'], workflow: 'auto-merge' })
    expect(listed.models.find(({ id }) => id === 'post')).toMatchObject({
      kind: 'collection',
      fields: { title: 'string*', text: 'markdown', author: 'relation', price: 'number' },
      entries: 2,
    })
  })

  it('answer with entries in a locale, and say which are not translated', async () => {
    const project = blog()
    const turkish = await project.call(get_content, { model: 'post', locale: 'tr', fields: ['title'] })
    expect(turkish).toMatchObject({
      ok: true,
      data: {
        locale: 'tr',
        total: 2,
        entries: [
          { id: 'ships', standIn: true, data: { title: 'Ships' } },
          { id: 'sails', data: { title: 'Yelkenler' } },
        ],
      },
      warnings: [expect.stringContaining('Not translated')],
    })
    expect(await project.call(get_content, { model: 'post', id: 'shps' })).toMatchObject({
      ok: false,
      error: { code: 'unknown_entry', hint: expect.stringContaining('ships') },
    })
    expect(await project.call(get_content, { model: 'post', locale: 'fr' })).toMatchObject({
      ok: false,
      error: { code: 'unknown_locale' },
    })
    expect(await project.call(get_content, { model: 'post', fields: ['nothing'] })).toMatchObject({
      ok: false,
      error: { code: 'unknown_field' },
    })
    expect(await project.call(get_content, { model: 'post', cursor: 'x' })).toMatchObject({
      ok: false,
      error: { code: 'bad_cursor' },
    })
    expect((await project.run(get_content, { model: 'ui' })).entries?.[0]?.data).toEqual({ 'nav.home': 'Home' })
  })

  it('read a long text whole by its path, part by part, and never let a shortened one be written back', async () => {
    const project = blog()
    const text = Array.from({ length: 4_000 }, (_, index) => `Paragraph ${index}`).join('\n\n')
    project.addEntry('post', 'long', { en: { title: 'Long', text } })
    const whole = await project.call(get_content, { model: 'post', id: 'long' })
    expect(bytes(whole)).toBeLessThan(16_000)
    expect(whole).toMatchObject({
      data: { entries: [{ shortened: [{ path: 'text', length: text.length }] }] },
      warnings: [expect.any(String)],
    })
    let read = ''
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      const part: { value?: unknown; nextOffset?: number } = await project.run(get_content, {
        model: 'post',
        id: 'long',
        path: 'text',
        offset,
      })
      read += part.value
      offset = part.nextOffset
    }
    expect(read).toBe(text)
    expect(await project.call(get_content, { model: 'post', path: 'text' })).toMatchObject({
      ok: false,
      error: { code: 'no_id' },
    })
    expect(await project.call(get_content, { model: 'post', id: 'long', path: '__proto__.x' })).toMatchObject({
      ok: false,
      error: { code: 'unknown_path' },
    })

    const { entries } = await project.run(get_content, { model: 'post', id: 'long' })
    const shortened = entries?.[0]?.data.text
    expect(await project.call(save_content, { model: 'post', data: { long: { text: shortened } } })).toMatchObject({
      ok: false,
      error: { code: 'shortened' },
    })
    expect(project.entry('post', 'long')?.locales.en?.values.text).toBe(text)
  })

  it('filter, order and count', async () => {
    const project = blog()
    expect(
      (await project.run(brain_query, { model: 'post', where: { price: { gt: 6 } }, fields: ['title'] })).entries,
    ).toMatchObject([{ id: 'sails', data: { title: 'Sails' } }])
    const counted = await project.run(brain_query, { model: 'post', countBy: 'status', order: ['-price'], limit: 1 })
    expect(counted).toMatchObject({
      total: 2,
      entries: [{ id: 'sails' }],
      counts: [
        { value: 'draft', count: 1 },
        { value: 'published', count: 1 },
      ],
    })
    expect(await project.call(brain_query, { model: 'post', where: { colour: 1 } })).toMatchObject({
      ok: false,
      error: { code: 'unknown_field' },
    })
  })

  it('search, and say which words are known', async () => {
    const project = blog()
    expect((await project.run(brain_search, { query: 'oa' })).results).toEqual([
      {
        model: 'post',
        id: 'ships',
        locale: 'en',
        title: 'Ships',
        status: 'published',
        field: 'text',
        preview: 'Of **oak** and iron',
      },
    ])
    const none: ContentReader = { ...project.reader, search: async () => [], nearestWords: async () => ['oak'] }
    expect(await project.call(brain_search, { query: 'oax' }, { reader: none })).toMatchObject({
      data: { results: [], nearest: ['oak'] },
      warnings: [expect.stringContaining('oak')],
    })
    expect(await project.call(brain_search, { query: '… !' })).toMatchObject({
      ok: false,
      error: { code: 'empty_query' },
    })
  })

  it('follow relations both ways', async () => {
    const project = blog()
    expect((await project.run(relation_expand, { model: 'author', id: 'ada' })).root).toMatchObject({
      title: 'Ada Lovelace',
      referrers: [{ model: 'post', id: 'ships', field: 'author', locale: 'en' }],
    })
    expect((await project.run(relation_expand, { model: 'post', id: 'ships', fields: ['name'] })).root).toMatchObject({
      relations: { author: [{ id: 'ada', data: { name: 'Ada Lovelace' } }] },
    })
    for (let index = 0; index < 200; index += 1) {
      project.addEntry('post', `p${index}`, {
        en: { title: `${index} `.repeat(60), text: 'x'.repeat(3_000), author: 'ada' },
      })
    }
    const many = await project.call(relation_expand, {
      model: 'author',
      id: 'ada',
      depth: 3,
      fields: ['text', 'title'],
    })
    expect(bytes(many)).toBeLessThan(16_000)
    expect(many).toMatchObject({
      ok: true,
      warnings: [expect.stringContaining('fields'), expect.stringContaining('not shown')],
    })
  })

  it('analyse and validate in pages', async () => {
    const project = blog()
    const analysed = await project.run(brain_analyze, { type: 'parity' })
    expect(analysed.findings).toEqual([
      expect.objectContaining({
        analysis: 'parity',
        code: 'not_translated',
        entry: 'ships',
        locale: 'tr',
        field: 'title',
      }),
      expect.objectContaining({ entry: 'sails', locale: 'tr', field: 'price' }),
    ])
    expect(analysed.counts).toEqual({ parity: 2 })
    expect(await project.run(validate, {})).toMatchObject({ valid: true, errors: 0, findings: [] })
    expect(await project.run(validate_schema, {})).toMatchObject({ valid: true, health: 100 })
    for (let index = 0; index < 300; index += 1) project.addEntry('post', `p${index}`, { en: { title: '' } })
    const first = await project.run(validate, { model: 'post', limit: 50 })
    expect(first).toMatchObject({ valid: false, errors: 300, total: 300 })
    expect(bytes(first)).toBeLessThan(16_000)
    const seen = new Set<string | undefined>()
    for (let page = first; ; page = await project.run(validate, { model: 'post', cursor: page.cursor, limit: 50 })) {
      for (const { entry } of page.findings) seen.add(entry)
      if (!page.cursor) break
    }
    expect(seen.size).toBe(300)
  })

  it('do not show models and locales that the caller may not see', async () => {
    const project = blog()
    const hidden = (model: string) => model !== 'post'
    const reader: ContentReader = {
      ...project.reader,
      schema: async () => ({
        ...project.schema(),
        models: project.schema().models.filter(({ id }) => id !== 'author'),
      }),
      entries: async (model) => (model === 'author' ? [] : project.reader.entries(model)),
      entry: async (model, id) => (model === 'author' ? undefined : project.reader.entry(model, id)),
      referrers: async (model, id) => (hidden(model) ? [] : project.reader.referrers(model, id)),
    }
    const as = { reader, restriction: { models: ['post', 'ui'] } }
    const answers = await Promise.all([
      project.call(list_models, {}, as),
      project.call(get_content, { model: 'author' }, as),
      project.call(brain_query, { model: 'author' }, as),
      project.call(brain_search, { query: 'Lovelace', model: 'author' }, as),
      project.call(brain_analyze, { model: 'author' }, as),
      project.call(brain_analyze, {}, as),
      project.call(validate, {}, as),
      project.call(relation_expand, { model: 'post', id: 'ships', depth: 3, fields: ['name'] }, as),
      project.call(relation_expand, { model: 'author', id: 'ada' }, as),
    ])
    expect(JSON.stringify(answers)).not.toContain('Lovelace')
  })

  it('are allowed in every phase, and say what to do before anything is set up', async () => {
    const project = createTestContent({ uninitialized: true })
    const reading = [list_models, get_content, brain_query, brain_search, brain_analyze, relation_expand, validate]
    for (const operation of [...reading, validate_schema, entryHistory, previewModel, listUntranslated]) {
      expect(operation.phases).toEqual(phases)
      expect(operation.effect).toBe('read')
      const answer = await project.call(operation, { model: 'post', id: 'x', query: 'x' })
      if (operation.name !== 'list_models') expect(answer.ok).toBe(false)
    }
  })
})

describe('the tools of content', () => {
  it('have schemas of less than 14 kB together', () => {
    const tools = contentOperations.filter(({ onDemand }) => !onDemand).map(definitionOf)
    expect(bytes(tools)).toBeLessThan(14_000)
  })
})
