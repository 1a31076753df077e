import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstProject } from '../../testing/ai.ts'
import { operate } from '../../testing/approvals.ts'
import { png, upload } from '../../testing/media.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

const DAY = 24 * 60 * 60_000

let server: TestServer
let projectId = ''
let key = ''
let at = Date.parse('2030-01-01T12:00:00Z')

const act = async (name: string, input: object) => {
  const { body } = await operate(server, `content.${name}`, input)
  expect(body).toMatchObject({ ok: true })
}
const get = async (path: string, authorization = '') => {
  const answer = await server.request(path.startsWith('http') ? new URL(path).pathname + new URL(path).search : path, {
    headers: authorization === '' ? {} : { authorization },
  })
  return answer
}
const read = async (path: string, authorization = '') => {
  const answer = await get(`/api/content/v1/${projectId}${path}`, authorization)
  return JSON.parse(await answer.text())
}

const open = { path: '', id: '' }
const shut = { path: '', id: '' }

beforeAll(async () => {
  server = await startTestServer({}, { now: () => at })
  projectId = (await firstProject(server)).id
  for (const [file, name, color] of [
    [open, 'open.png', [10, 20, 30]],
    [shut, 'shut.png', [30, 20, 10]],
  ] as const) {
    const { body } = await upload(server, projectId, name, png(800, 400, [...color]), '&alt=A loaf')
    Object.assign(file, Value.Parse(Type.Object({ path: Type.String(), id: Type.String() }), body))
  }
  const fields = {
    title: { type: 'string', required: true },
    cover: { type: 'image' },
    more: { type: 'array', items: 'image' },
  }
  await act('init_project', {
    locales: ['en'],
    domains: ['shop'],
    models: [
      { id: 'post', title_field: 'title', fields },
      { id: 'note', title_field: 'title', fields },
    ],
  })
  await act('save_content', { model: 'post', data: { a: { title: 'A', cover: open.path, more: [open.path] } } })
  await act('save_content', { model: 'post', data: { draft: { title: 'B', cover: shut.path } } })
  await act('save_content', { model: 'note', data: { n: { title: 'N', cover: shut.path } } })
  await act('update_status', { model: 'post', entryIds: ['a'], status: 'published' })
  await act('update_status', { model: 'note', entryIds: ['n'], status: 'published' })
  await act('shareModel', { model: 'post', public: true })
  const made = await server.call('POST', `/api/projects/${projectId}/content/keys`, { name: 'Shop', role: 'viewer' })
  key = `Bearer ${Value.Parse(Type.Object({ key: Type.String() }), made.body).key}`
})
afterAll(() => server.close())

test('a picture of a public entry has addresses that everybody may read, in the widths that screens need', async () => {
  const { media } = await read('/entries/post')
  const file = media[open.path]
  expect(Object.keys(media)).toEqual([open.path])
  expect(file).toMatchObject({ type: 'image/png', width: 800, height: 400, alt: 'A loaf' })
  expect(file.url).not.toContain('signature')
  const answer = await get(file.url)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  expect(file.variants[0]).toMatchObject({ width: 320, height: 160, type: 'image/webp' })
  const small = await get(file.variants[0].url)
  expect([small.status, small.headers.get('content-type')]).toEqual([200, 'image/webp'])
  expect((await read('/entries/post?fields=title')).media).toBeUndefined()
  expect(await read('/entries/post/a')).toMatchObject({ media: { [open.path]: { url: file.url } } })
})

test('a file that no public entry shows has only a signed address, which ends', async () => {
  const plain = `/api/content/v1/${projectId}/media/${shut.id}`
  expect((await get(plain)).status).toBe(404)
  expect((await get(plain, key)).status).toBe(404)
  const { media } = await read('/entries/note', key)
  const { url, variants } = media[shut.path]
  expect((await get(url)).status).toBe(200)
  expect((await get(variants[0].url)).status).toBe(200)
  // The signature is of this file and this time only.
  const other = new URL(url)
  for (const [name, value] of [
    ['until', String(at + 10 * DAY)],
    ['signature', 'x'],
  ] as const) {
    const changed = new URL(other)
    changed.searchParams.set(name, value)
    expect([name, (await get(changed.href)).status]).toEqual([name, 404])
  }
  // The answer is the same for a day, so that its tag stays.
  expect((await read('/entries/note', key)).media[shut.path].url).toBe(url)
  at += 3 * DAY
  expect((await get(url)).status).toBe(404)
  expect((await get((await read('/entries/note', key)).media[shut.path].url)).status).toBe(200)
  const drafts = await read('/entries/post?drafts=1', key)
  const signed: string = drafts.media[open.path].url
  expect((await get(signed)).status).toBe(200)
  expect((await get(signed.replace(open.id, shut.id))).status).toBe(404)
})

test('a file is shut again once its entry is taken back', async () => {
  const plain = `/api/content/v1/${projectId}/media/${open.id}`
  expect((await get(plain)).status).toBe(200)
  await act('update_status', { model: 'post', entryIds: ['a'], status: 'draft' })
  expect((await get(plain)).status).toBe(404)
  expect((await get(`${plain}?widht=4`)).status).toBe(400)
})
