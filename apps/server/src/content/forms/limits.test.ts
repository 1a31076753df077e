import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { firstProject } from '../../../testing/ai.ts'
import { operate } from '../../../testing/approvals.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'

const YEAR = 365 * 24 * 3_600_000

let server: TestServer
let host = ''
let at = 0

beforeEach(async () => {
  at = Date.UTC(2026, 4, 31, 23, 59, 50)
  server = await startTestServer({}, { now: () => at })
  const { id } = await firstProject(server)
  const { body } = await server.call('GET', `/api/projects/${id}`)
  host = `${Value.Parse(Type.Object({ slug: Type.String() }), body).slug}.localhost:4001`
  await operate(server, 'content.init_project', {
    locales: ['en'],
    domains: ['blog'],
    models: [{ id: 'message', title_field: 'name', fields: { name: { type: 'string', required: true } } }],
  })
})
afterEach(() => server.close())

const limit = (form: object) => operate(server, 'content.saveForm', { model: 'message', open: true, ...form })

/** Each visitor has another name. */
let visitors = 0
async function send(inputs: Record<string, string> = {}, address = '192.0.2.1') {
  const init = {
    method: 'POST',
    body: new URLSearchParams({ name: `Ada ${visitors++}`, ...inputs }).toString(),
    headers: { host, origin: `http://${host}`, 'content-type': 'application/x-www-form-urlencoded' },
  }
  return server.sites.request(`http://${host}/_forms/message`, init, {
    incoming: { socket: { remoteAddress: address } },
  })
}
const statusOf = async (inputs?: Record<string, string>, address?: string) => (await send(inputs, address)).status
const Inbox = Type.Object({ body: Type.Object({ data: Type.Object({ total: Type.Integer() }) }) })
const count = async (status: string) =>
  Value.Parse(Inbox, await operate(server, 'content.list_submissions', { status })).body.data.total

test('what programs send uses up nothing of the month, and is kept up to as much', async () => {
  await limit({ perMonth: 3, perMinute: 60 })
  for (let bot = 0; bot < 10; bot += 1) expect(await statusOf({ _hp: 'x' })).toBe(303)
  expect(await count('spam')).toBe(3)
  for (let visitor = 0; visitor < 3; visitor += 1) expect(await statusOf()).toBe(303)
  const refused = await send()
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10'])
  at += 10_000
  expect(await statusOf()).toBe(303)
  expect(await count('pending')).toBe(4)
})

test('a form that is sent twice by a double click is one submission, with and without a script', async () => {
  await limit({ perMinute: 1 })
  const both = await Promise.all([send({ name: 'Ada' }), send({ name: 'Ada' })])
  expect(both.map(({ status, headers }) => [status, headers.get('location')])).toEqual([
    [303, '/_forms/message'],
    [303, '/_forms/message'],
  ])
  expect(await count('pending')).toBe(1)
  // A refused post does not count as sent.
  expect([await statusOf({ name: 'Bob' }), await statusOf({ name: 'Bob' })]).toEqual([429, 429])
  expect(await statusOf({ name: 'Ada' }, '192.0.2.2')).toBe(303)
  at += 60_000
  expect(await statusOf({ name: 'Bob' })).toBe(303)
  expect(await statusOf({ name: 'Ada' }, '192.0.2.2')).toBe(303)
  expect(await count('pending')).toBe(4)
  await limit({ perMinute: 60 })
  const { id } = await firstProject(server)
  const path = `/api/forms/v1/${id}/message/submit`
  for (let click = 0; click < 3; click += 1)
    expect(await server.call('POST', path, { data: { name: 'Cy' } })).toMatchObject({ body: { success: true } })
  expect(await count('pending')).toBe(5)
})

test('all addresses of one line of IPv6 count as one', async () => {
  await limit({ perMinute: 2 })
  expect([await statusOf({}, '2001:db8:0:7::1'), await statusOf({}, '2001:db8:0:7:ffff::9')]).toEqual([303, 303])
  expect(await statusOf({}, '2001:db8:0:7::3')).toBe(429)
  expect(await statusOf({}, '2001:db8:0:8::1')).toBe(303)
})

test('a clock that is put right closes no form for longer than it would be closed', async () => {
  await limit({ perMinute: 1, perMonth: 3 })
  at += YEAR
  expect([await statusOf(), await statusOf()]).toEqual([303, 429])
  expect([await statusOf({}, '192.0.2.2'), await statusOf({}, '192.0.2.3')]).toEqual([303, 303])
  expect(await statusOf({}, '192.0.2.4')).toBe(429)
  at -= YEAR
  expect([await statusOf(), await statusOf()]).toEqual([303, 429])
  at += 60_000
  expect(await statusOf()).toBe(303)
})

test('a visitor is led only to a page of the site', async () => {
  await limit({ perMinute: 60 })
  for (const [next, location] of [
    ['/teşekkürler/?ad=ığ#son', '/te%C5%9Fekk%C3%BCrler/?ad=%C4%B1%C4%9F#son'],
    ['/thank you/', '/thank%20you/'],
    ['/100%/', '/100%/'],
  ] as const) {
    await limit({ next })
    const answer = await send()
    expect([answer.status, answer.headers.get('location')]).toEqual([303, location])
  }
  await limit({ next: '' })
  const foreign = ['//evil.example', '/\\evil.example', '\\/evil.example', '/\t/evil.example', '/\n/evil.example']
  for (const next of [...foreign, '/a\r\nSet-Cookie: a=b', '/\u0085', 'https://evil.example', 'evil']) {
    const refused = await limit({ next })
    expect(refused, JSON.stringify(next)).toMatchObject({ body: { ok: false, error: { code: 'path', path: '/next' } } })
  }
  expect((await send()).headers.get('location')).toBe('/_forms/message')
})
