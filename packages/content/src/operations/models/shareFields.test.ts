import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { numRuns } from '../../../../../scripts/testing/runs.ts'
import { createTestContent } from '../../../testing/project.ts'
import { isStale } from '../../entry/settle.ts'
import { changesOfFiles } from '../../format/changes.ts'
import { readFiles } from '../../format/read.ts'
import { writeFiles } from '../../format/write.ts'
import type { ModelFile } from '../../model/definition.ts'
import { delete_content } from '../entries/deleteContent.ts'
import { editField } from '../entries/editField.ts'
import { restoreFields } from '../entries/restoreFields.ts'
import { save_content } from '../entries/saveContent.ts'
import { listUntranslated } from '../locales/listUntranslated.ts'
import { save_model } from './saveModel.ts'
import { shareFields } from './shareFields.ts'

const post: ModelFile = {
  id: 'post',
  name: 'Post',
  kind: 'collection',
  domain: 'blog',
  i18n: true,
  title_field: 'title',
  fields: {
    title: { type: 'string', required: true, order: 1 },
    on: { type: 'date', order: 2 },
    notes: { type: 'markdown', order: 3 },
  },
}

const blog = () => {
  const project = createTestContent({ models: [post] })
  project.addEntry('post', 'a', { en: { title: 'A', on: '2026-01-01' }, tr: { title: 'A tr', on: '2026-01-01' } })
  project.addEntry('post', 'b', { en: { title: 'B', on: '2026-02-02' }, tr: { title: 'B tr', on: '2026-03-03' } })
  project.addEntry('post', 'c', { tr: { title: 'C tr', on: '2026-04-04' } })
  return project
}
type Blog = ReturnType<typeof blog>

const share = (project: Blog, is = true, differing?: 'default') =>
  project.call(shareFields, { model: 'post', fields: { on: is }, ...(differing ? { differing } : {}) })
const save = (project: Blog, id: string, values: object, locale = 'en') =>
  project.run(save_content, { model: 'post', locale, data: { [id]: values } })
const dates = (project: Blog, id: string) => {
  const { locales = {} } = project.entry('post', id) ?? {}
  return Object.fromEntries(Object.entries(locales).map(([locale, { values }]) => [locale, values.on]))
}

