import { expect, it } from 'vitest'
import type { ReadOptions } from './files.ts'
import { readFiles } from './read.ts'
import { modelText } from './schemaFiles.ts'

const encoder = new TextEncoder()
const POST = '.contentrain/content/site/post/data.json'
const model = (id: string, more: object = {}) =>
  `${JSON.stringify({ id, name: 'Post', kind: 'collection', domain: 'site', i18n: false, title_field: 'title', ...more, fields: { title: { required: true, type: 'string' } } }, undefined, 2)}\n`
const config =
  '{\n  "domains": [\n    "site"\n  ],\n  "locales": {\n    "default": "en",\n    "supported": [\n      "en"\n    ]\n  },\n  "stack": "other",\n  "version": 1,\n  "workflow": "review"\n}\n'

/** A repository with one collection, with these files changed or added; undefined takes one away. */
function read(changes: Record<string, string | Uint8Array | undefined>, options?: ReadOptions) {
  const files: Record<string, string | Uint8Array | undefined> = {
    '.contentrain/config.json': config,
    '.contentrain/models/post.json': model('post'),
    '.contentrain/models/other.json': model('other'),
    [POST]: '{\n  "a": {\n    "title": "A"\n  }\n}\n',
    '.contentrain/content/site/other/data.json': '{\n  "z": {\n    "title": "Z"\n  }\n}\n',
    ...changes,
  }
  const bytes = Object.entries(files).flatMap(([path, content]) =>
    content === undefined ? [] : [[path, typeof content === 'string' ? encoder.encode(content) : content] as const],
  )
  return readFiles(new Map(bytes), options)
}

const named = ({ findings }: ReturnType<typeof read>) =>
  findings.map(({ code, file, line }) => [code, file, line].join(' '))

it('finds nothing wrong with a repository in the canonical form', () => {
  const { findings, broken, entries } = read({})
  expect({ findings, broken }).toEqual({ findings: [], broken: [] })
  expect(entries.map(({ model: of, id }) => `${of}/${id}`)).toEqual(['other/z', 'post/a'])
})

it.each([
  ['cut in half', '{\n  "a": {\n    "tit', 'syntax', 3],
  ['empty', '', 'syntax', 1],
  ['half merged', '{\n<<<<<<< ours\n  "a": {}\n}\n', 'syntax', 2],
  ['a member twice', '{\n  "a": {\n    "title": "A"\n  },\n  "a": {\n    "title": "B"\n  }\n}\n', 'duplicate_key', 5],
  ['a field twice', '{"a": {"title": "A",\n"title": "B"}}', 'duplicate_key', 2],
  ['a name twice, once escaped', '{"a": {"title": "A",\n"\\u0074itle": "B"}}', 'duplicate_key', 2],
  ['__proto__', '{\n  "a": {\n    "__proto__": {\n      "x": 1\n    }\n  }\n}\n', 'unsafe_key', 3],
  ['deep nesting', `{"a": ${'['.repeat(200_000)}${']'.repeat(200_000)}}`, 'too_deep', 1],
  ['an entry that is none', '{\n  "a": {},\n  "b": "text"\n}\n', 'not_an_object', 3],
  ['an id of another form', '{\n  "a/../b": {}\n}\n', 'entry_id', 2],
  ['no object', '"text"\n', 'not_an_object', 1],
  ['UTF-16', new Uint8Array([0xff, 0xfe, 0x7b, 0, 0x7d, 0]), 'encoding', 1],
  [
    'Latin-1',
    new Uint8Array([...encoder.encode('{\n  "a": {"title": "'), 0xe9, ...encoder.encode('"}}')]),
    'encoding',
    2,
  ],
])('names a content file with %s, leaves it alone, and reads the rest', (_, content, code, line) => {
  const result = read({ [POST]: content })
  expect(named(result)).toEqual([`${code} ${POST} ${line}`])
  expect(result.broken).toEqual([POST])
  expect(result.entries.map(({ id }) => id)).toEqual(['z'])
  expect(Object.prototype).not.toHaveProperty('x')
})

