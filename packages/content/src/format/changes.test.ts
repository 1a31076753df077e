import type { Json } from '@atelier/documents'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { numRuns } from '../../../../scripts/testing/runs.ts'
import { editedContent } from '../../testing/format/arbitraries.ts'
import type { Entry, EntryMeta } from '../entry/entry.ts'
import type { ContentSchema, Model } from '../model/definition.ts'
import type { AtelierFile } from './atelierFile.ts'
import { changesOfFiles, type FileChanges } from './changes.ts'
import { ATELIER_PATH, META_FOLDER } from './paths.ts'
import { readFiles } from './read.ts'
import { needsReading } from './standIns.ts'
import { writeFiles } from './write.ts'

const encoder = new TextEncoder()
type Files = ReadonlyMap<string, string>

/** The differences between two states of a repository, as git would name them, and the other files to read. */
function changed(before: Files, after: Files, { models, config }: ContentSchema = schema) {
  const isRead = needsReading(models, config, { before: atelierIn(before), after: atelierIn(after) })
  const of = (files: Files, others: Files) =>
    new Map(
      [...files]
        .filter(([path, text]) => others.get(path) !== text || isRead(path))
        .map(([path, text]) => [path, encoder.encode(text)]),
    )
  return { before: of(before, after), after: of(after, before) }
}

const atelierIn = (files: Files): AtelierFile =>
  readFiles(new Map([...files].map(([path, text]) => [path, encoder.encode(text)]))).atelier

type State = Map<string, { values: Record<string, Record<string, Json>>; status: Record<string, string> }>

/** The entries' own values, by name: without stand-ins. */
function stateOf(entries: readonly Entry[]): State {
  return new Map(
    entries.map(({ model, id, locales }) => {
      const own = Object.entries(locales).filter(([, { standIn }]) => !standIn)
      return [
        `${model}/${id}`,
        {
          values: Object.fromEntries(own.map(([locale, { values }]) => [locale, { ...values }])),
          status: Object.fromEntries(own.map(([locale, { meta }]) => [locale, meta.status])),
        },
      ]
    }),
  )
}

function apply(state: State, { entries }: FileChanges): State {
  for (const { state: how, model, id, from, values, meta } of entries) {
    const name = `${model}/${id}`
    if (how === 'deleted') {
      state.delete(name)
      continue
    }
    const entry = state.get(from === undefined ? name : `${model}/${from}`) ?? { values: {}, status: {} }
    if (from !== undefined) state.delete(`${model}/${from}`)
    state.set(name, entry)
    for (const { locale, field, base, value } of values) {
      const own = entry.values[locale] ?? {}
      expect(own[field]).toEqual(base)
      if (value === undefined) delete own[field]
      else own[field] = value
      entry.values[locale] = own
    }
    for (const { locale, name: what, value } of meta) if (what === 'status') entry.status[locale] = value ?? 'draft'
  }
  return state
}

/** The files with values that a state is written to. */
const contentFiles = (schema: ContentSchema, state: State) => {
  const entries = [...state].map(([name, { values }]): Entry => {
    const [model = '', id = ''] = name.split('/')
    const filled = Object.entries(values).filter(([, own]) => Object.keys(own).length > 0)
    // An entry without any value is one all the same.
    const locales = filled.length > 0 ? filled : Object.entries(values).slice(0, 1)
    return { model, id, locales: Object.fromEntries(locales.map(([locale, own]) => [locale, { values: own, meta }])) }
  })
  const files = writeFiles(schema, entries)
  return [...files].filter(([path]) => path !== ATELIER_PATH && !path.startsWith(META_FOLDER)).sort()
}

it('means of any change what has to be edited to come to the same content', () => {
  fc.assert(
    fc.property(editedContent, ({ schema, before, after }) => {
      const files = { before: writeFiles(schema, before), after: writeFiles(schema, after) }
      const both = changed(files.before, files.after, schema)
      const changes = changesOfFiles({ schema, atelier: atelierIn(files.before) }, both)
      expect(changes.findings).toEqual([])
      const applied = apply(stateOf(before), changes)
      expect(contentFiles(schema, applied)).toEqual(contentFiles(schema, stateOf(after)))
    }),
    { numRuns: numRuns(8, 50) },
  )
})

