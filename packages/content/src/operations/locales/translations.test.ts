import type { Json } from '@atelier/documents'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTestContent, type TestContent } from '../../../testing/project.ts'
import { translatedDigest } from '../../brain/untranslated.ts'
import { changedSince, digestOf } from '../../entry/digest.ts'
import { readTranslationTask, translationTask } from '../../prompt/translationTask.ts'
import { save_content } from '../entries/saveContent.ts'
import { update_status } from '../entries/updateStatus.ts'
import { listUntranslated } from './listUntranslated.ts'
import { saveTranslations } from './saveTranslations.ts'

const news = {
  id: 'news',
  name: 'News',
  kind: 'collection',
  domain: 'blog',
  i18n: true,
  title_field: 'title',
  fields: {
    title: { type: 'string', required: true },
    text: { type: 'markdown' },
    link: { type: 'url' },
    stars: { type: 'integer' },
  },
} as const

function setUp(): TestContent {
  const project = createTestContent({
    models: [news],
    vocabulary: { sourdough: { en: 'sourdough', tr: 'ekşi maya' }, shop: { en: 'shop', tr: 'dükkân' } },
  })
  project.addEntry('news', 'one', {
    en: { title: 'Our sourdough', text: 'Two words', link: 'https://a.example', stars: 4 },
  })
  project.addEntry('news', 'two', { en: { title: 'Open again' }, tr: { title: 'Yine açık' } })
  return project
}
const work = (project: TestContent, more: object = {}) =>
  project.run(listUntranslated, { model: 'news', to: 'tr', ...more })
const translate = (project: TestContent, entries: Record<string, Record<string, string>>, more: object = {}) =>
  project.run(saveTranslations, { model: 'news', to: 'tr', entries, ...more })

