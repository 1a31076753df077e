import { type ContentSchema, entryStatuses, type Model, type StoredEntry } from '@atelier/content'
import { createMemoryView, type Json, plainView } from '@atelier/documents'
import { createSite, importPage, listPage, type ReleaseRecord, renderRelease } from '@atelier/site'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createSiteContent } from '../content/site/siteContent.ts'
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
  routes: { post: 'blog', note: 'notes' },
  models: [
    model('post', true, [
      field('title', { type: 'string' }),
      field('text', { type: 'markdown' }),
      field('rich', { type: 'richtext' }),
      field('author', { type: 'relation', model: 'author' }),
      field('next', { type: 'relations', model: 'post' }),
      field('about', { type: 'relation', model: ['author', 'note'] }),
    ]),
    model('author', false, [field('title', { type: 'string' }), field('best', { type: 'relation', model: 'post' })]),
    model('note', false, [
      field('title', { type: 'string' }),
      field('rich', { type: 'richtext' }),
      field('author', { type: 'relation', model: 'author' }),
    ]),
    // No page can name what a dictionary holds.
    { ...model('words', true, []), kind: 'dictionary' },
  ],
}

/** The first characters of an entry's text, so that it is found wherever it is shown. */
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
  about: fc.record({ model: fc.constantFrom('author', 'note'), ref: fc.constantFrom(...ids, 'gone') }),
})
type State = typeof state extends fc.Arbitrary<infer Value> ? Value : never
/** German is no locale of the project any more, and is in the earlier settled values. */
const translated = fc.record({ en: fc.option(state), tr: fc.option(state), de: fc.option(state) })
const three = <Each>(each: fc.Arbitrary<Each>) => fc.tuple(each, each, each)
const everything = fc.record({
  post: three(translated),
  author: three(state),
  note: three(state),
  words: translated,
})
type Everything = typeof everything extends fc.Arbitrary<infer Value> ? Value : never

function isSeen({ status, publish, expire, standIn }: State, at: number): boolean {
  return (
    status === 'published' &&
    !standIn &&
    (publish === undefined || publish <= at) &&
    (expire === undefined || expire > at)
  )
}