it.each([
  ['a byte order mark', '\uFEFF{\n  "a": {\n    "title": "A"\n  }\n}\n', 'byte_order_mark', 1],
  ['CRLF', '{\r\n  "a": {\r\n    "title": "A"\r\n  }\r\n}\r\n', 'line_ends', 1],
  ['another order', '{\n  "a": {\n    "title": "A"\n  },\n  "A": {}\n}\n', 'not_canonical', undefined],
  ['other spaces', '{"a":{"title":"A"}}', 'not_canonical', undefined],
  ['null', '{\n  "a": {\n    "text": null,\n    "title": "A"\n  }\n}\n', 'not_canonical', undefined],
  ['an older form', '[{"id": "a", "title": "A"}]', 'list', 1],
])('reads a content file with %s, and names it', (_, content, code, line) => {
  const result = read({ [POST]: content })
  expect(named(result)).toContain([code, POST, line].join(' '))
  expect(result.broken).toEqual([])
  expect(result.entries.find(({ model: of, id }) => of === 'post' && id === 'a')?.locales).toEqual({
    '*': { values: { title: 'A' }, meta: { status: 'draft' } },
  })
})

it.each([
  ['cut in half', config.slice(0, 60), 'syntax'],
  ['of another version', config.replace('"version": 1', '"version": 2'), 'version'],
  ['without locales', config.replaceAll('"en"', '"english"'), 'locale'],
])('reads nothing with a configuration %s', (_, content, code) => {
  const result = read({ '.contentrain/config.json': content })
  expect(result.schema).toBeUndefined()
  expect(result.entries).toEqual([])
  expect(result.broken).toEqual(['.contentrain/config.json'])
  expect(result.findings).toMatchObject([{ severity: 'error', code, file: '.contentrain/config.json' }])
})

it('says that a configuration is missing, but not where there is no content at all', () => {
  expect(named(read({ '.contentrain/config.json': undefined }))).toEqual(['no_config .contentrain/config.json '])
  expect(readFiles(new Map([['README.md', encoder.encode('# Hi')]]))).toMatchObject({ findings: [], entries: [] })
})

it.each([
  ['names itself otherwise than its file', model('article'), 'model_file', 2],
  ['is of no kind', model('post', { kind: 'table' }), 'model_kind', 4],
  ['climbs out of the repository', model('post', { content_path: 'docs/../../etc' }), 'content_path', 8],
  ['begins at the root', model('post', { content_path: '/etc' }), 'content_path', 8],
  ['leads into git', model('post', { content_path: 'a/.GIT/b' }), 'content_path', 8],
  ['leads into the models', model('post', { content_path: '.contentrain/models' }), 'content_path', 8],
  ['has a domain that climbs', model('post', { domain: '..' }), 'model_domain', 5],
  ['has a field of no type', model('post').replace('"string"', '4'), 'field_type', 9],
  ['is cut off', `${model('post').split('"domain"')[0]}"dom`, 'syntax', 5],
  [
    'keeps its content where another does',
    model('post', { content_path: '.contentrain/content/site/other' }),
    'path_taken',
    1,
  ],
])('names a model that %s, and reads the others', (_, content, code, line) => {
  const result = read({ '.contentrain/models/post.json': content })
  expect(named(result)).toContain(`${code} .contentrain/models/post.json ${line}`)
  expect(result.broken).toEqual(['.contentrain/models/post.json'])
  expect(result.schema?.models.map(({ id }) => id)).toEqual(['other'])
  expect(result.entries.map(({ id }) => id)).toEqual(['z'])
})

it('reads a model with a field of an unknown type with all else of it, and writes the field back as it came', () => {
  const file = model('post', { content_path: 'x' }).replace(
    '"title": {',
    '"stars": {\n      "of": 5,\n      "type": "stars"\n    },\n    "title": {',
  )
  const result = read({
    '.contentrain/models/post.json': file,
    [POST]: undefined,
    'x/data.json': '{\n  "a": {\n    "stars": 4,\n    "title": "A"\n  }\n}\n',
  })
  const finding = result.findings.find(({ code }) => code === 'field_type')
  expect(finding).toMatchObject({ severity: 'error', file: '.contentrain/models/post.json' })
  expect(result.broken).toEqual([])
  const post = result.schema?.models.find(({ id }) => id === 'post')
  expect(post?.closedFields).toEqual({ stars: { of: 5, type: 'stars' } })
  expect(post?.fields.map(({ name }) => name)).toEqual(['title'])
  expect(result.entries.find(({ id }) => id === 'a')?.locales['*']?.values).toMatchObject({ title: 'A' })
  const written: unknown = JSON.parse(post ? modelText(post) : '')
  expect(written).toEqual(JSON.parse(file))
})