describe('filling a locale from another', () => {
  it('lists what is not translated, with the terms that it uses, and how much it is', async () => {
    const project = setUp()
    expect(await work(project)).toEqual({
      entries: [
        {
          id: 'one',
          title: 'Our sourdough',
          state: 'untranslated',
          texts: { title: 'Our sourdough', text: 'Two words' },
        },
      ],
      vocabulary: [{ from: 'sourdough', to: 'ekşi maya' }],
      totals: { entries: 1, fields: 2, words: 4, characters: 22 },
      left: 0,
      skipped: [],
      skippedTotal: 0,
    })
  })

  it('writes drafts with what needs no translation, and takes all of it back in one step', async () => {
    const project = setUp()
    const done = await translate(project, { one: { title: 'Ekşi mayamız', text: 'İki sözcük' } })
    expect(done.entries).toEqual([
      { model: 'news', id: 'one', locale: 'tr', changed: expect.any(Array), settled: true },
    ])
    const tr = project.entry('news', 'one')?.locales.tr
    expect(tr?.values).toEqual({ title: 'Ekşi mayamız', text: 'İki sözcük', link: 'https://a.example', stars: 4 })
    expect(tr?.meta.status).toBe('draft')
    const written = project.written()
    expect((await work(project)).totals.entries).toBe(0)
    project.undo([written])
    expect((await work(project)).totals.entries).toBe(1)
  })

  it('overwrites nothing that is translated, and says so', async () => {
    const project = setUp()
    const done = await translate(project, {
      two: { title: 'Something else' },
      one: { title: 'Ekşi mayamız', stars: '5' },
    })
    expect(done.warnings.map(({ entry, field, code }) => [entry, field, code])).toEqual([
      ['two', 'title', 'not_open'],
      ['one', 'stars', 'not_open'],
    ])
    expect(project.entry('news', 'two')?.locales.tr?.values.title).toBe('Yine açık')
    expect(project.entry('news', 'one')?.locales.tr?.values).toMatchObject({ title: 'Ekşi mayamız', stars: 4 })
  })

  it('lists again only what has changed in the source, and what is left stays stale', async () => {
    const project = setUp()
    await translate(project, { one: { title: 'Ekşi mayamız', text: 'İki sözcük' } })
    await project.run(save_content, { model: 'news', data: { one: { title: 'Our shop', text: 'Three words now' } } })
    expect((await work(project)).entries).toEqual([
      { id: 'one', title: 'Our shop', state: 'stale', texts: { title: 'Our shop', text: 'Three words now' } },
    ])
    await translate(project, { one: { title: 'Dükkânımız' } })
    expect((await work(project)).entries.map(({ texts }) => texts)).toEqual([{ text: 'Three words now' }])
    await translate(project, { one: { text: 'Artık üç sözcük' } })
    expect((await work(project)).entries).toEqual([])
  })

  it('keeps a published translation unless requested, and archived entries always', async () => {
    const project = setUp()
    await translate(project, { one: { title: 'Ekşi mayamız', text: 'İki sözcük' } })
    await project.run(update_status, { model: 'news', entryIds: ['one'], locale: 'tr', status: 'published' })
    await project.run(save_content, { model: 'news', data: { one: { title: 'Our shop' } } })
    expect(await work(project)).toMatchObject({
      entries: [],
      skipped: [{ id: 'one', title: 'Our shop', reason: 'Its translation to “tr” is published.' }],
    })
    const refused = await translate(project, { one: { title: 'Dükkânımız' } })
    expect(refused).toMatchObject({ entries: [], warnings: [{ code: 'published' }] })
    expect(project.entry('news', 'one')?.locales.tr?.values.title).toBe('Ekşi mayamız')
    await translate(project, { one: { title: 'Dükkânımız' } }, { published: true })
    expect(project.entry('news', 'one')?.locales.tr).toMatchObject({
      values: { title: 'Dükkânımız' },
      meta: { status: 'draft' },
    })
    await project.run(save_content, { model: 'news', data: { one: { title: 'Closed' } } })
    await project.run(update_status, { model: 'news', entryIds: ['one'], locale: 'en', status: 'archived' })
    expect(await work(project)).toMatchObject({ entries: [], skipped: [{ id: 'one', reason: 'It is archived.' }] })
  })

  it('refuses locales that are not there, and models without any', async () => {
    const project = setUp()
    const code = async (input: object) => {
      const answer = await project.call(listUntranslated, { model: 'news', ...input })
      return answer.ok ? 'ok' : answer.error?.code
    }
    expect(await code({ to: 'de' })).toBe('unknown_locale')
    expect(await code({ to: 'en' })).toBe('same_locale')
    expect(await code({ to: 'tr', entryIds: ['none'] })).toBe('unknown_entry')
  })
})

it('a digest after some fields were translated anew names exactly the others that have changed', () => {
  const values = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.string({ minLength: 1, maxLength: 8 }), {
    minKeys: 1,
  })
  fc.assert(
    fc.property(values, values, fc.subarray(['a', 'b', 'c', 'd']), (then, now, fields) => {
      const before = digestOf(then)
      const expected = (changedSince(now, before) ?? []).filter((name) => !fields.includes(name))
      const said = Object.values(now)
      // Equal texts share a digest, so that translating one of them translates the other.
      fc.pre(new Set(said).size === said.length)
      const digest = translatedDigest(now, before, fields)
      if (expected.length === 0) expect(digest).toBe(digestOf(now))
      else if (expected.length < said.length) expect(changedSince(now, digest)).toEqual(expected)
      else expect(digest).not.toBe(digestOf(now))
    }),
  )
})

it('a message that asks for translations is read again as it was meant', () => {
  for (const task of [
    { model: 'news', from: 'en', to: 'pt-BR' },
    { model: 'blog-post', from: 'en', to: 'tr', entryIds: ['one', 'two_2'] },
    { model: 'news', from: 'en', to: 'tr', entryIds: ['one'], published: true as const },
  ]) {
    expect(readTranslationTask(translationTask(task))).toEqual(task)
  }
  expect(readTranslationTask('Translate the title into Turkish')).toBeUndefined()
})

