import { inSlices } from '@atelier/operation'
import { describe, expect, it } from 'vitest'
import { blogSchema, labels, localeOf, modelOf, post, settings, storedOf } from '../../testing/blog.ts'
import type { StoredEntry } from '../context/reader.ts'
import { changedSince, digestOf } from '../entry/digest.ts'
import { type AnalysisKind, analyseModel } from './analysis.ts'
import { checkEntries, checkSchema, healthOf } from './validate.ts'

const good = { title: 'A title of good length', description: 'What it is about.' }

async function analyse(entries: readonly StoredEntry[], kinds: AnalysisKind[], model = post) {
  const { findings, score } = await inSlices(analyseModel(model, entries, blogSchema, new Set(kinds)))
  const found = findings.map(({ code, entry, locale, field }) => ({ code, entry, locale, field }))
  return { found, score }
}

const entry = (id: string, locales: Parameters<typeof storedOf>[0]['locales'], model = 'blog-post') =>
  storedOf({ model, id, locales })

describe('the analysis for search engines', () => {
  it('names entry, locale and field', async () => {
    const { found } = await analyse(
      [
        entry('a', { en: localeOf(good), tr: localeOf({ title: 'Kısa' }) }),
        entry('b', { en: localeOf(good), tr: localeOf(good, {}, { standIn: true }) }),
      ],
      ['seo'],
    )
    expect(found).toEqual([
      { code: 'same_title', entry: 'a', locale: 'en', field: 'title' },
      { code: 'title_length', entry: 'a', locale: 'tr', field: 'title' },
      { code: 'no_description', entry: 'a', locale: 'tr', field: 'description' },
      { code: 'same_title', entry: 'b', locale: 'en', field: 'title' },
    ])
  })
  it('takes a singleton and a dictionary for no pages, and not each of their fields for an entry', async () => {
    const one = entry(
      'main',
      { en: localeOf({ title: 'X', claim: 'Y', footer: 'Z' }), tr: localeOf({ title: 'X' }) },
      'settings',
    )
    expect((await analyse([one], ['seo'], settings)).found).toEqual([])
    expect((await analyse([one], ['parity'], settings)).score?.entries).toBe(1)
    const terms = entry('main', { en: localeOf({ a: 'x' }), tr: localeOf({ a: 'y' }) }, 'labels')
    expect((await analyse([terms], ['seo'], labels)).found).toEqual([])
  })
  it('says once that a model has no field for a description', async () => {
    const page = modelOf({ id: 'page', kind: 'document' }, { title: { type: 'string' } })
    const entries = ['a', 'b'].map((id) => entry(id, { en: localeOf({ title: `The long title of ${id}` }) }, 'page'))
    expect((await analyse(entries, ['seo'], page)).found).toEqual([
      { code: 'no_description_field', entry: undefined, locale: undefined, field: undefined },
    ])
  })
})

describe('the parity of locales', () => {
  it('is by id: as many entries in each locale, of other ids, are not equal', async () => {
    const english = entry('english-only', { en: localeOf(good), tr: localeOf(good, {}, { standIn: true }) })
    const turkish = entry('turkish-only', { tr: localeOf(good), en: localeOf(good, {}, { standIn: true }) })
    expect((await analyse([english, turkish], ['parity'])).found).toEqual([
      { code: 'not_translated', entry: 'english-only', locale: 'tr', field: 'title' },
      { code: 'not_translated', entry: 'turkish-only', locale: 'en', field: 'title' },
    ])
  })
  it('is by field and by the key of a dictionary', async () => {
    const half = entry('half', { en: localeOf({ ...good, body: 'Text' }), tr: localeOf({ ...good, price: 3 }) })
    expect((await analyse([half], ['parity'])).found).toEqual([
      { code: 'not_translated', entry: 'half', locale: 'tr', field: 'body' },
    ])
    const terms = entry('main', { en: localeOf({ a: 'x', b: 'y' }), tr: localeOf({ a: 'x', c: 'z' }) }, 'labels')
    expect((await analyse([terms], ['parity'], labels)).found).toEqual([
      { code: 'not_translated', entry: 'main', locale: 'tr', field: 'b' },
      { code: 'not_in_source', entry: 'main', locale: 'tr', field: 'c' },
    ])
  })
})

