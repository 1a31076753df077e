import { createMemoryView, createOverlay, undoPatches } from '@atelier/documents'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { growthOf, LINEAR } from '../../../../scripts/testing/growth.ts'
import {
  type ContentSchema,
  createEntry,
  digestOf,
  entryTitle,
  entryType,
  fromFile,
  keysOf,
  type Model,
  readEntry,
  settleEntry,
  writeMeta,
  writeValues,
} from '../index.ts'

const post: Model = fromFile({
  id: 'post',
  name: 'Post',
  kind: 'collection',
  domain: 'blog',
  i18n: true,
  title_field: 'title',
  fields: {
    title: { type: 'string', required: true },
    slug: { type: 'slug', unique: true },
    text: { type: 'markdown' },
    html: { type: 'richtext' },
    author: { type: 'relation', model: 'author' },
    cover: { type: 'image' },
    rows: { type: 'array', items: { type: 'object', fields: { by: { type: 'relation', model: 'author' } } } },
  },
})

const schema: ContentSchema = {
  config: {
    version: 1,
    stack: 'other',
    workflow: 'auto-merge',
    locales: { default: 'en', supported: ['en', 'tr'] },
    domains: ['blog'],
  },
  models: [post],
  vocabulary: {},
}

function entry() {
  const view = createMemoryView()
  createEntry(view, { model: 'post', id: 'a1' })
  return view
}

const textOf = (view: ReturnType<typeof entry>, name = 'text') => readEntry(view, post).locales.en?.values[name]

/** The text that would be pasted: words, empty lines of every kind, markup. */
const pieces = fc.constantFrom(
  'One',
  'Two words',
  '<p>x</p>',
  '<b>',
  '</b>',
  '<!-- a\n\nb -->',
  '\n',
  '\n\n',
  '\r\n\r\n',
  '\n \t\n',
  '  ',
  '    code',
  '# T',
  '<img src="a>b">',
  '"',
  "it's",
  '-',
  '',
)
const text = fc.array(pieces, { maxLength: 24 }).map((all) => all.join(''))

describe('a long text', () => {
  it.each(['text', 'html'])('is the same after any sequence of new texts (%s)', (name) => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), (texts) => {
        const view = entry()
        for (const each of texts) {
          writeValues(view, post, 'en', { [name]: each })
          expect(textOf(view, name)).toBe(each)
        }
      }),
      { numRuns: 400 },
    )
  })
  it('keeps the edits of two people to different paragraphs, and what both add at one place', () => {
    const word = fc.stringMatching(/^[a-z]{1,8}$/)
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 2, maxLength: 8 }),
        fc.nat(),
        fc.nat(),
        word,
        word,
        (words, a, b, one, two) => {
          const at = [a % words.length, b % words.length]
          if (at[0] === at[1]) return
          const view = entry()
          writeValues(view, post, 'en', { text: words.join('\n\n') })
          const edits = [one, two].map((word, i) => {
            const draft = createOverlay(view)
            const mine = words.map((each, index) => (index === at[i] ? `${each} ${word}!` : each))
            writeValues(draft, post, 'en', { text: mine.join('\n\n') })
            return draft.patches()
          })
          expect(edits.map((patches) => patches.length)).toEqual([1, 1])
          for (const { key, after } of edits.flat()) view.set(key, after ?? null)
          const both = words.map((each, i) =>
            i === at[0] ? `${each} ${one}!` : i === at[1] ? `${each} ${two}!` : each,
          )
          expect(textOf(view)).toBe(both.join('\n\n'))
        },
      ),
    )
    const view = entry()
    writeValues(view, post, 'en', { text: 'First\n\nLast' })
    const added = ['Mine', 'Theirs'].map((word) => {
      const draft = createOverlay(view)
      writeValues(draft, post, 'en', { text: `First\n\n${word}\n\nLast` })
      return draft.patches()
    })
    for (const { key, after } of added.flat()) view.set(key, after ?? null)
    expect(String(textOf(view)).split('\n\n').sort()).toEqual(['First', 'Last', 'Mine', 'Theirs'])
    writeValues(view, post, 'en', { text: String(textOf(view)).replace('Theirs', 'Theirs\n\nBetween') })
    writeValues(view, post, 'en', { text: String(textOf(view)).replace('Mine', 'Mine\n\nBetween too') })
    expect(String(textOf(view)).split('\n\n')).toHaveLength(6)
  })
  it('writes one key for a paragraph that is added, edited or deleted', () => {
    const patchesOf = (before: string, after: string) => {
      const view = entry()
      writeValues(view, post, 'en', { text: before })
      const draft = createOverlay(view)
      writeValues(draft, post, 'en', { text: after })
      return draft.patches().length
    }
    expect(patchesOf('A\n\nB', 'A\n\nB\n\nC')).toBe(1)
    expect(patchesOf('A\n\nB', 'C\n\nA\n\nB')).toBe(1)
    expect(patchesOf('A\n\nB', 'B')).toBe(1)
    expect(patchesOf('A\n\nB', 'A')).toBe(1)
    expect(patchesOf('A one\n\nB two', 'A one\n\nX\n\nB two three')).toBe(2)
  })
  it('cuts and compares a text of a megabyte without many keys', () => {
    const view = entry()
    const long = Array.from({ length: 150_000 }, (_, i) => `w${i % 977}`).join('\n\n')
    writeValues(view, post, 'en', { text: long })
    writeValues(view, post, 'en', { text: long.replace('w500', 'w500 changed') })
    expect(textOf(view)).toBe(long.replace('w500', 'w500 changed'))
    expect([...view.keys()].length).toBeLessThan(3_000)
  })
})