describe('a field with one value for all languages', () => {
  it('takes the default language’s value where others have their own, but only once that is agreed to', async () => {
    const project = blog()
    expect(await share(project)).toMatchObject({ error: { code: 'values_differ' } })
    expect(dates(project, 'b')).toEqual({ en: '2026-02-02', tr: '2026-03-03' })
    expect(await share(project, true, 'default')).toMatchObject({ data: { shared: ['on'], differing: 1 } })
    expect(dates(project, 'a')).toEqual({ en: '2026-01-01', tr: '2026-01-01' })
    expect(dates(project, 'b')).toEqual({ en: '2026-02-02', tr: '2026-02-02' })
    // An entry that is only translated keeps what it has.
    expect(dates(project, 'c')).toEqual({ tr: '2026-04-04' })
    // No entry was written.
    expect([...project.written().keys()]).toEqual(['content'])
    project.undo()
    expect(dates(project, 'b')).toEqual({ en: '2026-02-02', tr: '2026-03-03' })
  })

  it('is written in all of them, whichever language it is written in, and taken back in all', async () => {
    const project = blog()
    await share(project, true, 'default')
    await save(project, 'a', { on: '2026-05-05' }, 'tr')
    expect(dates(project, 'a')).toEqual({ en: '2026-05-05', tr: '2026-05-05' })
    project.undo()
    expect(dates(project, 'a')).toEqual({ en: '2026-01-01', tr: '2026-01-01' })
    const edit = { model: 'post', entryId: 'a', field: 'on', base: '2026-01-01', value: '2026-06-06' }
    await project.run(editField, { ...edit, locale: 'tr' })
    expect(dates(project, 'a')).toEqual({ en: '2026-06-06', tr: '2026-06-06' })
    expect(await project.call(editField, { ...edit, value: '2026-07-07' })).toMatchObject({
      error: { code: 'changed_meanwhile' },
    })
    await save(project, 'b', { on: null }, 'tr')
    expect(dates(project, 'b')).toEqual({ en: undefined, tr: undefined })
  })

  it('is there in a language that is only begun, and stays when a translation is taken away', async () => {
    const project = blog()
    await share(project, true, 'default')
    await save(project, 'new', { title: 'D', on: '2026-08-08' })
    const [id] = (await project.reader.entries('post')).filter(({ title }) => title === 'D').map((each) => each.id)
    await save(project, id ?? '', { title: 'D tr' }, 'tr')
    expect(dates(project, id ?? '')).toEqual({ en: '2026-08-08', tr: '2026-08-08' })
    await project.run(delete_content, { model: 'post', entryIds: [id ?? ''], locale: 'tr' })
    expect(dates(project, id ?? '')).toMatchObject({ en: '2026-08-08' })
  })

  it('makes no translation stale, and is not asked to be translated', async () => {
    const project = blog()
    await save(project, 'a', { title: 'A tr 2' }, 'tr')
    await share(project, true, 'default')
    const stale = () => {
      const entry = project.entry('post', 'a')
      return entry && isStale(entry, project.model('post'), project.schema().config, 'tr')
    }
    await save(project, 'a', { on: '2026-05-05' })
    expect(stale()).toBe(false)
    await save(project, 'a', { title: 'A 2' })
    expect(stale()).toBe(true)
    const { entries } = await project.run(listUntranslated, { model: 'post', to: 'tr' })
    expect(JSON.stringify(entries)).not.toContain('2026')
  })

  it('is of each language again with the value that all had', async () => {
    const project = blog()
    await share(project, true, 'default')
    await save(project, 'a', { on: '2026-05-05' })
    expect(await share(project, false)).toMatchObject({ data: { shared: [] } })
    expect(dates(project, 'a')).toEqual({ en: '2026-05-05', tr: '2026-05-05' })
    expect(dates(project, 'b')).toEqual({ en: '2026-02-02', tr: '2026-02-02' })
    expect(dates(project, 'c')).toEqual({ tr: '2026-04-04' })
    await save(project, 'a', { on: '2026-06-06' }, 'tr')
    expect(dates(project, 'a')).toEqual({ en: '2026-05-05', tr: '2026-06-06' })
  })

  it('is set with a model, kept when the field is defined anew, and a restricted caller cannot write it', async () => {
    const project = blog()
    const date = { type: 'date', shared: true }
    await project.run(save_model, { id: 'post', fields: { until: date } })
    await project.run(save_model, { id: 'post', fields: { until: { type: 'date', label: 'Until' } } })
    expect(project.model('post').fields.find(({ name }) => name === 'until')).toMatchObject({ shared: 'en' })
    expect(project.model('post').fields.find(({ name }) => name === 'until')?.definition).not.toHaveProperty('shared')
    const restriction = { locales: ['tr'] }
    const input = { model: 'post', locale: 'tr', data: { a: { until: '2026-09-09' } } }
    expect(await project.call(save_content, input, { restriction })).toMatchObject({
      error: { code: 'forbidden_locale' },
    })
  })

  it('comes back from the history in all languages', async () => {
    const project = blog()
    await share(project, true, 'default')
    await save(project, 'a', { on: '2026-05-05' })
    const seq = 2
    await save(project, 'a', { on: '2026-06-06' }, 'tr')
    await project.run(restoreFields, { model: 'post', entryId: 'a', seq, fields: ['on'] })
    expect(dates(project, 'a')).toEqual({ en: '2026-05-05', tr: '2026-05-05' })
  })

  it('is in every language’s file, by name in atelier.json, and a file that was changed alone changes it for all', async () => {
    const project = blog()
    await share(project, true, 'default')
    const stored = await project.reader.entries('post')
    const schema = project.schema()
    const files = writeFiles(
      schema,
      stored.flatMap(({ settled }) => settled ?? []),
    )
    const at = (locale: string) => `.contentrain/content/blog/post/${locale}.json`
    expect(JSON.parse(files.get(at('tr')) ?? '').b.on).toBe('2026-02-02')
    expect(JSON.parse(files.get('.contentrain/atelier.json') ?? '').shared).toEqual({ post: ['on'] })
    expect(files.get('.contentrain/models/post.json')).not.toContain('shared')
    const bytes = (all: ReadonlyMap<string, string>) =>
      new Map([...all].map(([path, text]) => [path, Buffer.from(text)] as const))
    expect(readFiles(bytes(files)).schema?.models[0]?.fields.find(({ name }) => name === 'on')).toMatchObject({
      shared: 'en',
    })
    const changed = (...all: [locale: string, from: string, to: string][]) => {
      const before = new Map(all.map(([locale]) => [at(locale), files.get(at(locale)) ?? '']))
      const after = new Map(
        all.map(([locale, from, to]) => [at(locale), (files.get(at(locale)) ?? '').replace(from, to)]),
      )
      return changesOfFiles({ schema }, { before: bytes(before), after: bytes(after) })
    }
    const alone = changed(['tr', '2026-02-02', '2026-02-20'])
    expect(alone.entries).toMatchObject([{ id: 'b', values: [{ field: 'on', value: '2026-02-20' }] }])
    expect(alone.findings).toEqual([])
    const both = changed(['en', '2026-02-02', '2026-02-10'], ['tr', '2026-02-02', '2026-02-20'])
    expect(both.entries).toMatchObject([{ id: 'b', values: [{ locale: 'en', value: '2026-02-10' }] }])
    expect(both.findings).toMatchObject([{ code: 'shared_differs', entry: 'b', locale: 'tr', field: 'on' }])
  })

  it('is the same in all languages that are begun, after any edits', async () => {
    const acts = fc.array(
      fc.record({
        locale: fc.constantFrom('en', 'tr', 'de'),
        field: fc.constantFrom('title', 'on', 'notes'),
        value: fc.constantFrom('2026-01-01', '2026-02-02', null),
      }),
      { maxLength: 12 },
    )
    await fc.assert(
      fc.asyncProperty(acts, async (all) => {
        const project = createTestContent({
          models: [{ ...post, title_field: 'heading', fields: { ...post.fields, heading: { type: 'string' } } }],
          config: { locales: { default: 'en', supported: ['en', 'tr', 'de'] } },
        })
        project.addEntry('post', 'a', { en: { heading: 'A' } })
        await project.run(shareFields, { model: 'post', fields: { on: true, notes: true } })
        const last: Record<string, string | null> = {}
        for (const { locale, field, value } of all) {
          await save(project, 'a', { [field]: field === 'title' ? (value ?? 'Title') : value }, locale)
          if (field !== 'title') last[field] = value
          const { locales = {} } = project.entry('post', 'a') ?? {}
          for (const { values } of Object.values(locales)) {
            if (Object.keys(values).length === 0) continue
            expect([values.on ?? null, values.notes ?? null]).toEqual([last.on ?? null, last.notes ?? null])
          }
        }
      }),
      { numRuns: numRuns(60, 1_000) },
    )
  })
})
