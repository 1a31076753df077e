import { expect, it } from 'vitest'
import type { Entry } from '../entry/entry.ts'
import type { ContentSchema, FieldDefinition, Model } from '../model/definition.ts'
import type { Finding } from '../model/finding.ts'
import { checkFiles } from './check.ts'
import { writeFiles } from './write.ts'

const encoder = new TextEncoder()
const fieldsOf = (definitions: Record<string, FieldDefinition>) =>
  Object.entries(definitions).map(([name, definition]) => ({ key: name, name, definition }))
const base = { domain: 'blog', i18n: true, title_field: 'title' }
const title: FieldDefinition = { type: 'string', required: true, max: 40 }
const author: Model = {
  ...base,
  id: 'author',
  name: 'Author',
  kind: 'collection',
  i18n: false,
  fields: fieldsOf({ title }),
}
const post: Model = {
  ...base,
  id: 'post',
  name: 'Post',
  kind: 'collection',
  fields: fieldsOf({
    title,
    code: { type: 'string', unique: true, pattern: '^[a-z]' },
    count: { type: 'integer', min: 1 },
    share: { type: 'percent' },
    slug: { type: 'slug' },
    day: { type: 'date' },
    at: { type: 'datetime' },
    mail: { type: 'email' },
    link: { type: 'url' },
    tint: { type: 'color' },
    call: { type: 'phone' },
    kind: { type: 'select', options: ['a', 'b'] },
    cover: { type: 'image', accept: 'image/png' },
    tags: { type: 'array', items: 'string', max: 2 },
    writer: { type: 'relation', model: 'author' },
    writers: { type: 'relations', model: 'author' },
    any: { type: 'relation', model: ['author', 'page'] },
    card: { type: 'object', fields: { size: { type: 'number', required: true } } },
  }),
}
const page: Model = {
  ...base,
  id: 'page',
  name: 'Page',
  kind: 'document',
  fields: fieldsOf({ title, sku: { type: 'string' }, tags: { type: 'array', items: 'string' } }),
}
const home: Model = { ...base, id: 'home', name: 'Home', kind: 'singleton', fields: fieldsOf({ title }) }
const words: Model = { ...base, id: 'words', name: 'Words', kind: 'dictionary', title_field: 'key', fields: [] }
const schema: ContentSchema = {
  config: {
    version: 1,
    stack: 'other',
    workflow: 'review',
    locales: { default: 'en', supported: ['en', 'tr'] },
    domains: ['blog'],
  },
  models: [author, home, page, post, words],
  vocabulary: {},
}
const meta = { status: 'published', source: 'human', updated_by: 'ada' } as const
const entry = (model: string, id: string, values: Entry['locales'][string]['values'], locale = 'en'): Entry => ({
  model,
  id,
  locales: { [locale]: { values, meta } },
})
const files = writeFiles(schema, [
  entry('author', 'ann', { title: 'Ann' }, '*'),
  entry('home', 'main', { title: 'Home' }),
  entry('page', 'start', { title: 'Start', sku: '007', tags: ['x'], body: 'Hello' }),
  entry('post', 'a', { title: 'A', code: 'x', writer: 'ann', any: { model: 'page', ref: 'start' } }),
  entry('post', 'b', { title: 'B', card: { size: 1 } }),
  entry('words', 'main', { save: 'Save', stop: 'Stop' }),
])
const POST = '.contentrain/content/blog/post/en.json'
const PAGE = '.contentrain/content/blog/page/start/en.md'
const META = '.contentrain/meta/post/en.json'
const WORDS = '.contentrain/content/blog/words/en.json'
const model = (id: string) => `.contentrain/models/${id}.json`

type Edit = string | ((text: string) => string) | undefined

/** The findings when one file is edited, replaced, added, or removed with undefined. */
function check(edits: Record<string, Edit>): Finding[] {
  const after = new Map(files)
  for (const [path, edit] of Object.entries(edits)) {
    if (edit === undefined) after.delete(path)
    else after.set(path, typeof edit === 'string' ? edit : edit(after.get(path) ?? ''))
  }
  return checkFiles(new Map([...after].map(([path, text]) => [path, encoder.encode(text)])))
}

/** The canonical text with one member of an entry set. */
const set = (id: string, values: object) => (text: string) => {
  const all = JSON.parse(text)
  all[id] = { ...all[id], ...values }
  return `${JSON.stringify(
    Object.fromEntries(
      Object.entries(all)
        .map(([key, each]) => [key, sorted(each)])
        .sort(),
    ),
    undefined,
    2,
  )}\n`
}
const sorted = (value: unknown) =>
  Object.fromEntries(Object.entries(Object(value)).sort(([a], [b]) => (a < b ? -1 : 1)))

it('finds nothing in what Atelier writes', () => {
  expect(check({})).toEqual([])
})