describe('values', () => {
  it('are merged by field; null clears; only real changes are written', () => {
    const view = entry()
    expect(writeValues(view, post, 'en', { title: 'One', slug: 'one', text: 'T' })).toEqual(['title', 'slug', 'text'])
    expect(writeValues(view, post, 'en', { title: 'One', text: 'T' })).toEqual([])
    expect(writeValues(view, post, 'en', { slug: null, text: 'U' })).toEqual(['slug', 'text'])
    expect(readEntry(view, post).locales.en?.values).toEqual({ title: 'One', text: 'U' })
  })
  it('keep unknown fields under their names, beside a field that has the name as its key', () => {
    const renamed: Model = {
      ...post,
      fields: post.fields.map((field) => (field.name === 'title' ? { ...field, name: 'headline' } : field)),
    }
    const odd = { title: 'old', 'a/b#c': 1, '~x': 2, '50%23': 3, headline: 'H' }
    const view = entry()
    writeValues(view, renamed, 'en', odd)
    expect(readEntry(view, renamed).locales.en?.values).toEqual(odd)
    expect(readEntry(view, post).locales.en?.values.title).toBe('H')
  })
  it('stay when a field becomes a long text, and when it is none any more', () => {
    const plain: Model = {
      ...post,
      fields: post.fields.map((f) => (f.name === 'text' ? { ...f, definition: { type: 'string' } } : f)),
    }
    const view = entry()
    writeValues(view, plain, 'en', { text: 'A\n\nB' })
    expect(textOf(view)).toBe('A\n\nB')
    writeValues(view, post, 'en', { text: 'A\n\nB\n\nC' })
    expect(readEntry(view, plain).locales.en?.values.text).toBe('A\n\nB\n\nC')
    writeValues(view, plain, 'en', { text: 'D' })
    expect(textOf(view)).toBe('D')
  })
})

