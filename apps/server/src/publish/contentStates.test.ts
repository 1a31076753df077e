import { type ContentSchema, entryStatuses, type Model, type StoredEntry } from '@atelier/content'
import { createMemoryView, fieldsOf } from '@atelier/documents'
import { createSite, importPage, listPage, type ReleaseRecord, renderRelease } from '@atelier/site'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createSiteContent } from '../content/siteContent.ts'
import { markdownToHtml } from '../markdown/markdown.ts'

const START = Date.UTC(2026, 0, 1)
const HOUR = 3_600_000
const hour = (at: number) => new Date(START + at * HOUR).toISOString()

const model = (id: string, i18n: boolean, fields: Model['fields']): Model => ({
  id,
  name: id,
  kind: 'collection',
  domain: 'blog',
  i18n,
  title_field: 'title',
  fields,
})
const field = (name: string, definition: Model['fields'][number]['definition']) => ({ key: name, name, definition })
const schema: ContentSchema = {
  config: {
    version: 1,
    stack: 'other',
    workflow: 'auto-merge',
    locales: { default: 'en', supported: ['en', 'tr'] },
    domains: ['blog'],
  },
  vocabulary: {},
  routes: { post: 'blog' },
  models: [
    model('post', true, [
      field('title', { type: 'string' }),
      field('text', { type: 'markdown' }),
      field('author', { type: 'relation', model: 'author' }),
      field('next', { type: 'relations', model: 'post' }),
    ]),
    model('author', false, [field('title', { type: 'string' })]),
  ],
}

/** What a text of an entry begins with, so that it is found wherever it is shown. */
const mark = (of: string, id: string, locale: string) => `@${of}-${id}-${locale === '*' ? 'any' : locale}@`

const ids = ['a', 'b', 'c'] as const
const time = fc.option(fc.integer({ min: -5, max: 30 }), { nil: undefined })
const state = fc.record({
  status: fc.constantFrom(...entryStatuses),
  publish: time,
  expire: time,
  standIn: fc.boolean(),
  author: fc.constantFrom(...ids, 'gone'),
  next: fc.constantFrom(...ids),
})
type State = typeof state extends fc.Arbitrary<infer Value> ? Value : never
const entryStates = fc.record({ en: fc.option(state), tr: fc.option(state), any: fc.option(state) })

function isSeen({ status, publish, expire, standIn }: State, at: number): boolean {
  return (
    status === 'published' &&
    !standIn &&
    (publish === undefined || publish <= at) &&
    (expire === undefined || expire > at)
  )
}

function storedEntry(of: string, id: string, locales: Readonly<Record<string, State | null>>): StoredEntry {
  const settled = Object.entries(locales).flatMap(([locale, each]) => {
    if (!each) return []
    const text = mark(of, id, locale)
    const meta = {
      status: each.status,
      ...(each.publish === undefined ? {} : { publish_at: hour(each.publish) }),
      ...(each.expire === undefined ? {} : { expire_at: hour(each.expire) }),
    }
    const values = { title: text, text: `${text} body`, author: each.author, next: [each.next] }
    return [[locale, { values, meta, ...(each.standIn ? { standIn: true } : {}) }] as const]
  })
  return {
    model: of,
    id,
    documentId: `${of}-${id}`,
    head: 1,
    title: id,
    issues: [],
    createdAt: START,
    updatedAt: START,
    ...(settled.length > 0 ? { settled: { model: of, id, locales: Object.fromEntries(settled) } } : {}),
  }
}