describe('lists and objects', () => {
  const event = {
    id: 'event',
    name: 'Event',
    kind: 'collection',
    domain: 'blog',
    i18n: true,
    title_field: 'title',
    fields: {
      title: { type: 'string', required: true },
      points: { type: 'array', items: 'string' },
      seo: { type: 'object', fields: { note: { type: 'text' }, image: { type: 'image' } } },
      rows: {
        type: 'array',
        items: { type: 'object', fields: { label: { type: 'string' }, size: { type: 'integer' } } },
      },
      codes: { type: 'array', items: 'slug' },
    },
  } as const
  const en: Record<string, Json> = {
    title: 'Fair',
    points: ['Bread', 'Cake'],
    seo: { note: 'A fair', image: '/fair.png' },
    rows: [{ label: 'Small', size: 1 }, { size: 2 }],
    codes: ['a-b'],
  }
  const task = { model: 'event', to: 'tr' }

  it('are translated text by text, and keep all else', async () => {
    const project = createTestContent({ models: [event] })
    project.addEntry('event', 'fair', { en })
    const { entries, totals } = await project.run(listUntranslated, task)
    expect(entries[0]?.texts).toEqual({
      title: 'Fair',
      'points.0': 'Bread',
      'points.1': 'Cake',
      'seo.note': 'A fair',
      'rows.0.label': 'Small',
    })
    expect(totals).toEqual({ entries: 1, fields: 5, words: 6, characters: 24 })
    const texts = {
      title: 'Fuar',
      'points.0': 'Ekmek',
      'points.1': 'Pasta',
      'seo.note': 'Bir fuar',
      'rows.0.label': 'Ufak',
    }
    await project.run(saveTranslations, { ...task, entries: { fair: texts } })
    expect(project.entry('event', 'fair')?.locales.tr?.values).toEqual({
      title: 'Fuar',
      points: ['Ekmek', 'Pasta'],
      seo: { note: 'Bir fuar', image: '/fair.png' },
      rows: [{ label: 'Ufak', size: 1 }, { size: 2 }],
      codes: ['a-b'],
    })
    expect((await project.run(listUntranslated, task)).totals.entries).toBe(0)
  })

  it('are saved whole or not at all, and again where their source has changed', async () => {
    const project = createTestContent({ models: [event] })
    project.addEntry('event', 'fair', { en })
    const done = await project.run(saveTranslations, {
      ...task,
      entries: { fair: { title: 'Fuar', 'points.0': 'Ekmek' } },
    })
    expect(done.warnings).toMatchObject([{ code: 'in_part', field: 'points' }])
    expect(project.entry('event', 'fair')?.locales.tr?.values).not.toHaveProperty('points')
    const rest = { 'points.0': 'Ekmek', 'points.1': 'Pasta', 'seo.note': 'Bir fuar', 'rows.0.label': 'Ufak' }
    await project.run(saveTranslations, { ...task, entries: { fair: rest } })
    await project.run(save_content, { model: 'event', data: { fair: { points: ['Bread', 'Pie'] } } })
    expect((await project.run(listUntranslated, task)).entries).toMatchObject([
      { state: 'stale', texts: { 'points.0': 'Bread', 'points.1': 'Pie' } },
    ])
  })
})

it('a translation of a text that has changed since it was listed is out of date', async () => {
  const project = setUp()
  const known: Record<string, Json> = {}
  const given = {
    known: {
      of: async () => known,
      note: (_document: string, locale: string, values: object) =>
        void (locale === 'en' && Object.assign(known, values)),
    },
  }
  await project.run(listUntranslated, { model: 'news', to: 'tr' }, given)
  await project.run(save_content, { model: 'news', data: { one: { title: 'Another title' } } })
  const entries = { one: { title: 'Ekşi mayamız', text: 'İki sözcük' } }
  await project.run(saveTranslations, { model: 'news', to: 'tr', entries }, given)
  expect((await work(project)).entries).toMatchObject([
    { id: 'one', state: 'stale', texts: { title: 'Another title' } },
  ])
})