it('names a document with the marks of a conflict, does not change it, and reads its neighbours', () => {
  const guide = model('guide', { kind: 'document', content_path: 'docs' })
  const half = '---\ntitle: A\n---\n\nText\n\n<<<<<<< HEAD\nOne\n=======\nTwo\n>>>>>>> theirs\n'
  const result = read({
    '.contentrain/models/guide.json': guide,
    'docs/half.md': half,
    'docs/head.md': '---\n<<<<<<< HEAD\ntitle: A\n=======\ntitle: B\n>>>>>>> theirs\n---\n',
    'docs/whole.md': '---\ntitle: B\n---\n\n```\n<<<<<<< HEAD\n=======\n>>>>>>> theirs\n```\n',
  })
  expect(named(result)).toEqual(expect.arrayContaining(['conflict docs/half.md 7', 'conflict docs/head.md 2']))
  expect(result.broken).toEqual(['docs/half.md', 'docs/head.md'])
  expect(result.entries.filter(({ model: of }) => of === 'guide').map(({ id }) => id)).toEqual(['whole'])
})

it('reads the documents of a folder inside of another, each as one of its own model', () => {
  const result = read({
    '.contentrain/models/page.json': model('page', {
      kind: 'document',
      content_path: 'docs',
      i18n: true,
      locale_strategy: 'directory',
    }),
    '.contentrain/models/guide.json': model('guide', { kind: 'document', content_path: 'docs/guides' }),
    'docs/en/home.md': '---\ntitle: Home\n---\n',
    'docs/guides/start.md': '---\ntitle: Start\n---\n',
  })
  expect(result.entries.filter(({ model: of }) => of === 'page').map(({ id }) => id)).toEqual(['home'])
  expect(result.entries.filter(({ model: of }) => of === 'guide').map(({ id }) => id)).toEqual(['start'])
  expect(result.findings.filter(({ file }) => file?.startsWith('docs/'))).toEqual([])
})

it('follows no link and no submodule', () => {
  const modes = new Map([[POST, '120000']])
  const result = read({ [POST]: '../../../../../../etc/passwd' }, { modes })
  expect(named(result)).toEqual([`link ${POST} 1`])
  expect(result.broken).toEqual([POST])
})

it('names paths that climb and names that differ by case', () => {
  const result = read({ '../outside.json': '{}', '.contentrain/content/site/post/Data.json': '{}' })
  expect(named(result)).toEqual(['unsafe_path ../outside.json ', `name_case ${POST} 1`])
  expect(result.entries).toHaveLength(2)
})

it('reads up to its limits', () => {
  expect(named(read({}, { limits: { files: 4 } }))).toEqual(['too_large  '])
  expect(read({}, { limits: { files: 4 } })).toMatchObject({ entries: [] })
  expect(named(read({}, { limits: { entries: 1 } }))).toEqual(['too_many_entries  '])
  expect(named(read({ [POST]: `{"a": {"title": "${'x'.repeat(5000)}"}}` }, { limits: { fileBytes: 4000 } }))).toEqual([
    `too_large ${POST} 1`,
  ])
})

it.each([
  ['a frontmatter without end', '---\nslug: a\ntitle: A\n', 'syntax', 1],
  ['a field twice', '---\nslug: a\ntitle: A\ntitle: B\n---\n', 'duplicate_key', 4],
  ['__proto__', '---\nslug: a\n__proto__: A\n---\n', 'unsafe_key', 3],
])('does not change a document with %s', (_, content, code, line) => {
  const path = 'docs/a.md'
  const docs = model('post', { kind: 'document', content_path: 'docs/' })
  const result = read({ '.contentrain/models/post.json': docs, [path]: content })
  expect(named(result)).toContain(`${code} ${path} ${line}`)
  expect(result.broken).toEqual([path])
  expect(result.entries.map(({ id }) => id)).toEqual(['z'])
})

it('names what of a document no reader takes for a field, and keeps it', () => {
  const docs = model('post', { kind: 'document' })
  const path = '.contentrain/content/site/post/a.md'
  const result = read({
    '.contentrain/models/post.json': docs,
    [path]: '---\n# a comment\nslug: b\ntitle: A\nfirst name: Ada\nseo:\n  title: T\n---\nBody\n',
    '.contentrain/content/site/post/Bad Name.md': 'x',
  })
  expect(named(result)).toEqual([
    `slug_differs ${path} 3`,
    `unread_line ${path} 5`,
    `unread_field ${path} 6`,
    'slug .contentrain/content/site/post/Bad Name.md 1',
  ])
  expect(result.broken).toEqual(['.contentrain/content/site/post/Bad Name.md'])
  const post = result.entries.find(({ model: of }) => of === 'post')
  expect(post?.locales['*']?.values).toEqual({ title: 'A', body: 'Body' })
})