describe('settling', () => {
  it('keeps what is wrong from settling, and shows the default locale where there is no translation', () => {
    const view = entry()
    writeValues(view, post, 'en', { slug: 'Not A Slug' })
    const wrong = settleEntry(readEntry(view, post), post, schema)
    expect(wrong.settled).toBeUndefined()
    expect(wrong.issues).toMatchObject([
      { code: 'required', field: 'title' },
      { code: 'slug', field: 'slug', locale: 'en', entry: 'a1', model: 'post' },
    ])
    writeValues(view, post, 'en', {
      title: 'Hello',
      slug: 'hello',
      author: 'ann',
      cover: 'media/a.png',
      rows: [{ by: 'bob' }],
    })
    writeMeta(view, 'en', { status: 'published' })
    const { settled } = settleEntry(readEntry(view, post), post, schema)
    if (!settled) expect.fail()
    expect(settled.locales.tr).toEqual({ values: settled.locales.en?.values, meta: { status: 'draft' }, standIn: true })
    expect(settled.locales.en?.meta.status).toBe('published')
    expect(entryTitle(settled, post, schema.config)).toBe('Hello')
    expect(keysOf(settled, post)).toEqual([
      { kind: 'ref', field: 'author', locale: 'en', value: 'ann', targetModel: 'author' },
      { kind: 'media', field: 'cover', locale: 'en', value: 'media/a.png' },
      { kind: 'ref', field: 'rows', locale: 'en', value: 'bob', targetModel: 'author' },
      { kind: 'unique', field: 'slug', locale: 'en', value: 'hello' },
      { kind: 'unique', field: 'slug', locale: 'tr', value: 'hello' },
    ])
  })
  it('makes a digest that changes with a value and not with the name of its field', () => {
    expect(digestOf({ a: 'x', b: 1 })).toBe(digestOf({ c: 'x', b: 1 }))
    expect(digestOf({ a: 'x' })).not.toBe(digestOf({ a: 'y' }))
  })
})

it('a text of many blocks is read in time in proportion to them', async () => {
  const growth = await growthOf((size) => {
    const draft = createMemoryView()
    createEntry(draft, { model: 'post', id: 'a' })
    for (let i = 0; i < size; i += 1) draft.set(`en/text#a${String(i).padStart(8, '0')}.${i}`, `Block ${i}`)
    return () => readEntry(draft, post)
  }, 32_000)
  expect(growth).toBeLessThan(LINEAR)
})

describe('the type of an entry', () => {
  it('takes values, statuses and paragraphs of a tab, and nothing else', () => {
    const accepts = (key: string, value: string | boolean) =>
      entryType.accepts?.(
        key,
        value,
        () => undefined,
        () => [],
      )
    for (const key of ['en/title', 'pt-BR/text#a0.abc123', '*/404', 'en:publish_at']) {
      expect(accepts(key, '2026-03-09T10:00:00Z')).toBeUndefined()
    }
    for (const key of ['entry', 'id', 'deleted', 'english/title', 'en:approved_by', 'en/', 'en/text#']) {
      expect(accepts(key, 'x')).toBeDefined()
    }
    expect(accepts('en:status', 'live')).toBeDefined()
  })
  it('keeps a new entry whole from an undo when another user has written in it since', () => {
    const view = entry()
    writeValues(view, post, 'en', { title: 'Run' })
    const made = [...view.keys()].map((key) => ({ key, after: view.get(key) }))
    const rules = { guard: entryType.undoGuard, context: { documentId: 'd', kind: 'entry', created: true } }
    expect(undoPatches(view, made, rules).patches).toHaveLength(2)
    writeValues(view, post, 'en', { slug: 'mine' })
    expect(undoPatches(view, made, rules).patches).toEqual([])
  })
  it('describes a change by field, locale and paragraph', () => {
    const before = entry()
    writeValues(before, post, 'en', { title: 'Hello', text: 'A\n\nB' })
    const after = createOverlay(before)
    writeValues(after, post, 'en', { text: 'A\n\nC' })
    writeMeta(after, 'en', { status: 'published' })
    const described = entryType.describe(
      { documentId: 'd', kind: 'entry', patches: after.patches(), before, after },
      [],
    )
    expect(described).toMatchObject({
      title: 'Hello',
      lines: [
        { kind: 'changed', what: 'paragraph', label: 'text (en)', before: 'B', after: 'C' },
        { kind: 'added', what: 'status', label: 'status (en)', after: 'published' },
      ],
    })
  })
})