/** A site whose pages show all that they can: loops in both locales, related entries, long texts, pages of entries. */
function createPages() {
  let count = 0
  const newId = () => {
    count += 1
    return `n${count}`
  }
  const site = createMemoryView()
  createSite(site, { name: 'Blog' })
  const stored = new Map<string, { head: number; fields: ReturnType<typeof fieldsOf> }>()
  const add = (slug: string, html: string) => {
    const page = createMemoryView()
    const { id } = listPage(site, { id: newId(), title: slug, slug })
    importPage(site, page, { html, newId })
    stored.set(id, { head: 1, fields: fieldsOf(page) })
    return id
  }
  const inside =
    '<div title="{currentEntry.title}">{currentEntry.id} {currentEntry.author} {currentEntry.author.title} {currentEntry.next.title}<div>{currentEntry.text|html}</div></div>'
  const loop = (of: string, more = '') =>
    `<atelier-loop data-source-id="data.rows" data-table-id="${of}"${more}>${inside}</atelier-loop>`
  add('index', loop('post'))
  add('turkish', loop('post', ' data-locale="tr"'))
  site.set(`page:${add('tr-page', loop('post'))}/language`, 'tr')
  add('authors', loop('author'))
  const template = add('template', `${inside}<main><atelier-outlet></atelier-outlet></main>${loop('post')}`)
  site.set(`page:${template}/template`, { target: { kind: 'postTypes', tableSlugs: ['post'] }, priority: 1 })
  return { site: fieldsOf(site), heads: new Map([...stored.keys()].map((id) => [id, 1])), load: async () => stored }
}

it('shows no draft, no foreign locale and no relation to what is not published, at any time', async () => {
  const pages = createPages()
  const all = fc.record({
    post: fc.tuple(entryStates, entryStates, entryStates),
    author: fc.tuple(state, state, state),
  })
  await fc.assert(
    fc.asyncProperty(
      all,
      fc.array(fc.integer({ min: -10, max: 40 }), { minLength: 1, maxLength: 4 }),
      async (given, times) => {
        const posts = ids.map((id, i) =>
          storedEntry('post', id, { en: given.post[i]?.en ?? null, tr: given.post[i]?.tr ?? null }),
        )
        const authors = ids.map((id, i) => storedEntry('author', id, { '*': given.author[i] ?? null }))
        const byModel: Readonly<Record<string, readonly StoredEntry[]>> = { post: posts, author: authors }
        let at = 0
        const contentOf = createSiteContent({
          now: () => START + at * HOUR,
          markdown: { prepare: async () => undefined, html: markdownToHtml },
          projects: { find: async () => ({ documentId: 'd', schema, schemaSeq: 1, seq: 1 }) },
          entries: { of: async (_project, _at, _schema, id) => ({ all: byModel[id] ?? [], byId: new Map() }) },
        })
        let previous: ReleaseRecord | undefined
        for (at of times) {
          const content = await contentOf('p')
          const source = { ...pages, ...(content ? { content } : {}) }
          const options = { baseUrl: 'https://example.com', now: START }
          const release = await renderRelease(source, { ...options, ...(previous ? { previous } : {}) })
          const whole = await renderRelease(source, options)
          previous = release.record
          const wanted = new Set<string>()
          for (const [i, id] of ids.entries()) {
            for (const locale of ['en', 'tr'] as const) {
              const each = given.post[i]?.[locale]
              if (each && isSeen(each, at)) wanted.add(mark('post', id, locale))
            }
            const author = given.author[i]
            if (author && isSeen(author, at)) wanted.add(mark('author', id, '*'))
          }
          const shown = new Set<string>()
          for (const file of whole.files) {
            if (!('text' in file)) continue
            const marks = file.text.match(/@[a-z]+-[a-z]-[a-z]+@/g) ?? []
            for (const each of marks) shown.add(each)
            const isTurkish = /^(?:tr\/|turkish\/|tr-page\/)/.test(file.path)
            if (file.path.endsWith('.html'))
              expect(marks.filter((each) => each.endsWith(isTurkish ? '-en@' : '-tr@'))).toEqual([])
          }
          expect([...shown].sort()).toEqual([...wanted].sort())
          // A release that is made from the last one holds the same.
          expect(release.files.map(({ path }) => path)).toEqual(whole.files.map(({ path }) => path))
          const fresh = new Map(
            whole.files.flatMap((file) => ('text' in file ? [[file.path, file.text] as const] : [])),
          )
          for (const file of release.files) if ('text' in file) expect(file.text).toBe(fresh.get(file.path))
        }
      },
    ),
    { numRuns: 60 },
  )
})
