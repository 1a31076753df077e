// @vitest-environment happy-dom
import type { AnswerOf, readShownContent } from '@atelier/api'
import { boundField } from '@atelier/site'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStore } from '../../../../documents/store.ts'
import { saveContent } from '../handles.ts'
import { callServer } from '../serverCalls.ts'
import { createPageContent } from './pageContent.ts'

const answer = (title: string): AnswerOf<typeof readShownContent> => ({
  seq: 1,
  locales: { default: 'en', supported: ['en'] },
  models: [
    {
      id: 'post',
      label: 'Posts',
      kind: 'collection',
      localized: true,
      titleField: 'title',
      fields: [
        { name: 'title', label: 'Title', kind: 'text', plain: 'line' },
        { name: 'body', label: 'Body', kind: 'markdown' },
      ],
    },
  ],
  entries: {
    post: [
      {
        key: 'k',
        id: 'one',
        version: title,
        createdAt: 1,
        updatedAt: 1,
        locales: { en: { values: { title, body: '*x*' }, publishedAt: 1 } },
      },
    ],
  },
  html: [{ kind: 'markdown', text: '*x*', html: '<p><em>x</em></p>' }],
  entry: { model: 'post', id: 'one', title, locale: 'en', locales: [] },
  writesTo: 'live',
  shortened: false,
})

let title = 'Hello'
let asked: { path: string; body: unknown }[] = []
let saved: object = {}
beforeEach(() => {
  title = 'Hello'
  asked = []
  saved = { ok: true, changeSetId: 'change', data: { entries: [{ settled: true }], errors: [] } }
  vi.stubGlobal('fetch', async (path: string, { body, signal }: { body?: string; signal?: AbortSignal } = {}) => {
    if (path.includes('/content/changes'))
      return await new Promise((_resolve, reject) =>
        signal?.addEventListener('abort', () => reject(new Error('ended'))),
      )
    asked.push({ path, body: body === undefined ? undefined : JSON.parse(body) })
    return new Response(JSON.stringify(path.endsWith('/content/shown') ? answer(title) : saved), { status: 200 })
  })
  window.sessionStorage.clear()
})
afterEach(() => vi.unstubAllGlobals())

function setUp() {
  const records: (string | undefined)[] = []
  const problem = createStore<{ message: string } | undefined>(undefined)
  const content = createPageContent({
    projectId: 'p',
    save: (input, branchId) =>
      callServer('p', saveContent, input, undefined, branchId === undefined ? undefined : { branchId }),
    record: (id) => records.push(id),
    problem,
  })
  const titles: unknown[] = []
  content.shown.subscribe(() => titles.push(content.shown.get()?.shows?.entry.title))
  const at = () => {
    const shown = content.shown.get()
    const bound = shown?.shows && { ...shown.shows, field: 'title', format: undefined }
    const found = shown && bound && boundField(shown.composition.content, bound)
    return found ?? expect.fail()
  }
  return { content, records, problem, titles, at }
}

const post = { entry: { model: 'post' } }

test('what a page asks for is read once, shown with its long texts as nodes, and forgotten with the page', async () => {
  const { content, titles } = setUp()
  content.ask(undefined)
  expect(asked).toEqual([])
  content.ask(post)
  content.ask({ ...post })
  await expect.poll(() => titles).toEqual(['Hello'])
  expect(asked).toHaveLength(1)
  const { composition, shows } = content.shown.get() ?? expect.fail()
  const html = shows?.source.html?.(shows.entry, 'body') ?? ''
  expect(composition.readHtml(html, { tag: 'div', ns: undefined })).toMatchObject([
    { kind: 'element', tag: 'p', children: [{ tag: 'em', children: [{ kind: 'text', text: 'x' }] }] },
  ])
  content.ask(undefined)
  expect(titles).toEqual(['Hello', undefined])
  content.stop()
})

test('a text is shown as it was written before the server has answered, and is one step of undo', async () => {
  const { content, records, titles, problem, at } = setUp()
  content.ask(post)
  await expect.poll(() => titles).toEqual(['Hello'])
  title = 'Typed'
  const written = content.write(at(), 'Typed', 'Hello')
  expect(titles).toEqual(['Hello', 'Typed'])
  await written
  expect(records).toEqual(['change'])
  expect(asked[1]).toEqual({
    path: '/api/projects/p/operations/content.save_content',
    body: { input: { model: 'post', locale: 'en', data: { one: { title: 'Typed' } } } },
  })
  expect(problem.get()).toBeUndefined()
  await content.write(at(), 'Typed', 'Typed')
  expect(records).toHaveLength(1)
  content.stop()
})

test('what another user wrote meanwhile is merged by words; in the same words it stays', async () => {
  const { content, records, titles, problem, at } = setUp()
  title = 'New brown fox'
  content.ask(post)
  await expect.poll(() => titles).toEqual(['New brown fox'])
  await content.write(at(), 'Old brown bear', 'Old brown fox')
  expect(asked[1]?.body).toMatchObject({ input: { data: { one: { title: 'New brown bear' } } } })
  const count = asked.length
  await content.write(at(), 'Red brown fox', 'Old brown fox')
  expect(asked.slice(count).map(({ path }) => path)).toEqual(['/api/projects/p/content/shown'])
  expect(problem.get()?.message).toContain('“Red brown fox”')
  expect(records).toEqual(['change', undefined])
  content.stop()
})

test('a refusal, and an entry that is not complete with it, are said, and what is stored is shown again', async () => {
  const { content, titles, problem, at } = setUp()
  content.ask(post)
  await expect.poll(() => titles).toEqual(['Hello'])
  saved = { ok: false, error: { code: 'forbidden', message: 'Not yours.' } }
  await content.write(at(), 'Mine', 'Hello')
  expect(problem.get()?.message).toBe('Not yours.')
  expect(titles).toEqual(['Hello', 'Mine', 'Hello'])
  saved = { ok: true, data: { entries: [{ settled: false }], errors: [{ message: 'Too long.' }] } }
  await content.write(at(), 'Mine', 'Hello')
  expect(problem.get()?.message).toContain('Too long.')
  content.stop()
})

test('the entry of each template is remembered as long as the tab is open', () => {
  setUp().content.choose('template', { model: 'post', id: 'one', branch: 'b' })
  expect(setUp().content.chosen.get()).toEqual({ template: { model: 'post', id: 'one', branch: 'b' } })
  window.sessionStorage.setItem('atelier.editor.p.entries', '{"template":4}')
  expect(setUp().content.chosen.get()).toEqual({})
})