const model: Model = {
  id: 'post',
  name: 'Post',
  kind: 'collection',
  domain: 'blog',
  i18n: true,
  title_field: 'title',
  fields: [{ key: 'title', name: 'title', definition: { type: 'string', required: true } }],
}
const schema: ContentSchema = {
  config: {
    version: 1,
    stack: 'other',
    workflow: 'review',
    locales: { default: 'en', supported: ['en', 'tr'] },
    domains: ['blog'],
  },
  models: [model],
  vocabulary: { brand: { en: 'Atelier' } },
}
const meta: EntryMeta = { status: 'published', source: 'human', updated_by: 'ada' }
const post = (id: string, en: string, tr?: string): Entry => ({
  model: 'post',
  id,
  locales: {
    en: { values: { title: en }, meta },
    ...(tr !== undefined && { tr: { values: { title: tr }, meta } }),
  },
})
const before = writeFiles(schema, [post('a', 'Hi', 'Selam'), post('b', 'Bye')])
const was = { schema, atelier: atelierIn(before) }
const EN = '.contentrain/content/blog/post/en.json'
const TR = '.contentrain/content/blog/post/tr.json'
const MODEL = '.contentrain/models/post.json'

/** The meaning of an edit of some of the files. */
function edit(edits: Record<string, (text: string) => string | undefined>, at = before, state = was) {
  const after = new Map(at)
  for (const [path, change] of Object.entries(edits)) {
    const text = change(after.get(path) ?? '')
    if (text === undefined) after.delete(path)
    else after.set(path, text)
  }
  return changesOfFiles(state, changed(at, after))
}

it('names the one field that was edited, with the value that it had', () => {
  const { entries, ...others } = edit({ [EN]: (text) => text.replace('Hi', 'Hello') })
  expect(entries).toEqual([
    {
      model: 'post',
      id: 'a',
      state: 'changed',
      values: [{ locale: 'en', field: 'title', base: 'Hi', value: 'Hello' }],
      meta: [],
    },
  ])
  expect(others).toMatchObject({ config: [], models: [], terms: [], findings: [], broken: [] })
})

it('takes an edited stand-in for a translation, and an untouched one for none', () => {
  expect(edit({ [TR]: (text) => text.replace('Bye', 'Hoşça kal') }).entries).toMatchObject([
    { id: 'b', values: [{ locale: 'tr', field: 'title', value: 'Hoşça kal' }] },
  ])
  const both = edit({ [EN]: (text) => text.replace('Bye', 'See you'), [TR]: (text) => text.replace('Bye', 'See you') })
  expect(both.entries).toMatchObject([{ id: 'b', values: [{ locale: 'en', base: 'Bye', value: 'See you' }] }])
})

it('takes a translation for one that reads like its source, where no list of stand-ins is left', () => {
  const both = edit({
    [ATELIER_PATH]: () => undefined,
    [EN]: (text) => text.replace('Bye', 'OK'),
    [TR]: (text) => text.replace('Bye', 'OK'),
  })
  expect(both.entries).toMatchObject([
    {
      id: 'b',
      values: [
        { locale: 'en', base: 'Bye', value: 'OK' },
        { locale: 'tr', field: 'title', value: 'OK' },
      ],
    },
  ])
})

it('takes a translation away whose file has lost it, and an entry that its default locale has lost', () => {
  const without = (id: string) => (text: string) => {
    const { [id]: _, ...others } = JSON.parse(text)
    return JSON.stringify(others)
  }
  expect(edit({ [TR]: without('a') }).entries).toMatchObject([
    { id: 'a', state: 'changed', values: [{ locale: 'tr', field: 'title', base: 'Selam' }] },
  ])
  expect(edit({ [EN]: without('a'), [TR]: without('a') }).entries).toMatchObject([{ id: 'a', state: 'deleted' }])
})

it('knows an entry again that was given another id', () => {
  const rename = (text: string) => text.replace('"a":', '"z":')
  expect(edit({ [EN]: rename, [TR]: rename }).entries).toEqual([
    { model: 'post', id: 'z', state: 'renamed', from: 'a', values: [], meta: [] },
  ])
})

it('names an edited status, and nothing of who edited when', () => {
  const path = '.contentrain/meta/post/en.json'
  expect(edit({ [path]: (text) => text.replace('published', 'archived').replace('ada', 'grace') }).entries).toEqual([
    {
      model: 'post',
      id: 'a',
      state: 'changed',
      values: [],
      meta: [{ locale: 'en', name: 'status', base: 'published', value: 'archived' }],
    },
  ])
})

