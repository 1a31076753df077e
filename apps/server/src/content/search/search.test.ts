import { randomUUID } from 'node:crypto'
import {
  branchType,
  contentType,
  createEntry,
  entryType,
  fromFile,
  type ModelFile,
  ONLY_ENTRY,
  queryWords,
  setConfig,
  writeModel,
  writeValues,
} from '@atelier/content'
import type { Beside, DocumentCommit } from '@atelier/documents'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addContentProject, editContent } from '../../../testing/contentServer.ts'
import { testDatabases } from '../../../testing/databases.ts'
import { ANNA, type Instance, openInstance, PROJECT } from '../../../testing/documents.ts'
import { createContentCommitHook } from '../entries/contentCommitHook.ts'
import { createReaders } from '../entries/reader.ts'
import { createStoredEntries } from '../entries/storedEntries.ts'
import { createContentProjects } from '../projects/contentProjects.ts'

const text: ModelFile = {
  id: 'text',
  name: 'Text',
  kind: 'collection',
  domain: 'site',
  i18n: true,
  title_field: 'title',
  fields: { title: { type: 'string', required: true }, lead: { type: 'text' }, body: { type: 'markdown' } },
}
const label: ModelFile = { id: 'label', name: 'Label', kind: 'dictionary', domain: 'site', i18n: false }
const models = [text, label].map((file) => fromFile(file))
const locales = ['en', 'tr', 'de', 'ja', 'ar']

type Values = Record<string, string>

/** By a name for the entry, which none of its texts contains, and by locale. It has no other locales. */
const corpus: Readonly<Record<string, Readonly<Record<string, Values>>>> = {
  harbour: {
    en: { title: 'Harbour guide', body: 'Where boats **moor** at night.\n\nAsk the _harbour_ master.' },
    tr: { title: 'Liman rehberi', body: 'Tekneler gece nereye bağlanır. IĞDIR ve ılıca.' },
    de: { title: 'Hafenführer', body: 'Wo Boote über Nacht liegen. Größe, Maß und Straße.' },
    ja: { title: '港の案内', body: '船は夜に港へ入ります。東京タワー。' },
    ar: { title: 'دليل الميناء', body: 'أين ترسو القوارب ليلاً؟ العربية لغة جميلة.' },
  },
  sails: {
    en: { title: 'Sails', lead: 'All about a harbour in the wind', body: 'Canvas, rope and the café at the quay.' },
    tr: { title: 'Yelkenler', body: 'İstanbul rüzgârı; ISPARTA gülü.' },
  },
  prices: { en: { title: 'Prices 2026', body: 'A berth costs 3.14 or 1,250 a day, 007 apart, model X200.' } },
  accents: { en: { title: 'Crème brûlée', body: 'naïve façade Ångström ŁÓDŹ Ærø œuvre Dvořák' } },
  markup: {
    en: {
      title: 'Markup & <em>signs</em>',
      body: '<p class="hiddenclass">Seen <b>text</b></p><script>hiddenscript()</script>[link](https://hiddenlink.example) `inlinecode` <!-- hiddencomment -->',
    },
  },
  often: { en: { title: 'Words', body: 'quay quay quay' } },
  quay: { en: { title: 'Quay', body: 'A short one.' } },
  greek: { en: { title: 'ΟΔΟΣ', body: 'Οδυσσεύς и Ёлка' } },
  mixed: { en: { title: 'v2 release', body: 'build 12abc 1e5 0x1f a1b2 ﬁne ① ² ½ ٣٤' } },
  long: { en: { title: 'Much', body: `${'z'.repeat(100)} ${'filler '.repeat(2_000)} needle` } },
}

const names = Object.keys(corpus)

