import { createMemoryView, createOverlay, undoPatches } from '@atelier/documents'
import { describe, expect, it } from 'vitest'
import {
  changeOf,
  checkModel,
  checkValue,
  contentType,
  deleteModel,
  type FieldDefinition,
  fromFile,
  type Model,
  type ModelFile,
  migrateValue,
  readModel,
  readSchema,
  setConfig,
  setTerm,
  toFile,
  writeModel,
} from '../index.ts'

const config = {
  version: 1,
  stack: 'next',
  workflow: 'review',
  locales: { default: 'en', supported: ['en', 'tr'] },
  domains: ['blog'],
} as const

const post: ModelFile = {
  id: 'post',
  name: 'Post',
  kind: 'collection',
  domain: 'blog',
  i18n: true,
  title_field: 'title',
  fields: { title: { type: 'string', required: true }, views: { type: 'integer' } },
}

const codes = (model: ModelFile, all: readonly ModelFile[] = []) =>
  checkModel(model, all, config).map(({ severity, code, field }) => `${severity} ${code}${field ? ` ${field}` : ''}`)

describe('the document of models', () => {
  it('holds settings, models and terms, and nothing before it is set up', () => {
    const view = createMemoryView()
    expect(readSchema(view)).toBeUndefined()
    setConfig(view, { ...config, platform: 'web' })
    writeModel(view, post)
    setTerm(view, 'a/b%', 'en', 'A')
    setTerm(view, 'a/b%', 'tr', 'B')
    setTerm(view, 'gone', 'en', 'x')
    setTerm(view, 'gone', 'en', undefined)
    const schema = readSchema(view)
    expect(schema?.config).toEqual({ ...config, platform: 'web' })
    expect(schema?.vocabulary).toEqual({ 'a/b%': { en: 'A', tr: 'B' } })
    expect(schema?.models.map(toFile)).toEqual([post])
  })
  it('keeps the key of a field that is renamed, also when it names the title and another takes its name', () => {
    const view = createMemoryView()
    writeModel(view, post)
    const renamed = {
      ...post,
      title_field: 'headline',
      fields: { headline: { type: 'text', required: true } },
    } as const
    writeModel(view, { ...renamed, fields: { ...renamed.fields, title: { type: 'number' } } }, { title: 'headline' })
    const model = readModel(view, 'post')
    expect(model?.title_field).toBe('headline')
    expect(model?.fields.map(({ key, name }) => `${key} ${name}`)).toEqual(['title headline', 'title-2 title'])
    expect(view.get('field:post/views/deleted')).toBe(true)
  })
  it('takes a deleted model and a deleted field back when they are saved again', () => {
    const view = createMemoryView()
    writeModel(view, post)
    writeModel(view, { ...post, fields: { title: { type: 'string', required: true } } })
    deleteModel(view, 'post')
    expect(readModel(view, 'post')).toBeUndefined()
    writeModel(view, post)
    const model = readModel(view, 'post')
    expect(model && toFile(model)).toEqual(post)
    expect([...view.keys()].filter((key) => key.startsWith('field:'))).toHaveLength(2)
  })
  it('takes properties away, and writes nothing when nothing changes', () => {
    const view = createMemoryView()
    writeModel(view, { ...post, description: 'About' })
    writeModel(view, post)
    expect(readModel(view, 'post')?.description).toBeUndefined()
    const draft = createOverlay(view)
    writeModel(draft, post)
    expect(draft.patches()).toEqual([])
  })
  it('keeps a model whole from an undo when another user has added a field to it', () => {
    const view = createMemoryView()
    setConfig(view, config)
    const draft = createOverlay(view)
    writeModel(draft, post)
    const made = draft.patches()
    for (const { key, after } of made) view.set(key, after ?? null)
    const rules = { guard: contentType.undoGuard }
    expect(undoPatches(view, made, rules).patches).toHaveLength(made.length)
    writeModel(view, { ...post, fields: { ...post.fields, mine: { type: 'string' } } })
    expect(undoPatches(view, made, rules).patches).toEqual([])
  })
  it('describes changes by the names of models and fields', () => {
    const before = createMemoryView()
    writeModel(before, post)
    const after = createOverlay(before)
    writeModel(
      after,
      { ...post, name: 'Article', fields: { head: { type: 'string', required: true } } },
      { title: 'head' },
    )
    const { lines } = contentType.describe(
      { documentId: 'c', kind: 'content', patches: after.patches(), before, after },
      [],
    )
    expect(lines.map(({ kind, what, label }) => `${kind} ${what} ${label}`).sort()).toEqual([
      'added model Article: name',
      'changed field name Article: head',
      'removed field Article: views',
    ])
  })
})

