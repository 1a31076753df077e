import { createHmac } from 'node:crypto'
import { createWebhook, listWebhookDeliveries } from '@atelier/api'
import { Value } from 'typebox/value'
import { uuidv7 } from 'uuidv7'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { firstProject } from '../../../testing/ai.ts'
import { operate } from '../../../testing/approvals.ts'
import { join } from '../../../testing/people.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { type FakeWeb, fakeWeb } from '../../../testing/web.ts'
import { createGuardedFetch } from '../../web/guardedFetch.ts'
import { createWebhookSender } from './sender.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

let web: FakeWeb
let server: TestServer
let projectId = ''
let at = Date.parse('2030-01-01T00:00:00Z')
/** The webhook's next answers; 200 after those, `silent` never answers. */
let answers: (number | 'silent')[] = []

beforeEach(async () => {
  answers = []
  at = Date.parse('2030-01-01T00:00:00Z')
  web = await fakeWeb((request, response) => {
    const answer = request.headers.host === 'silent.example.com' ? 'silent' : (answers.shift() ?? 200)
    if (answer !== 'silent') response.writeHead(answer).end('ok')
  })
  server = await startTestServer({}, { web, now: () => at })
  projectId = (await firstProject(server)).id
  await operate(server, 'content.init_project', {
    locales: ['en', 'tr'],
    domains: ['blog'],
    publishEdits: 'wait',
    models: [
      { id: 'post', name: 'Posts', title_field: 'title', fields: { title: { type: 'string', required: true } } },
      { id: 'message', name: 'Messages', title_field: 'name', fields: { name: { type: 'string', required: true } } },
    ],
  })
})
afterEach(async () => {
  await server.close()
  await web.close()
})

const path = (rest: string) => `/api/projects/${projectId}/content/webhooks${rest}`
const all = ['publish', 'unpublish', 'submission', 'merge']

async function add(events = all, url = 'http://hooks.example.com/deploy?token=very-secret') {
  const { status, body } = await server.call('POST', path(''), { name: 'Deploy', url, events })
  expect(status).toBe(201)
  return Value.Parse(createWebhook.response, body)
}
async function deliveries(id: string) {
  const { body } = await server.call('GET', path(`/${id}/deliveries`))
  return Value.Parse(listWebhookDeliveries.response, body).deliveries
}
const run = () => server.services.webhookSender.run()
const calls = () => web.requests.map(({ body }) => JSON.parse(body))
const act = async (name: string, input: object) => {
  const { body } = await operate(server, `content.${name}`, input)
  expect(body).toMatchObject({ ok: true })
  return body
}
const save = (title: string, id = 'a') => act('save_content', { model: 'post', data: { [id]: { title } } })
const setStatus = (status: string, more: object = {}) =>
  act('update_status', { model: 'post', entryIds: ['a'], status, locale: 'en', ...more })
const event = (name: string) => ({
  event: name,
  project: projectId,
  entries: [{ model: 'post', id: 'a', locale: 'en' }],
})

test('a webhook is told once what is published, and what is taken back, with a signature over time and body', async () => {
  const { secret } = await add()
  await save('One')
  await run()
  expect(calls()).toEqual([])
  await setStatus('published')
  await run()
  await run()
  expect(calls()).toEqual([expect.objectContaining(event('publish'))])
  const [call] = web.requests
  const time = call?.headers['x-atelier-timestamp']
  expect(time).toBe(String(at / 1000))
  const hmac = createHmac('sha256', secret).update(`${time}.${call?.body}`).digest('hex')
  expect(call?.headers).toMatchObject({ 'x-atelier-signature': `sha256=${hmac}`, 'x-atelier-event': 'publish' })
  // An edit waits, and is told once somebody publishes it.
  await save('Two')
  await run()
  expect(calls()).toHaveLength(1)
  await setStatus('published')
  await run()
  expect(calls()).toHaveLength(2)
  await setStatus('draft')
  await run()
  expect(calls().at(-1)).toMatchObject(event('unpublish'))
  await setStatus('published')
  await act('delete_content', { model: 'post', entryIds: ['a'] })
  await run()
  expect(calls().map((each) => each.event)).toEqual(['publish', 'publish', 'unpublish', 'publish', 'unpublish'])
})