it.each<[says: string, values: object, severity: string, code: string, field: string]>([
  ['no value that is required', { title: '' }, 'error', 'required', 'title'],
  ['a value of another type', { title: 7 }, 'error', 'type', 'title'],
  ['a text that is too long', { title: 'x'.repeat(41) }, 'error', 'max', 'title'],
  ['a number that is too small', { count: 0 }, 'error', 'min', 'count'],
  ['a fraction for an integer', { count: 1.5 }, 'error', 'integer', 'count'],
  ['too many percent', { share: 101 }, 'error', 'percent', 'share'],
  ['a list that is too long', { tags: ['a', 'b', 'c'] }, 'error', 'max', 'tags'],
  ['a list of something else', { tags: [1] }, 'error', 'type', 'tags.0'],
  ['a text that does not match', { code: '9' }, 'error', 'pattern', 'code'],
  ['an option that is none', { kind: 'c' }, 'error', 'options', 'kind'],
  ['a slug that is none', { slug: 'Not A Slug' }, 'error', 'slug', 'slug'],
  ['a day that is none', { day: '1.2.2026' }, 'error', 'date', 'day'],
  ['a time that is none', { at: 'soon' }, 'error', 'datetime', 'at'],
  ['an address that is none', { mail: 'nobody' }, 'warning', 'email', 'mail'],
  ['a link that is none', { link: 'www.example.test' }, 'warning', 'url', 'link'],
  ['a colour that is none', { tint: '#12' }, 'warning', 'color', 'tint'],
  ['a number that nobody can call', { call: 'no' }, 'warning', 'phone', 'call'],
  ['an ending that is not taken', { cover: '/a.gif' }, 'warning', 'accept', 'cover'],
  ['a secret', { code: `sk_live_${'a1'.repeat(8)}` }, 'error', 'secret', 'code'],
  ['a relation to nothing', { writer: 'bob' }, 'error', 'broken_relation', 'writer'],
  ['a list with a relation to nothing', { writers: ['ann', 'bob'] }, 'error', 'broken_relation', 'writers'],
  ['a relation without its model', { any: 'ann' }, 'error', 'type', 'any'],
  ['a relation to another model', { any: { model: 'home', ref: 'main' } }, 'error', 'type', 'any'],
  ['an object that lacks a field', { card: {} }, 'error', 'required', 'card.size'],
  ['a field that the model does not have', { extra: 1 }, 'warning', 'unknown_field', 'extra'],
])('finds %s, with its file and line', (_, values, severity, code, field) => {
  const text = set('b', values)(files.get(POST) ?? '')
  const lines = text.split('\n')
  const [name = ''] = field.split('.')
  const line =
    lines.findIndex((each, index) => index > lines.indexOf('  "b": {') && each.startsWith(`    "${name}"`)) + 1
  expect(check({ [POST]: text })).toMatchObject([
    { severity, code, model: 'post', entry: 'b', locale: 'en', field, file: POST, line },
  ])
})

it('finds a value twice that is unique', () => {
  expect(check({ [POST]: set('b', { code: 'x' }) })).toMatchObject([
    { severity: 'error', code: 'not_unique', entry: 'b', field: 'code', file: POST },
  ])
})

it('finds a secret in a field that the model does not have', () => {
  expect(
    check({ [POST]: set('b', { extra: { in: [`ghp_${'a1'.repeat(15)}`] } }) })
      .map(({ code }) => code)
      .sort(),
  ).toEqual(['secret', 'unknown_field'])
})

