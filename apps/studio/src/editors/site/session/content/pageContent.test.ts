// @vitest-environment happy-dom
import type { AnswerOf, readShownContent } from '@atelier/api'
import { boundField } from '@atelier/site'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStore } from '../../../../documents/store.ts'
import { editField } from '../handles.ts'
import { callServer } from '../serverCalls.ts'
import { createPageContent } from './pageContent.ts'

const answer = (title: string, branch?: string): AnswerOf<typeof readShownContent> => ({
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
  writesTo: branch === undefined ? 'live' : 'branch',
  ...(branch === undefined ? {} : { branch }),
  shortened: false,
})

let title = 'Hello'
let asked: { path: string; body: unknown }[] = []
let saved: object = {}
/** The refusals of single writes, before the others. */
let answers: object[] = []
let offline = false
let branch: string | undefined
/** Writes are answered once this has ended. */
let held: Promise<unknown> = Promise.resolve()
beforeEach(() => {
  answers = []
  offline = false
  branch = undefined
  held = Promise.resolve()
  title = 'Hello'
  asked = []
  saved = { ok: true, changeSetId: 'change', data: { entries: [{ settled: true }], errors: [] } }
  vi.stubGlobal('fetch', async (path: string, { body, signal }: { body?: string; signal?: AbortSignal } = {}) => {
    if (path.includes('/content/changes'))
      return await new Promise((_resolve, reject) =>
        signal?.addEventListener('abort', () => reject(new Error('ended'))),
      )
    asked.push({ path, body: body === undefined ? undefined : JSON.parse(body) })
    if (offline) throw new TypeError('Failed to fetch')
    if (path.endsWith('/content/shown')) return new Response(JSON.stringify(answer(title, branch)), { status: 200 })
    await held
    const refusal = answers.shift()
    if (!refusal && 'changeSetId' in saved) title = JSON.parse(body ?? '{}').input.value
    return new Response(JSON.stringify(refusal ?? saved), { status: 200 })
  })
  window.sessionStorage.clear()
})
afterEach(() => vi.unstubAllGlobals())

function setUp() {
  const records: (string | undefined)[] = []
  const problem = createStore<{ message: string } | undefined>(undefined)
  const lost: string[] = []
  const content = createPageContent({
    projectId: 'p',
    save: (input, branchId) =>
      callServer('p', editField, input, undefined, branchId === undefined ? undefined : { branchId }),
    record: (id) => records.push(id),
    problem,
    keepLost: (words) => lost.push(words),
  })
  const titles: unknown[] = []
  content.shown.subscribe(() => titles.push(content.shown.get()?.shows?.entry.title))
  const at = () => {
    const shown = content.shown.get()
    const bound = shown?.shows && { ...shown.shows, field: 'title', format: undefined }
    const found = shown && bound && boundField(shown.composition.content, bound)
    return found ?? expect.fail()
  }
  const write = (text: string, base: string, of?: string) => content.write({ at: at(), text, base, branch: of })
  return { content, records, problem, lost, titles, at, write }
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
  const { content, records, titles, problem, write } = setUp()
  content.ask(post)
  await expect.poll(() => titles).toEqual(['Hello'])
  title = 'Typed'
  const answered = Promise.withResolvers<void>()
  held = answered.promise
  const written = write('Typed', 'Hello')
  expect(titles).toEqual(['Hello', 'Typed'])
  const settled = content.settled().then(() => records.slice())
  answered.resolve()
  expect(await settled).toEqual(['change'])
  await written
  expect(records).toEqual(['change'])
  expect(asked[1]).toEqual({
    path: '/api/projects/p/operations/content.editField',
    body: { input: { model: 'post', entryId: 'one', locale: 'en', field: 'title', base: 'Hello', value: 'Typed' } },
  })
  expect(problem.get()).toBeUndefined()
  await write('Typed', 'Typed')
  expect(records).toHaveLength(1)
  content.stop()
})

test('what another user wrote meanwhile is merged by words; in the same words it stays', async () => {
  const { content, records, titles, problem, write } = setUp()
  title = 'New brown fox'
  content.ask(post)
  await expect.poll(() => titles).toEqual(['New brown fox'])
  const changed = { ok: false, error: { code: 'changed_meanwhile', message: 'Somebody else has changed it.' } }
  answers = [changed]
  await write('Old brown bear', 'Old brown fox')
  const inputs = () => asked.flatMap(({ path, body }) => (path.endsWith('editField') ? [body] : []))
  expect(inputs()).toMatchObject([
    { input: { base: 'Old brown fox', value: 'Old brown bear' } },
    { input: { base: 'New brown fox', value: 'New brown bear' } },
  ])
  answers = [changed]
  await write('Red brown fox', 'Old brown fox')
  expect(inputs()).toHaveLength(3)
  expect(problem.get()?.message).toContain('“Red brown fox”')
  expect(records).toEqual(['change', undefined])
  content.stop()
})