describe('the check of a model', () => {
  it('finds nothing wrong with a good one', () => {
    expect(codes(post)).toEqual([])
    expect(codes({ ...post, fields: undefined, kind: 'dictionary', title_field: 'key' })).toEqual([])
  })
  it.each<[string, FieldDefinition, string]>([
    ['options of something else', { type: 'string', options: ['a'] }, 'options'],
    ['a select without options', { type: 'select', options: [] }, 'options'],
    ['items of something else', { type: 'object', items: 'string' }, 'items'],
    ['fields of something else', { type: 'array', fields: {} }, 'fields'],
    ['accept of something else', { type: 'string', accept: 'image/*' }, 'accept'],
    ['min above max', { type: 'number', min: 2, max: 1 }, 'min_max'],
    ['a pattern that cannot be read', { type: 'string', pattern: '(' }, 'pattern'],
    ['a relation without a model', { type: 'relation' }, 'relation'],
    ['a relation to nothing', { type: 'relation', model: 'nobody' }, 'relation'],
    ['a default that does not fit', { type: 'integer', default: 1.5 }, 'default'],
    ['a type that is not known', { type: 'wysiwyg' as 'text' }, 'field_type'],
  ])('refuses %s', (_, definition, code) => {
    expect(codes({ ...post, fields: { ...post.fields, it: definition } })).toEqual([`error ${code} it`])
  })
  it('refuses titles that are none, names, places and kinds that do not go together', () => {
    const { title_field: _, ...untitled } = post
    expect(codes(untitled)).toEqual(['error title_field'])
    expect(codes({ ...post, title_field: 'views' })).toEqual(['error title_field'])
    expect(codes({ ...post, fields: { title: { type: 'string' } } })).toEqual(['warning title_not_required'])
    expect(codes({ ...post, id: 'Blog Post', domain: 'news' })).toEqual(['error model_id', 'warning unknown_domain'])
    expect(codes({ ...post, content_path: '../up' })).toEqual(['error content_path'])
    expect(codes({ ...post, content_path: '.contentrain/content/blog/a' }, [{ ...post, id: 'a' }])).toEqual([
      'error path_taken',
    ])
    expect(codes({ ...post, kind: 'dictionary', title_field: 'key' })).toEqual(['error dictionary_fields'])
  })
  it.each([
    ['flat files in both', { i18n: false }, { i18n: false }, true],
    ['folders by slug in both', {}, {}, true],
    ['folders by slug, with flat files inside', {}, { i18n: false }, false],
    ['folders by locale, with flat files inside', { locale_strategy: 'directory' }, { i18n: false }, true],
    ['folders by slug, with locales in names inside', {}, { locale_strategy: 'suffix' }, true],
  ] as const)(
    'allows a folder of documents inside of another, where each file is of one model: %s',
    (_, a, b, fine) => {
      const docs = { ...post, kind: 'document' as const, content_path: 'docs', ...a }
      const guides = { ...post, id: 'guide', kind: 'document' as const, content_path: 'docs/guides', ...b }
      const isTaken = (one: typeof docs | typeof guides, other: typeof docs | typeof guides) =>
        codes(one, [other]).includes('error path_taken')
      expect([isTaken(docs, guides), isTaken(guides, docs)]).toEqual([!fine, !fine])
    },
  )
  it('refuses kinds that do not go together', () => {
    expect(codes({ ...post, kind: 'document', locale_strategy: 'none' })).toEqual(['error locale_strategy'])
    const rows: FieldDefinition = { type: 'array', items: { type: 'object', fields: { a: { type: 'string' } } } }
    expect(codes({ ...post, kind: 'document', fields: { ...post.fields, rows } })).toEqual([
      'error not_in_documents rows',
    ])
    let deep: FieldDefinition = { type: 'string' }
    for (let i = 0; i < 12; i += 1) deep = { type: 'object', fields: { a: deep } }
    expect(codes({ ...post, fields: { ...post.fields, deep } })[0]).toMatch(/^error depth/)
  })
})

