// @vitest-environment happy-dom
import { createMemoryView } from '@atelier/documents'
import { addMedia } from '@atelier/site'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openEditor, settle } from '../../../../testing/site/openEditor.ts'
import { refuseUpload, type Uploads } from '../../../media/uploads.ts'
import { uploadsOf } from './uploads.ts'

/** A request on its way, which the test answers. */
class Request extends EventTarget {
  static all: Request[] = []
  upload = new EventTarget()
  status = 0
  responseText = ''
  url = ''
  sent: unknown
  open(_method: string, url: string) {
    this.url = url
    Request.all.push(this)
  }
  setRequestHeader() {}
  send(body: unknown) {
    this.sent = body
  }
  aborted = false
  abort() {
    this.aborted = true
    this.dispatchEvent(new Event('abort'))
  }
  progress(loaded: number, total: number) {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total }))
  }
  answer(status: number, body: object) {
    this.status = status
    this.responseText = JSON.stringify(body)
    this.dispatchEvent(new Event('load'))
  }
}

let editor: Awaited<ReturnType<typeof openEditor>>
let uploads: Uploads
beforeEach(async () => {
  Request.all = []
  vi.stubGlobal('XMLHttpRequest', Request)
  editor = await openEditor({ home: '<p>Home</p>' })
  uploads = uploadsOf(editor.session)
})
afterEach(() => {
  editor.session.close()
  vi.unstubAllGlobals()
})

const file = (name: string, text = 'x') => new File([text], name)
/** The fields of the site that say a file is in the media. */
function media(id: string): Record<string, unknown> {
  const view = createMemoryView()
  const bytes = { hash: 'a'.repeat(64), type: 'image/png', bytes: 1, createdAt: 1 }
  addMedia(view, { id, name: `${id}.png`, ...bytes })
  return Object.fromEntries([...view.keys()].map((key) => [key, view.get(key)]))
}
const taken = (id: string, extra: object = {}) => ({
  ...{ id, name: `${id}.png`, path: `${id}.png`, folder: '' },
  ...{ hash: 'a'.repeat(64), type: 'image/png', bytes: 1, createdAt: 1, added: true },
  ...extra,
})
const states = () => uploads.list.get().map(({ name, state }) => [name, state])

/** Takes the request that has been under way longest. */
async function request(): Promise<Request> {
  await expect.poll(() => Request.all.length).toBeGreaterThan(0)
  const first = Request.all.shift()
  if (!first) throw new Error('Nothing is under way')
  return first
}

test('three are sent at a time, in the order in which they were given', async () => {
  void uploads.send(
    ['a.png', 'b.png', 'c.png', 'd.png'].map((name) => file(name)),
    'pictures',
  )
  await settle()
  expect(states()).toEqual([
    ['a.png', 'sending'],
    ['b.png', 'sending'],
    ['c.png', 'sending'],
    ['d.png', 'waiting'],
  ])
  expect(Request.all.map(({ url }) => url)).toEqual(
    ['a', 'b', 'c'].map((name) => `/api/projects/project/media?name=${name}.png&folder=pictures`),
  )
  ;(await request()).answer(413, { error: { code: 'too_large', message: 'It is too large.' } })
  await settle()
  expect(states()).toEqual([
    ['a.png', 'failed'],
    ['b.png', 'sending'],
    ['c.png', 'sending'],
    ['d.png', 'sending'],
  ])
})

test('one that was taken is known once it is in the site, and can be undone', async () => {
  const ids = uploads.send([file('a.png')], '')
  const sent = await request()
  sent.progress(1, 4)
  expect(uploads.list.get()).toMatchObject([{ sent: 0.25 }])
  sent.answer(201, taken('m1', { changeSetId: 'set-1', warnings: ['It is large.'] }))
  await settle()
  expect(states()).toEqual([['a.png', 'sending']])
  expect(editor.session.history.get().canUndo).toBe(true)
  expect(editor.session.problem.get()).toEqual({ message: 'm1.png: It is large.' })
  editor.connection.write('site', media('m1'))
  expect(await ids).toEqual(['m1'])
  expect(uploads.list.get()).toEqual([])
})

test('what the server refuses stays with its reason, and is sent again only when that may help', async () => {
  const ids = uploads.send([file('a.png'), file('b.png')], '')
  ;(await request()).answer(415, { error: { code: 'unsupported', message: 'No such pictures.', hint: 'Use PNG.' } })
  ;(await request()).answer(503, { error: { code: 'busy', message: 'Busy.' } })
  expect(await ids).toEqual([])
  expect(uploads.list.get()).toMatchObject([
    { name: 'a.png', state: 'failed', problem: 'No such pictures. Use PNG.', final: true },
    { name: 'b.png', state: 'failed', problem: 'Busy.', final: false },
  ])
  uploads.retry(uploads.list.get()[1]?.key ?? 0)
  expect(uploads.list.get()[1]).toMatchObject({ sent: 0, problem: undefined })
  editor.connection.write('site', media('m2'))
  ;(await request()).answer(201, taken('m2'))
  await expect.poll(states).toEqual([['a.png', 'failed']])
})

test('one that is dropped is stopped, or never sent', async () => {
  void uploads.send(
    ['a.png', 'b.png', 'c.png', 'd.png'].map((name) => file(name)),
    '',
  )
  await settle()
  const [first, , , last] = uploads.list.get()
  uploads.drop(last?.key ?? 0)
  uploads.drop(first?.key ?? 0)
  await settle()
  expect(states()).toEqual([
    ['b.png', 'sending'],
    ['c.png', 'sending'],
  ])
  expect(Request.all.map(({ aborted }) => aborted)).toEqual([true, false, false])
})

test('a cut connection is said, and what waits continues after it', async () => {
  void uploads.send([file('a.png')], '')
  ;(await request()).dispatchEvent(new Event('error'))
  await expect.poll(() => uploads.list.get()[0]?.problem).toMatch(/^The upload was cut off/)
  expect(uploads.list.get()[0]?.final).toBe(false)
})

test('an empty file and one that is too large are refused before a byte is sent', async () => {
  expect(await uploads.send([file('a.png', '')], '')).toEqual([])
  expect(uploads.list.get()).toMatchObject([
    { state: 'failed', final: true, problem: expect.stringContaining('empty') },
  ])
  expect(Request.all).toEqual([])
  expect(refuseUpload({ name: 'a.png', size: 10_000_000_000 })).toMatch(/^It is larger than \d+ MB/)
  expect(refuseUpload({ name: 'a.png', size: 1 })).toBeUndefined()
  expect(refuseUpload({ name: 'a.unknown', size: 10_000_000_000 })).toBeUndefined()
})

test('an editor has one list of uploads', () => {
  expect(uploadsOf(editor.session)).toBe(uploads)
})