function storedEntry(
  of: string,
  id: string,
  head: number,
  locales: Readonly<Record<string, State | null>>,
): StoredEntry {
  const settled = Object.entries(locales).flatMap(([locale, each]) => {
    if (!each) return []
    const text = mark(of, id, locale)
    const meta = {
      status: each.status,
      ...(each.publish === undefined ? {} : { publish_at: hour(each.publish) }),
      ...(each.expire === undefined ? {} : { expire_at: hour(each.expire) }),
    }
    const { author, next, about } = each
    const rich = `<p title="${text}">${text} <b>rich</b></p>`
    const values: Record<string, Json> =
      of === 'words'
        ? { title: text, hello: text }
        : { title: text, text: `${text} body`, rich, author, next: [next], about, best: next }
    return [[locale, { values, meta, ...(each.standIn ? { standIn: true } : {}) }] as const]
  })
  return {
    model: of,
    id,
    documentId: `${of}-${id}`,
    head,
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
  const stored = new Map<string, { head: number; fields: ReturnType<typeof plainView> }>()
  const add = (slug: string, html: string) => {
    const page = createMemoryView()
    const { id } = listPage(site, { id: newId(), title: slug, slug })
    importPage(site, page, { html, newId })
    stored.set(id, { head: 1, fields: plainView(page) })
    return id
  }
  const inside = `
    <div title="{currentEntry.title}" data-about="{currentEntry.about.title}">{currentEntry.id} {currentEntry.author}
      {currentEntry.author.title} {currentEntry.author.best} {currentEntry.next.title} {currentEntry.about.title}
      {currentEntry.best.title} {currentEntry.de} {currentEntry.hello} {currentEntry.next.author}
      <a href="{currentEntry.permalink}#{currentEntry.author.title}">x</a><img alt="{currentEntry.next.title}" src="/a.png">
      <p>{currentEntry.text|html}</p><p>{currentEntry.rich|html}</p><p>{currentEntry.next.rich|html}</p>
      <p>{currentEntry.about.rich|html}</p></div>`
  const loop = (of: string, more = '') =>
    `<atelier-loop data-source-id="data.rows" data-table-id="${of}"${more}>${inside}</atelier-loop>`
  add('index', loop('post') + loop('words') + loop('post', ' data-locale="de"'))
  add('turkish', loop('post', ' data-locale="tr"'))
  site.set(`page:${add('tr-page', loop('post'))}/language`, 'tr')
  add('authors', loop('author') + loop('note', ' data-order-by="title"'))
  const template = add('template', `${inside}<main><atelier-outlet></atelier-outlet></main>${loop('post')}`)
  const target = { kind: 'postTypes', tableSlugs: ['post', 'note'] }
  site.set(`page:${template}/template`, { target, priority: 1 })
  return { site: plainView(site), heads: new Map([...stored.keys()].map((id) => [id, 1])), load: async () => stored }
}

/** The marks of what a visitor may see at a time. */
function marksSeen(given: Everything, at: number): Set<string> {
  const seen = new Set<string>()
  for (const [i, id] of ids.entries()) {
    for (const locale of ['en', 'tr'] as const) {
      const each = given.post[i]?.[locale]
      if (each && isSeen(each, at)) seen.add(mark('post', id, locale))
    }
    for (const of of ['author', 'note'] as const) {
      const each = given[of][i]
      if (each && isSeen(each, at)) seen.add(mark(of, id, '*'))
    }
  }
  return seen
}

it('shows no draft, no foreign locale and no relation to what is not published, at any time and after any edit', async () => {
  const pages = createPages()
  const step = fc.record({ at: fc.integer({ min: -10, max: 40 }), edited: fc.option(everything, { freq: 2 }) })
  await fc.assert(
    fc.asyncProperty(everything, fc.array(step, { minLength: 1, maxLength: 4 }), async (first, steps) => {
      let given = first
      let at = 0
      let head = 1
      const entriesOf: Readonly<Record<string, () => readonly StoredEntry[]>> = {
        post: () => ids.map((id, i) => storedEntry('post', id, head, given.post[i] ?? {})),
        author: () => ids.map((id, i) => storedEntry('author', id, head, { '*': given.author[i] ?? null })),
        note: () => ids.map((id, i) => storedEntry('note', id, head, { '*': given.note[i] ?? null })),
        words: () => [storedEntry('words', 'main', head, given.words)],
      }
      const contentOf = createSiteContent({
        now: () => START + at * HOUR,
        markdown: { prepare: async () => undefined, html: markdownToHtml },
        projects: { find: async () => ({ documentId: 'd', schema, schemaSeq: 1, seq: 1 }) },
        entries: { of: async (_project, _at, _schema, id) => ({ all: entriesOf[id]?.() ?? [], byId: new Map() }) },
      })
      let previous: ReleaseRecord | undefined
      for (const { at: time, edited } of steps) {
        at = time
        if (edited) {
          given = edited
          head += 1
        }
        const content = await contentOf('p')
        const source = { ...pages, ...(content ? { content } : {}) }
        const options = { baseUrl: 'https://example.com', now: START }
        const release = await renderRelease(source, { ...options, ...(previous ? { previous } : {}) })
        const whole = await renderRelease(source, options)
        previous = release.record
        const shown = new Set<string>()
        for (const file of whole.files) {
          if (!('text' in file)) continue
          const marks = file.text.match(/@[a-z]+-[a-z]+-[a-z]+@/g) ?? []
          for (const each of marks) shown.add(each)
          const isTurkish = /^(?:tr\/|turkish\/|tr-page\/)/.test(file.path)
          if (/\.html$|feed\.xml$/.test(file.path))
            expect(marks.filter((each) => each.endsWith(isTurkish ? '-en@' : '-tr@'))).toEqual([])
        }
        expect([...shown].sort()).toEqual([...marksSeen(given, at)].sort())
        // A release that is made from the last one holds the same.
        const textsOf = ({ files }: typeof whole) =>
          new Map(files.flatMap((file) => ('text' in file ? [[file.path, file.text] as const] : [])))
        expect(release.files.map(({ path }) => path).sort()).toEqual(whole.files.map(({ path }) => path).sort())
        const fresh = textsOf(whole)
        for (const [path, text] of textsOf(release)) expect(text).toBe(fresh.get(path))
      }
    }),
    { numRuns: 60 },
  )
})