it('means nothing for a file that it cannot read, and names it', () => {
  const { entries, broken, findings } = edit({
    [EN]: (text) => text.slice(0, 40),
    [TR]: (text) => text.replace('Selam', 'Merhaba'),
  })
  expect(entries).toMatchObject([{ id: 'a', values: [{ locale: 'tr', base: 'Selam', value: 'Merhaba' }] }])
  expect(broken).toEqual([EN])
  expect(findings).toMatchObject([{ code: 'syntax', file: EN }])
})

it('reads nothing under a configuration or of a model that it cannot read', () => {
  const changes = edit({ '.contentrain/config.json': () => '{', [EN]: (text) => text.replace('Hi', 'Hello') })
  expect(changes).toMatchObject({ entries: [], broken: ['.contentrain/config.json'], findings: [{ code: 'syntax' }] })
  const other = edit({ [MODEL]: () => '<<<<<<<', [EN]: (text) => text.replace('Hi', 'Hello') })
  expect(other).toMatchObject({ entries: [], models: [], broken: [MODEL], findings: [{ code: 'syntax' }] })
})

it('means an edit of a model, its deletion, and one of settings and terms', () => {
  const edited = edit({ [MODEL]: (text) => text.replace('"Post"', '"Article"') })
  expect(edited.models).toMatchObject([{ id: 'post', base: { name: 'Post' }, value: { name: 'Article' } }])
  expect(edit({ [MODEL]: () => undefined, [EN]: () => undefined }).models).toMatchObject([
    { id: 'post', base: { name: 'Post' } },
  ])
  expect(edit({ [MODEL]: () => undefined, [EN]: () => undefined }).entries).toEqual([])
  expect(edit({ '.contentrain/config.json': (text) => text.replace('review', 'auto-merge') }).config).toEqual([
    { name: 'workflow', base: 'review', value: 'auto-merge' },
  ])
  expect(edit({ '.contentrain/vocabulary.json': (text) => text.replace('Atelier', 'ATELIER') }).terms).toEqual([
    { key: 'brand', locale: 'en', base: 'Atelier', value: 'ATELIER' },
  ])
  expect(edit({ '.contentrain/vocabulary.json': () => undefined }).terms).toEqual([
    { key: 'brand', locale: 'en', base: 'Atelier' },
  ])
})

it('finds no edit of entries where a model’s files move', () => {
  const moved: Model = { ...model, content_path: 'content/posts', locale_strategy: 'suffix' }
  const after = writeFiles({ ...schema, models: [moved] }, [post('a', 'Hi', 'Selam'), post('b', 'Bye')])
  const changes = changesOfFiles(was, changed(before, after))
  expect(changes.entries).toEqual([])
  expect(changes.models).toMatchObject([{ id: 'post', value: { content_path: 'content/posts' } }])
})

it('edits no key of a dictionary that only stood for a translation', () => {
  const words: Model = { ...model, id: 'ui', kind: 'dictionary', title_field: 'key', fields: [] }
  const own: ContentSchema = { ...schema, models: [words] }
  const at = writeFiles(own, [
    {
      model: 'ui',
      id: 'main',
      locales: { en: { values: { a: 'A', b: 'B' }, meta }, tr: { values: { a: 'Ğ' }, meta } },
    },
  ])
  const path = '.contentrain/content/blog/ui/tr.json'
  const state = { schema: own, atelier: atelierIn(at) }
  expect(edit({ [path]: (text) => text.replace('Ğ', 'Ö') }, at, state).entries).toMatchObject([
    { id: 'main', values: [{ locale: 'tr', field: 'a', base: 'Ğ', value: 'Ö' }] },
  ])
  expect(edit({ [path]: (text) => text.replace('"B"', '"Ş"') }, at, state).entries).toMatchObject([
    { id: 'main', values: [{ locale: 'tr', field: 'b', value: 'Ş' }] },
  ])
})

it('brings back Atelier’s own data', () => {
  const after = writeFiles({ ...schema, routes: { post: 'blog' } }, [post('a', 'Hi', 'Selam'), post('b', 'Bye')])
  expect(changesOfFiles(was, changed(before, after)).routes).toEqual([{ name: 'post', value: 'blog' }])
  expect(atelierIn(after).routes).toEqual({ post: 'blog' })
})