/** A query, and the places where it is found, in their order. If hits are equally good, each database has an order of its own. */
const ordered: readonly (readonly [query: string, hits: readonly string[]])[] = [
  // A title counts as much as five mentions in a text.
  ['harbour', ['harbour en', 'sails en']],
  ['quay', ['quay en', 'often en', 'sails en']],
  // The last word is the beginning of one, those before it are whole.
  ['harb', ['harbour en', 'sails en']],
  ['harbour gui', ['harbour en']],
  ['harb guide', []],
  // All words must be there, in any field and order.
  ['wind harbour', ['sails en']],
  ['harbour canvas rope', ['sails en']],
  ['harbour brûlée', []],
  // Turkish: with and without dots, upper and lower case.
  ['istanbul', ['sails tr']],
  ['İSTANBUL', ['sails tr']],
  ['ıstanbul', ['sails tr']],
  ['isparta', ['sails tr']],
  ['ığdır', ['harbour tr']],
  ['igdir', ['harbour tr']],
  ['ILICA', ['harbour tr']],
  ['ruzgari', ['sails tr']],
  ['baglanir', ['harbour tr']],
  // German.
  ['hafenfuhrer', ['harbour de']],
  ['hafenführ', ['harbour de']],
  ['Größe', ['harbour de']],
  ['große', ['harbour de']],
  ['straße', ['harbour de']],
  // Japanese, divided by a dictionary.
  ['港', ['harbour ja']],
  ['東京', ['harbour ja']],
  ['東京タワー', ['harbour ja']],
  ['船 夜', ['harbour ja']],
  // Arabic.
  ['الميناء', ['harbour ar']],
  ['القوارب', ['harbour ar']],
  ['العرب', ['harbour ar']],
  // Accents either way.
  ['creme brulee', ['accents en']],
  ['CRÈME', ['accents en']],
  ['cafe', ['sails en']],
  ['naive facade', ['accents en']],
  ['angstrom', ['accents en']],
  ['dvorak', ['accents en']],
  ['Ærø', ['accents en']],
  // Greek and Cyrillic.
  ['οδος', ['greek en']],
  ['οδυσσευς', ['greek en']],
  ['елка', ['greek en']],
  // Numbers, with letters too.
  ['2026', ['prices en']],
  ['3.14', ['prices en']],
  ['1,250', ['prices en']],
  ['007', ['prices en']],
  ['7', []],
  ['x200', ['prices en']],
  ['12abc', ['mixed en']],
  ['1e5', ['mixed en']],
  ['0x1f', ['mixed en']],
  ['a1b2', ['mixed en']],
  ['fine', ['mixed en']],
  ['٣٤', ['mixed en']],
  ['v2', ['mixed en']],
  // Text that a reader of the page does not see is not found.
  ['seen text', ['markup en']],
  ['inlinecode link', ['markup en']],
  ['hiddenclass', []],
  ['hiddenscript', []],
  ['hiddenlink', []],
  ['hiddencomment', []],
  ['script', []],
  // A dictionary is found by its keys and its texts, in every locale.
  ['nav home', ['label *']],
  ['startseite', ['label *']],
  // Long words and long texts.
  ['z'.repeat(100), ['long en']],
  ['needle', ['long en']],
  // Nothing that looks like a query language means anything.
  ['quay OR canvas', []],
  ['quay NOT often', []],
  ['"quay"', ['quay en', 'often en', 'sails en']],
  ['title:quay', []],
  ["'; drop table content_search --", []],
  ['& | ! <-> ( ) *', []],
  ['nothing of it', []],
]

interface Found {
  search(query: string, more?: { locales?: string[]; models?: string[]; limit?: number }): Promise<string[]>
  nearest(word: string): Promise<readonly string[]>
}

const databases = testDatabases()
const opened = new Map<string, Found>()
const closing: (() => Promise<void>)[] = []