describe('the check of a value', () => {
  const found = (definition: FieldDefinition, value: Parameters<typeof checkValue>[1]) =>
    checkValue(definition, value, { field: 'it' }).map(({ severity, code, field }) => `${severity} ${code} ${field}`)

  it.each<[FieldDefinition, Parameters<typeof checkValue>[1], string[]]>([
    [{ type: 'string', required: true }, '', ['error required it']],
    [{ type: 'string' }, 5, ['error type it']],
    [{ type: 'number' }, '5', ['error type it']],
    [{ type: 'integer' }, 1.5, ['error integer it']],
    [{ type: 'percent' }, 101, ['error percent it']],
    [{ type: 'rating' }, 11, []],
    [{ type: 'number', min: 3, max: 4 }, 2, ['error min it']],
    [{ type: 'string', max: 2 }, 'abc', ['error max it']],
    [{ type: 'array', min: 1 }, [], ['error min it']],
    [{ type: 'string', pattern: '^a' }, 'b', ['error pattern it']],
    [{ type: 'select', options: ['a'] }, 'b', ['error options it']],
    [{ type: 'slug' }, 'A b', ['error slug it']],
    [{ type: 'date' }, '9.3.2026', ['error date it']],
    [{ type: 'date' }, '2026-02-31', ['warning date it']],
    [{ type: 'datetime' }, 'soon', ['error datetime it']],
    [{ type: 'email' }, 'nobody', ['warning email it']],
    [{ type: 'url' }, 'example.com', ['warning url it']],
    [{ type: 'url' }, '/a', []],
    [{ type: 'color' }, 'so blue!', ['warning color it']],
    [{ type: 'phone' }, 'none', ['warning phone it']],
    [{ type: 'image', accept: 'image/*,.svg' }, 'a.pdf', ['warning accept it']],
    [{ type: 'image', accept: 'image/*' }, 'a.JPG', []],
    [{ type: 'text' }, `AKIA${'A'.repeat(16)}`, ['error secret it']],
    [{ type: 'relation', model: 'a' }, { model: 'a', ref: 'x' }, ['error type it']],
    [{ type: 'relation', model: ['a', 'b'] }, { model: 'c', ref: 'x' }, ['error type it']],
    [{ type: 'relations', model: ['a', 'b'] }, [{ model: 'b', ref: 'x' }], []],
    [{ type: 'array', items: 'number' }, [1, 'x'], ['error type it.1']],
    [
      { type: 'object', fields: { a: { type: 'string', required: true } } },
      { b: 1 },
      ['error required it.a', 'warning unknown_field it.b'],
    ],
    [{ type: 'object' }, { '404': 1 }, ['error integer_key it.404']],
  ])('%j of %j', (definition, value, expected) => {
    expect(found(definition, value)).toEqual(expected)
  })
})

describe('a change of a model', () => {
  const before = fromFile(post)
  const after: Model = {
    ...before,
    name: 'Article',
    fields: [
      { key: 'title', name: 'headline', definition: { type: 'string', required: true, max: 60 } },
      { key: 'lead', name: 'lead', definition: { type: 'text', required: true } },
    ],
  }
  it('is listed field by field, with its effects', () => {
    expect(changeOf(before, after)).toMatchObject({
      properties: ['name'],
      fields: [
        { field: 'headline', what: 'renamed', breaks: false },
        { field: 'headline', what: 'narrowed', breaks: true },
        { field: 'lead', what: 'added required', breaks: true },
        { field: 'views', what: 'removed', breaks: true },
      ],
    })
  })
  it.each<[FieldDefinition, Parameters<typeof migrateValue>[1], 'default' | 'convert' | 'drop', unknown]>([
    [{ type: 'integer' }, '12', 'convert', 12],
    [{ type: 'integer', default: 1 }, 'twelve', 'convert', 1],
    [{ type: 'string' }, 12, 'convert', '12'],
    [{ type: 'string', max: 3 }, 'abcdef', 'convert', 'abc'],
    [{ type: 'boolean' }, 'Yes', 'convert', true],
    [{ type: 'slug' }, 'Ölü Şehir', 'convert', 'olu-sehir'],
    [{ type: 'date' }, '2026-03-09T10:00:00Z', 'convert', '2026-03-09'],
    [{ type: 'relations', model: 'a' }, 'x', 'convert', ['x']],
    [{ type: 'relation', model: 'a' }, ['x', 'y'], 'convert', 'x'],
    [{ type: 'array', items: 'string' }, 'a, b', 'convert', ['a', 'b']],
    [{ type: 'select', options: ['Red'] }, 'red', 'convert', 'Red'],
    [{ type: 'string', default: 'x' }, undefined, 'default', 'x'],
    [{ type: 'string', default: 'x' }, 'kept', 'default', 'kept'],
    [{ type: 'string' }, 'gone', 'drop', undefined],
  ])('migrates to %j from %j by %s', (definition, value, how, expected) => {
    expect(migrateValue(definition, value, how)).toEqual(expected)
  })
})