describe('a stale translation', () => {
  it('is found as soon as its source changes, by field, with no date written anywhere', async () => {
    const source = { ...good, body: 'Before' }
    const translated = digestOf(source)
    const made = (values: typeof source) =>
      entry('a', { en: localeOf(values), tr: localeOf({ ...good, body: 'Önce' }, {}, { translated }) })
    expect((await analyse([made(source)], ['stale'])).found).toEqual([])
    expect((await analyse([made({ ...source, body: 'After' })], ['stale'])).found).toEqual([
      { code: 'source_changed', entry: 'a', locale: 'tr', field: 'body' },
    ])
  })
  it('is none that is old, or of unknown origin', async () => {
    const old = localeOf(good, { updated_at: '2001-01-01T00:00:00.000Z' })
    expect((await analyse([entry('a', { en: old, tr: old })], ['stale'])).found).toEqual([])
  })
  it('of a large dictionary is found as a whole', async () => {
    const terms = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`k${index}`, `v${index}`]))
    const translated = digestOf(terms)
    expect(changedSince(terms, translated)).toBeUndefined()
    const stored = entry(
      'main',
      { en: localeOf({ ...terms, k7: 'new' }), tr: localeOf(terms, {}, { translated }) },
      'labels',
    )
    expect((await analyse([stored], ['stale'], labels)).found).toEqual([
      { code: 'source_changed', entry: 'main', locale: 'tr', field: undefined },
    ])
  })
})

describe('the quality of a model', () => {
  it('counts what is wrong with each entry, and names the fields that most entries have', async () => {
    const whole = Array.from({ length: 6 }, (_, index) =>
      entry(`p${index}`, {
        en: localeOf({ ...good, title: `${good.title} ${index}` }),
        tr: localeOf({ ...good, title: `${good.title} ${index}` }),
      }),
    )
    expect((await analyse(whole, [])).score).toEqual({ model: 'blog-post', entries: 6, score: 100, grade: 'excellent' })
    const poor = storedOf(
      {
        model: 'blog-post',
        id: 'poor',
        locales: { en: localeOf({ title: 'Bad' }), tr: localeOf({ title: 'Bad' }, {}, { standIn: true }) },
      },
      { issues: [{ severity: 'error', code: 'min', message: 'Too short.', locale: 'en', field: 'title' }] },
    )
    const { found, score } = await analyse([...whole, poor], ['quality'])
    expect(found).toEqual([
      { code: 'empty_field', entry: 'poor', locale: 'en', field: 'description' },
      { code: 'min', entry: 'poor', locale: 'en', field: 'title' },
    ])
    expect(score?.score).toBeLessThan(100)
    const archived = entry('old', { en: localeOf({ title: '' }, { status: 'archived' }) })
    expect((await analyse([archived], ['seo', 'parity', 'quality'])).found).toEqual([])
  })
})

describe('validation', () => {
  const check = (entries: readonly StoredEntry[], ids: Record<string, string[]> = {}) =>
    inSlices(checkEntries(post, entries, blogSchema, (model) => ids[model] && new Set(ids[model])))

  it('of entries finds values that their model no longer accepts, relations to nothing, and drafts', async () => {
    const typed = { severity: 'error', code: 'max', message: 'Too long.', locale: 'tr', field: 'title' } as const
    const findings = await check(
      [
        storedOf(
          {
            model: 'blog-post',
            id: 'a',
            locales: { en: localeOf({ description: 'x', author: 'gone', subject: { model: 'hidden', ref: 'x' } }) },
          },
          { issues: [typed] },
        ),
      ],
      { author: ['ada'] },
    )
    expect(findings).toContainEqual({ ...typed, model: 'blog-post', entry: 'a' })
    expect(findings.map(({ code, field }) => `${code}:${field}`)).toEqual(
      expect.arrayContaining(['required:title', 'broken_relation:author']),
    )
    expect(findings.some(({ field, code }) => field === 'subject' && code === 'broken_relation')).toBe(false)
  })
  it('of models names the model and the field', () => {
    const broken = modelOf(
      { id: 'broken' },
      { title: { type: 'string', required: true }, to: { type: 'relation', model: 'nowhere' } },
    )
    const findings = checkSchema({ ...blogSchema, models: [...blogSchema.models, broken] })
    expect(
      findings.filter(({ model, severity }) => model !== 'broken' && severity === 'error' && model !== 'labels'),
    ).toEqual([])
    expect(findings.some(({ model, field }) => model === 'broken' && field === 'to')).toBe(true)
    expect(healthOf([{ severity: 'error' }, { severity: 'warning' }])).toBe(87)
    expect(healthOf([])).toBe(100)
  })
})