test('edits that go out at once are reported twenty seconds after the last key', async () => {
  await add()
  await act('saveSettings', { publishEdits: 'atOnce' })
  await save('One')
  await setStatus('published')
  await run()
  for (const title of ['T', 'Tw', 'Two']) await save(title)
  await run()
  expect(calls()).toHaveLength(1)
  at += 21_000
  await run()
  expect(calls()).toEqual([expect.objectContaining(event('publish')), expect.objectContaining(event('publish'))])
  // Edits in two languages are two events.
  await act('save_content', { model: 'post', locale: 'tr', data: { a: { title: 'Bir' } } })
  await act('update_status', { model: 'post', entryIds: ['a'], status: 'published', locale: 'tr' })
  await save('Three')
  await act('save_content', { model: 'post', locale: 'tr', data: { a: { title: 'İki' } } })
  at += 21_000
  await run()
  const locales = calls().map(({ entries }) => entries[0].locale)
  expect(locales.slice(2).sort()).toEqual(['en', 'tr', 'tr'])
})

test('times are told when they come, also those set before the webhook was added, and not once they are changed', async () => {
  const time = (from: number) => new Date(at + from).toISOString()
  await save('One')
  await setStatus('published', { publish_at: time(HOUR), expire_at: time(3 * HOUR) })
  await add()
  await run()
  expect(calls()).toEqual([])
  at += HOUR
  await run()
  expect(calls()).toEqual([expect.objectContaining(event('publish'))])
  // It is published anew with another time, and goes at that one only.
  await setStatus('published', { expire_at: time(HOUR) })
  at += HOUR
  await run()
  at += 2 * HOUR
  await run()
  expect(calls().map((each) => each.event)).toEqual(['publish', 'publish', 'unpublish'])
})

test('a submission and a merge are told, and a webhook gets only what it asks for', async () => {
  await add(['submission'])
  await add(['merge'])
  await act('saveForm', { model: 'message', open: true })
  await server.call('POST', `/api/forms/v1/${projectId}/message/submit`, { data: { name: 'Ada' } })
  await run()
  expect(calls()).toEqual([
    expect.objectContaining({ event: 'submission', submission: expect.objectContaining({ data: { name: 'Ada' } }) }),
  ])
  await act('saveSettings', { workflow: 'review' })
  const projects = [{ projectId, role: 'editor' }]
  const { cookie } = await join(server, { email: 'editor@example.com', role: 'member', projects })
  const input = { model: 'post', data: { a: { title: 'One' } } }
  await server.call('POST', `/api/projects/${projectId}/operations/content.save_content`, { input }, { cookie })
  const [branch] = (await server.services.content.state(projectId)).branches
  await act('merge_branch', { branch: branch?.name })
  await run()
  expect(calls().slice(1)).toEqual([
    expect.objectContaining({ event: 'merge', branch: branch?.name, by: expect.any(String) }),
  ])
})

test('a webhook that fails is called again for a day, always as the same event, then given up and repeated by hand', async () => {
  const { id } = await add()
  await save('One')
  answers = Array.from({ length: 9 }, () => 500)
  await setStatus('published')
  await run()
  expect(await deliveries(id)).toMatchObject([{ state: 'waiting', tries: 1, status: 500, nextAt: at + MINUTE }])
  // Not before its time.
  await run()
  expect(web.requests).toHaveLength(1)
  const first = at
  let last = at
  while (at - first < 30 * HOUR) {
    at += MINUTE
    const before = web.requests.length
    await run()
    if (web.requests.length > before) last = at
  }
  expect(web.requests).toHaveLength(9)
  expect(last - first).toBe(24 * HOUR)
  const [failed] = await deliveries(id)
  expect(failed).toMatchObject({ state: 'failed', tries: 9, problem: 'It answered 500.' })
  const repeated = await server.call('POST', path(`/${id}/deliveries/${failed?.id}/repeat`))
  expect(repeated.status).toBeLessThan(300)
  await run()
  expect(await deliveries(id)).toMatchObject([{ state: 'delivered', tries: 1, status: 200 }, { state: 'failed' }])
  expect(new Set(web.requests.map(({ headers }) => headers['x-atelier-delivery'])).size).toBe(1)
})