test('a refusal, and an entry that is not complete with it, are said, and what is stored is shown again', async () => {
  const { content, titles, problem, write } = setUp()
  content.ask(post)
  await expect.poll(() => titles).toEqual(['Hello'])
  saved = { ok: false, error: { code: 'forbidden', message: 'Not yours.' } }
  await write('Mine', 'Hello')
  expect(problem.get()?.message).toBe('Not yours. Your text was not written: “Mine”.')
  expect(titles.slice(0, 3)).toEqual(['Hello', 'Mine', 'Hello'])
  expect(titles.at(-1)).toBe('Hello')
  saved = { ok: true, data: { entries: [{ settled: false }], errors: [{ message: 'Too long.' }] } }
  await write('Mine', 'Hello')
  expect(problem.get()?.message).toContain('Too long.')
  content.stop()
})

test('words for an entry that another user has deleted are kept', async () => {
  const { content, titles, problem, lost, write } = setUp()
  content.ask(post)
  await expect.poll(() => titles).toEqual(['Hello'])
  saved = { ok: false, error: { code: 'unknown_entry', message: 'There is no entry post/one.' } }
  await write('Mine', 'Hello')
  expect(lost).toEqual(['Mine'])
  expect(problem.get()).toBeUndefined()
  expect(titles.at(-1)).toBe('Hello')
  content.stop()
})

test('what is typed while the server does not answer is shown, and written once it does', async () => {
  vi.useFakeTimers()
  const { content, titles, problem, records, write } = setUp()
  offline = true
  content.ask(post)
  await vi.waitFor(() => expect(problem.get()).toBeDefined())
  offline = false
  await vi.advanceTimersByTimeAsync(600)
  await vi.waitFor(() => expect(titles).toEqual(['Hello']))
  offline = true
  const written = write('Typed', 'Hello')
  await vi.advanceTimersByTimeAsync(400)
  expect(titles.at(-1)).toBe('Typed')
  expect(problem.get()?.message).toContain('is written once it does')
  offline = false
  await vi.advanceTimersByTimeAsync(20_000)
  await written
  expect(records).toEqual(['change'])
  expect(titles.at(-1)).toBe('Typed')
  content.stop()
  vi.useRealTimers()
})

test('texts are written one after the other, and what was typed stays shown over what is read meanwhile', async () => {
  const { content, titles, write } = setUp()
  content.ask(post)
  await expect.poll(() => titles).toEqual(['Hello'])
  const answered = Promise.withResolvers<void>()
  held = answered.promise
  const first = write('One', 'Hello')
  const second = write('Two', 'One')
  const texts = () => asked.flatMap(({ path, body }) => (path.endsWith('editField') ? [JSON.stringify(body)] : []))
  await expect.poll(texts).toHaveLength(1)
  // Somebody changes another entry: the page is read again, without what is on its way.
  content.ask({ ...post, loops: [] })
  await expect.poll(() => asked.filter(({ path }) => path.endsWith('/shown'))).toHaveLength(2)
  expect(titles.at(-1)).toBe('Two')
  answered.resolve()
  await expect.poll(texts).toHaveLength(2)
  await Promise.all([first, second])
  expect(texts()[0]).toContain('"value":"One"')
  expect(texts()[1]).toContain('"base":"One","value":"Two"')
  expect(new Set(titles.slice(titles.indexOf('Two')))).toEqual(new Set(['Two']))
  content.stop()
})

test('a text is written into the branch that was shown when it was begun, and nowhere if that is not shown', async () => {
  const { content, titles, write } = setUp()
  branch = 'b1'
  content.ask({ ...post, branch: 'b1' })
  await expect.poll(() => titles).toEqual(['Hello'])
  const shown = content.shown.get()?.branch
  expect(shown).toBe('b1')
  content.ask({ ...post, branch: 'b2' })
  await write('Typed', 'Hello', shown)
  const body = asked.find(({ path }) => path.endsWith('editField'))?.body
  expect(body).toMatchObject({ focus: { branchId: 'b1' } })
  // The one that was asked for is closed.
  branch = undefined
  content.ask({ ...post, branch: 'b3' })
  await expect.poll(() => content.shown.get()?.writesTo).toBe('live')
  expect(content.shown.get()?.branch).toBeUndefined()
  content.stop()
})

test('the entry of each template is remembered as long as the tab is open', () => {
  setUp().content.choose('template', { model: 'post', id: 'one', branch: 'b' })
  expect(setUp().content.chosen.get()).toEqual({ template: { model: 'post', id: 'one', branch: 'b' } })
  window.sessionStorage.setItem('atelier.editor.p.entries', '{"template":4}')
  expect(setUp().content.chosen.get()).toEqual({})
})
