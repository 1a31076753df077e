import { createHmac } from 'node:crypto'
import { setFormNotifications } from '@atelier/api'
import { Value } from 'typebox/value'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { firstProject } from '../../../testing/ai.ts'
import { operate } from '../../../testing/approvals.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { type FakeWeb, fakeWeb } from '../../../testing/web.ts'
import { createSecrets, masterSecret } from '../../auth/secrets.ts'
import { sealWebhookAddresses } from './targets.ts'

let web: FakeWeb
let server: TestServer
let projectId = ''
/** The webhook's next answer; 200 after that. */
let answers: number[] = []

beforeEach(async () => {
  answers = []
  const location = 'http://elsewhere.example.com/'
  web = await fakeWeb((_, response) => void response.writeHead(answers.shift() ?? 200, { location }).end('ok'))
  server = await startTestServer({}, { web })
  projectId = (await firstProject(server)).id
  await operate(server, 'content.init_project', {
    locales: ['en'],
    domains: ['blog'],
    models: [
      { id: 'message', name: 'Messages', title_field: 'name', fields: { name: { type: 'string', required: true } } },
    ],
  })
  await operate(server, 'content.saveForm', { model: 'message', open: true })
})
afterEach(async () => {
  await server.close()
  await web.close()
})

const notifications = `/content/forms/message/notifications`
const path = (rest: string) => `/api/projects/${projectId}${rest}`
const submit = (name: string, _hp = '') =>
  server.call('POST', `/api/forms/v1/${projectId}/message/submit`, { data: { name }, _hp })
async function setWebhook(webhookUrl: string | null) {
  const { status, body } = await server.call('PUT', path(notifications), { webhookUrl })
  expect(status).toBe(200)
  return Value.Parse(setFormNotifications.response, body).webhookSecret
}

test('a webhook is called once for each submission, with a signature, and never for spam', async () => {
  const secret = await setWebhook('http://hooks.example.com/new')
  await submit('Ada')
  await submit('Bot', 'http://buy.example')
  await server.services.formDeliveries.run()
  await server.services.formDeliveries.run()
  expect(web.requests).toHaveLength(1)
  const [call] = web.requests
  expect(JSON.parse(call?.body ?? '')).toMatchObject({
    event: 'submission.created',
    project: projectId,
    model: 'message',
    locale: 'en',
    data: { name: 'Ada' },
  })
  const hmac = createHmac('sha256', secret ?? '')
    .update(call?.body ?? '')
    .digest('hex')
  expect(call?.headers['x-atelier-signature']).toBe(`sha256=${hmac}`)
})

test('the address of a webhook is sealed, also one that was stored before', async () => {
  const url = 'http://hooks.example.com/new?token=very-secret'
  await setWebhook(url)
  const stored = () => server.services.kysely.selectFrom('form_targets').selectAll().execute()
  expect(JSON.stringify(await stored())).not.toMatch(/very-secret|hooks\.example/)
  await server.services.kysely.updateTable('form_targets').set({ webhook_url: url }).execute()
  await sealWebhookAddresses(server.database, createSecrets(masterSecret(undefined, server.config.dataDir)))
  expect(JSON.stringify(await stored())).not.toMatch(/very-secret|hooks\.example/)
  expect((await server.call('GET', path(notifications))).body).toMatchObject({ webhookUrl: url })
  await submit('Ada')
  await server.services.formDeliveries.run()
  expect(web.requests.map((request) => request.url)).toEqual(['/new?token=very-secret'])
})

test('a webhook that fails is tried again by the same id, and its failure is shown', async () => {
  await setWebhook('http://hooks.example.com/new')
  answers = [500]
  await submit('Ada')
  await server.services.formDeliveries.run()
  const failed = await server.call('GET', path(notifications))
  expect(failed.body).toMatchObject({
    webhookUrl: 'http://hooks.example.com/new',
    failures: [{ problem: 'It answered 500.', tries: 1 }],
  })
  // Not before its time.
  await server.services.formDeliveries.run()
  expect(web.requests).toHaveLength(1)
  await server.database.write(
    (function* () {
      yield { sql: 'update form_deliveries set next_at = 0', parameters: [] }
    })(),
  )
  await server.services.formDeliveries.run()
  const [first, second] = web.requests.map(({ headers }) => headers['x-atelier-delivery'])
  expect(first).toBeDefined()
  expect(second).toBe(first)
  expect((await server.call('GET', path(notifications))).body).toMatchObject({ failures: [] })
})

test('a webhook that leads elsewhere is not followed, and one that was noted by a clock that ran ahead is called', async () => {
  await setWebhook('http://hooks.example.com/new')
  answers = [302]
  await submit('Ada')
  await server.services.formDeliveries.run()
  expect(web.requests).toHaveLength(1)
  expect((await server.call('GET', path(notifications))).body).toMatchObject({
    failures: [{ problem: 'It answered 302.', tries: 1 }],
  })
  const year = 365 * 24 * 3_600_000
  await server.database.write(
    (function* () {
      yield { sql: `update form_deliveries set next_at = next_at + ${year}`, parameters: [] }
    })(),
  )
  await server.services.formDeliveries.run()
  expect(web.requests).toHaveLength(2)
})

test('an address of this network is never called, and a webhook that is taken away neither', async () => {
  await setWebhook('http://127.0.0.1:9/')
  await submit('Ada')
  await server.services.formDeliveries.run()
  expect((await server.call('GET', path(notifications))).body).toMatchObject({ failures: [{ tries: 1 }] })
  expect(await setWebhook(null)).toBeUndefined()
  await submit('Grace')
  await server.services.formDeliveries.run()
  expect(web.connected).toEqual([])
  expect((await server.call('PUT', path(notifications), { webhookUrl: 'file:///etc/passwd' })).status).toBe(400)
})

test('what was sent is exported, and no text of it is a formula', async () => {
  await submit('=HYPERLINK("http://evil.example")')
  await submit('Ada, the "first"')
  const answer = await server.request(path('/content/forms/message/submissions.csv'), {
    headers: { cookie: server.cookie },
  })
  const bytes = Buffer.from(await answer.arrayBuffer())
  const [start, ...lines] = bytes.toString('utf8').split('\r\n')
  expect(start).toBe('\uFEFFid,sent,status,locale,name')
  expect(lines.map((line) => line.replace(/^[^,]*,[^,]*,/, ''))).toEqual([
    'pending,en,"Ada, the ""first"""',
    `pending,en,"'=HYPERLINK(""http://evil.example"")"`,
    '',
  ])
})