it.each<[says: string, edits: Record<string, Edit>, severity: string, code: string, file: string]>([
  [
    'a locale without its file',
    { [POST.replace('en.', 'tr.')]: undefined },
    'error',
    'missing_file',
    POST.replace('en.', 'tr.'),
  ],
  [
    'an entry that a locale lacks',
    {
      [POST.replace('en.', 'tr.')]: '{\n  "a": {\n    "title": "A"\n  }\n}\n',
      [META.replace('en.', 'tr.')]: undefined,
    },
    'error',
    'parity',
    POST.replace('en.', 'tr.'),
  ],
  [
    'a key that a locale lacks',
    { [WORDS.replace('en.', 'tr.')]: '{\n  "save": "Kaydet"\n}\n' },
    'warning',
    'parity',
    WORDS.replace('en.', 'tr.'),
  ],
  [
    'a document that a locale lacks',
    { [PAGE.replace('en.', 'tr.')]: undefined },
    'warning',
    'parity',
    PAGE.replace('en.', 'tr.'),
  ],
  ['equal texts', { [WORDS]: (text) => text.replace('Stop', 'Save') }, 'warning', 'same_text', WORDS],
  ['a text that is none', { [WORDS]: (text) => text.replace('"Stop"', '1') }, 'error', 'type', WORDS],
  ['meta data of no entry', { [META]: set('c', meta) }, 'warning', 'orphan_meta', META],
  [
    'meta data in no place',
    { '.contentrain/meta/author/tr.json': '{}\n' },
    'warning',
    'orphan_meta',
    '.contentrain/meta/author/tr.json',
  ],
  [
    'an entry without meta data',
    { [META]: '{\n  "a": {\n    "status": "draft"\n  }\n}\n' },
    'warning',
    'no_meta',
    META,
  ],
  ['a status that is none', { [META]: set('a', { status: 'live' }) }, 'error', 'status', META],
  ['a time that is none', { [META]: set('a', { publish_at: 'soon' }) }, 'error', 'time', META],
  [
    'an end before its beginning',
    { [META]: set('a', { publish_at: '2026-02-01T00:00:00Z', expire_at: '2026-01-01T00:00:00Z' }) },
    'error',
    'expire_before_publish',
    META,
  ],
  ['bytes that are not canonical', { [POST]: (text) => text.replaceAll('  ', '\t') }, 'warning', 'not_canonical', POST],
  [
    'content without a model',
    { '.contentrain/content/blog/old/en.json': '{}\n' },
    'warning',
    'orphan_content',
    '.contentrain/content/blog/old/en.json',
  ],
  [
    'a file that nothing reads',
    { '.contentrain/content/blog/post/de.json': '{}\n' },
    'warning',
    'unused_file',
    '.contentrain/content/blog/post/de.json',
  ],
  [
    'a model without a title',
    { [model('post')]: (text) => text.replace('  "title_field": "title",\n', '') },
    'error',
    'title_field',
    model('post'),
  ],
  [
    'a title that is not required',
    { [model('home')]: (text) => text.replace('"required": true', '"required": false') },
    'warning',
    'title_not_required',
    model('home'),
  ],
  [
    'a member that no model has',
    { [model('home')]: (text) => text.replace('"fields": {', '"fields": {').replace('\n}\n', ',\n  "form": {}\n}\n') },
    'warning',
    'unknown_property',
    model('home'),
  ],
  [
    'a relation to no model',
    {
      [model('post')]: (text) =>
        text.replace('"model": "author",\n      "type": "relations"', '"model": "nobody",\n      "type": "relation"'),
    },
    'error',
    'relation',
    model('post'),
  ],
  [
    'options on another type',
    { [model('home')]: (text) => text.replace('"max": 40,', '"max": 40,\n      "options": [\n        "a"\n      ],') },
    'error',
    'options',
    model('home'),
  ],
  [
    'a regular expression that is none',
    { [model('post')]: (text) => text.replace('^[a-z]', '^[a-z') },
    'error',
    'pattern',
    model('post'),
  ],
  ['CRLF in a document', { [PAGE]: (text) => text.replaceAll('\n', '\r\n') }, 'warning', 'line_ends', PAGE],
  [
    'a text that one tool takes for a number',
    { [PAGE]: (text) => text.replace('"007"', '007') },
    'warning',
    'read_differently',
    PAGE,
  ],
  [
    'a list whose quotes one tool keeps',
    { [PAGE]: (text) => text.replace('  - x', '  - "x"') },
    'warning',
    'read_differently',
    PAGE,
  ],
  [
    'a list that one tool does not see',
    { [PAGE]: (text) => text.replace('  - x', '- x') },
    'warning',
    'read_differently',
    PAGE,
  ],
  [
    'a field that no document has',
    { [PAGE]: (text) => text.replace('sku:', 'extra: 1\nsku:') },
    'warning',
    'unknown_field',
    PAGE,
  ],
  [
    'a document without meta data',
    { '.contentrain/meta/page/start/en.json': undefined },
    'warning',
    'no_meta',
    '.contentrain/meta/page/start/en.json',
  ],
])('finds %s', (_, edits, severity, code, file) => {
  const found = check(edits)
  expect(found.map((each) => ({ severity: each.severity, code: each.code, file: each.file }))).toContainEqual({
    severity,
    code,
    file,
  })
  expect(found.filter((each) => each.severity === 'error' && each.code !== code)).toEqual([])
})

it('takes time linear in the entries', () => {
  const many = Array.from({ length: 3000 }, (_, index) =>
    entry('post', `p${index}`, { title: `T${index}`, code: `c${index}` }),
  )
  const written = writeFiles({ ...schema, models: [author, post, { ...page }] }, many)
  const contents = new Map(
    [...written].map(([path, text]) => [
      path,
      encoder.encode(path === POST ? text.replaceAll('"title"', '"titel"') : text),
    ]),
  )
  const found = checkFiles(contents)
  expect(found.filter(({ code }) => code === 'required')).toHaveLength(3000)
  expect(found.find(({ entry: id, code }) => id === 'p2999' && code === 'unknown_field')?.line).toBeGreaterThan(1000)
})