async function fill(server: Instance): Promise<void> {
  await editContent(server, ANNA, 'Set up', async (drafts) => {
    const draft = drafts.create('content', 'content')
    setConfig(draft, {
      version: 1,
      stack: 'other',
      workflow: 'auto-merge',
      locales: { default: 'en', supported: locales },
      domains: ['site'],
    })
    for (const model of [text, label]) writeModel(draft, model)
  })
  const entries = [...Object.values(corpus), { '*': { 'nav.home': 'Startseite' } }]
  for (const [at, own] of entries.entries())
    await editContent(server, ANNA, `Write ${at}`, async (drafts) => {
      const model = models.find((each) => each.id === ('*' in own ? 'label' : 'text'))
      const draft = drafts.create(`doc-${at}`, 'entry')
      if (!model) throw new Error()
      createEntry(draft, { model: model.id, id: '*' in own ? ONLY_ENTRY : `id${at}` })
      for (const [locale, values] of Object.entries(own)) writeValues(draft, model, locale, values)
    })
}

beforeAll(async () => {
  for (const { name, place } of databases) {
    const where = await place()
    let beside: Beside = () => ({})
    const types = [contentType, entryType, branchType].map((type) => ({
      ...type,
      beside: (commit: DocumentCommit) => beside(commit),
    }))
    const server = await openInstance(where, { types })
    const { database } = server
    const projects = createContentProjects(database)
    beside = createContentCommitHook({ database, projects, now: Date.now, newId: randomUUID })
    closing.push(async () => {
      await server.close()
      where.remove()
    })
    await addContentProject(server)
    await fill(server)
    const reader = createReaders({ database, projects, entries: createStoredEntries(database) })(PROJECT)
    opened.set(name, {
      search: async (query, more = {}) =>
        (await reader.search({ words: queryWords(query), limit: 50, ...more })).map(
          ({ entry, locale }) => `${names[Number(entry.slice('id'.length))] ?? 'label'} ${locale}`,
        ),
      nearest: (word) => reader.nearestWords(word),
    })
  }
})
afterAll(async () => {
  for (const close of closing) await close()
})

const found = (name: string): Found => {
  const at = opened.get(name)
  if (!at) throw new Error(`${name} is not open`)
  return at
}

describe.each(databases)('the search of $name', ({ name }) => {
  test.each(ordered)('finds “%s”', async (query, hits) => {
    expect(await found(name).search(query)).toEqual(hits)
  })

  test('stays within the given models, locales and number', async () => {
    const { search } = found(name)
    expect(await search('harbour', { locales: ['tr'] })).toEqual([])
    expect(await search('istanbul', { locales: ['tr', '*'] })).toEqual(['sails tr'])
    expect(await search('startseite', { locales: ['tr', '*'] })).toEqual(['label *'])
    expect(await search('startseite', { models: ['text'] })).toEqual([])
    expect(await search('quay', { limit: 1 })).toEqual(['quay en'])
    expect(await search('quay', { limit: 2 })).toEqual(['quay en', 'often en'])
    expect(await search('quay', { models: [] })).toEqual([])
    expect(await search('quay', { locales: [] })).toEqual([])
  })

  test('offers the words that are nearest to one that it does not know', async () => {
    const { nearest } = found(name)
    expect((await nearest('harbor'))[0]).toBe('harbour')
    expect((await nearest('sail'))[0]).toBe('sails')
    expect(await nearest('xylophone')).toEqual([])
  })
})

describe('both databases', () => {
  const words = [...new Set(Object.values(corpus).flatMap((own) => Object.values(own).flatMap(wordsOfValues)))]

  function wordsOfValues(values: Values): string[] {
    return Object.values(values).flatMap((value) => queryWords(value))
  }

  test('find the same entries for any words of the texts, whole or cut', async () => {
    if (databases.length < 2) return
    const word = fc.record({ word: fc.constantFrom(...words), length: fc.integer({ min: 1, max: 12 }) })
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...words), { maxLength: 2 }), word, async (whole, { word, length }) => {
        const query = [...whole, [...word].slice(0, length).join('')].join(' ')
        const [first, second] = await Promise.all(databases.map(({ name }) => found(name).search(query)))
        expect([...(first ?? [])].sort()).toEqual([...(second ?? [])].sort())
      }),
      { numRuns: 150 },
    )
  })
})