test('a webhook that never answers holds up no other one', async () => {
  const silent = await add(all, 'http://silent.example.com/')
  await add()
  for (const [index, id] of ['a', 'b', 'c'].entries()) {
    await save(`Title ${index}`, id)
    await act('update_status', { model: 'post', entryIds: [id], status: 'published', locale: 'en' })
  }
  await run()
  const hosts = web.requests.map(({ headers }) => headers.host)
  // The silent one is tried once in a pass, however much waits for it.
  expect(hosts.filter((host) => host === 'silent.example.com')).toHaveLength(1)
  expect(hosts.filter((host) => host === 'hooks.example.com')).toHaveLength(3)
  expect((await deliveries(silent.id)).filter(({ problem }) => problem?.includes('did not answer'))).toHaveLength(1)
}, 30_000)

test('of several servers one makes each call, and one takes over what another has left', async () => {
  const { id } = await add()
  const { webhooks } = server.services
  const senderOf = () =>
    createWebhookSender({
      database: server.database,
      webhooks,
      fetch: createGuardedFetch(web),
      now: () => at,
      newId: uuidv7,
      failed: (error) => expect.fail(String(error)),
    })
  const [one, two] = [senderOf(), senderOf()]
  await save('One')
  await setStatus('published')
  await Promise.all([one.run(), two.run()])
  await Promise.all([one.run(), two.run()])
  expect(web.requests).toHaveLength(1)
  // The first one has stopped with a call that failed.
  answers = [503]
  await setStatus('draft')
  await one.run()
  await one.stop()
  at += MINUTE
  await two.run()
  expect(await deliveries(id)).toMatchObject([{ event: 'unpublish', state: 'delivered', tries: 2 }, {}])
  await two.stop()
})

test('only the last fifty deliveries are kept', async () => {
  const { id } = await add()
  for (let n = 0; n < 55; n++) await server.call('POST', path(`/${id}/test`))
  expect(await deliveries(id)).toHaveLength(50)
  const { n } = await server.services.kysely
    .selectFrom('webhook_deliveries')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  expect(Number(n)).toBe(50)
  expect(web.requests).toHaveLength(55)
})

test('address and secret are sealed, an address of this network is never called, and a deleted webhook neither', async () => {
  const { id, secret, url } = await add()
  const rows = JSON.stringify(await server.services.kysely.selectFrom('webhooks').selectAll().execute())
  expect(rows).not.toMatch(/very-secret|hooks\.example/)
  expect(rows).not.toContain(secret)
  const listed = await server.call('GET', path(''))
  expect(listed.body).toEqual({ webhooks: [expect.objectContaining({ id, url, events: all })] })
  expect(JSON.stringify(listed.body)).not.toContain(secret)
  const inside = await add(all, 'http://127.0.0.1:9/')
  expect((await server.call('POST', path(`/${inside.id}/test`))).body).toEqual({ problem: expect.any(String) })
  expect(web.connected).toEqual([])
  for (const each of [id, inside.id]) expect((await server.call('DELETE', path(`/${each}`))).status).toBeLessThan(300)
  await save('One')
  await setStatus('published')
  await run()
  expect(web.requests).toEqual([])
  expect(await server.services.kysely.selectFrom('webhook_events').selectAll().execute()).toEqual([])
})
