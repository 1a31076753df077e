import { afterEach, expect, test } from 'vitest'
import { firstProject } from '../../../testing/ai.ts'
import { testDatabases } from '../../../testing/databases.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { type FakeWeb, fakeWeb } from '../../../testing/web.ts'

const apiKey = 'BSA-very-secret-key-0123456789'
let server: TestServer
let web: FakeWeb | undefined
const after: (() => unknown)[] = []
afterEach(async () => {
  await server.close()
  await web?.close()
  web = undefined
  for (const each of after.splice(0)) await each()
})

const listed = async () => (await server.call('GET', '/api/ai/services')).body
const put = (name: string, key: string) => server.call('PUT', `/api/ai/services/${name}`, { apiKey: key })

test.each(testDatabases())(
  'a key of a service is kept, replaced, used for its workspace’s projects, and deleted: $name',
  async ({ place }) => {
    const { dataDir, databaseUrl, remove } = await place()
    server = await startTestServer({ ATELIER_DATA: dataDir, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) })
    const { id: projectId } = await firstProject(server)
    const keys = server.services.serviceKeys.ofProject(projectId)
    expect(await listed()).toMatchObject({
      services: [{ name: 'pexels', label: 'Pexels' }, { name: 'together' }, { name: 'brave' }, { name: 'tavily' }],
    })
    expect(JSON.stringify(await listed())).not.toContain('"key"')
    expect(await keys.get('brave')).toBeUndefined()
    expect((await put('brave', 'an-earlier-key-0000')).status).toBe(204)
    expect((await put('brave', apiKey)).status).toBe(204)
    expect((await put('tavily', 'short')).status).toBe(204)
    expect(await listed()).toMatchObject({
      services: [
        { inEnvironment: false },
        {},
        { name: 'brave', key: { hint: '6789', createdAt: expect.any(Number) } },
        { key: { hint: '' } },
      ],
    })
    expect(await keys.get('brave')).toBe(apiKey)
    expect(await keys.get('pexels')).toBeUndefined()
    expect(await server.services.serviceKeys.ofProject('none').get('brave')).toBeUndefined()
    expect(await server.services.serviceKeys.ofWorkspace('another').get('brave')).toBeUndefined()
    expect((await server.call('DELETE', '/api/ai/services/brave')).status).toBe(204)
    expect(await keys.get('brave')).toBeUndefined()
    expect((await server.call('DELETE', '/api/ai/services/brave')).status).toBe(404)
    after.push(remove)
  },
)

test('its key is in no answer, no log line and not in the database as it is, and cannot be moved to another row', async () => {
  server = await startTestServer()
  const answers = [
    await put('brave', apiKey),
    await put('brave', `${apiKey} with spaces`),
    await listed(),
    await server.call('DELETE', '/api/ai/services/tavily'),
    await server.call('GET', '/api/ai/audit/events'),
  ]
  expect(JSON.stringify(answers)).not.toContain(apiKey)
  expect(server.logged.join('')).not.toContain(apiKey)
  const rows = await server.services.kysely.selectFrom('service_keys').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(apiKey)
  expect(rows[0]?.secret).toMatch(/^v1\./)
  await server.services.kysely.updateTable('service_keys').set({ service: 'tavily' }).execute()
  const keys = server.services.serviceKeys.ofWorkspace(rows[0]?.workspace_id ?? '')
  expect(await keys.get('tavily')).toBeUndefined()
})

test('a key in the environment is offered, never shown or used unasked, and added with one call', async () => {
  server = await startTestServer({
    PEXELS_API_KEY: apiKey,
    TOGETHER_API_KEY: apiKey,
    BRAVE_SEARCH_API_KEY: apiKey,
    TAVILY_API_KEY: ' ',
  })
  const keys = server.services.serviceKeys.ofProject((await firstProject(server)).id)
  const before = await listed()
  expect(before).toMatchObject({
    services: [{ inEnvironment: true }, { inEnvironment: true }, { inEnvironment: true }, { inEnvironment: false }],
  })
  expect(JSON.stringify(before)).not.toContain(apiKey)
  expect(await keys.get('pexels')).toBeUndefined()
  expect((await server.call('POST', '/api/ai/services/pexels/environment')).status).toBe(204)
  expect(await keys.get('pexels')).toBe(apiKey)
  expect((await server.call('POST', '/api/ai/services/tavily/environment')).status).toBe(404)
})

test('a key is tested with the service itself, by a request that costs nothing or little', async () => {
  let status = 200
  web = await fakeWeb((_, response) => response.writeHead(status).end('{}'))
  server = await startTestServer({}, { web })
  const tryKey = async (name: string) => (await server.call('POST', `/api/ai/services/${name}/test`)).body
  for (const name of ['pexels', 'together', 'brave', 'tavily']) {
    expect((await server.call('POST', `/api/ai/services/${name}/test`)).status).toBe(404)
    await put(name, `${name}-0123456789`)
    expect([name, await tryKey(name)]).toMatchObject([name, { ok: true }])
  }
  expect(web.connected.map(({ host, secure }) => [host, secure])).toEqual([
    ['api.pexels.com', true],
    ['api.together.xyz', true],
    ['api.search.brave.com', true],
    ['api.tavily.com', true],
  ])
  expect(web.requests.map(({ headers }) => headers.authorization ?? headers['x-subscription-token'])).toEqual([
    'pexels-0123456789',
    'Bearer together-0123456789',
    'brave-0123456789',
    'Bearer tavily-0123456789',
  ])
  status = 401
  expect(await tryKey('pexels')).toEqual({ ok: false, message: 'Pexels did not accept the key.' })
  status = 429
  expect(await tryKey('brave')).toEqual({ ok: false, message: 'Brave Search has reached the limit of the key’s plan.' })
  status = 302
  expect(await tryKey('together')).toMatchObject({ ok: false, message: expect.stringContaining('302') })
  const events = await server.call('GET', '/api/ai/audit/events')
  expect(events.body).toMatchObject({
    events: expect.arrayContaining([
      expect.objectContaining({ kind: 'service.tested', subject: 'pexels', detail: { label: 'Pexels', ok: false } }),
    ]),
  })
})

test('a key that another secret sealed is said to be unreadable, and a server without web says so', async () => {
  server = await startTestServer()
  await put('brave', apiKey)
  const tryKey = async () => (await server.call('POST', '/api/ai/services/brave/test')).body
  expect(await tryKey()).toMatchObject({ ok: false, message: expect.stringContaining('ATELIER_WEB=off') })
  await server.services.kysely.updateTable('service_keys').set({ secret: 'v1.a.b.c' }).execute()
  expect(await tryKey()).toMatchObject({ ok: false, message: expect.stringContaining('Add it again') })
})

test('a workspace chooses the service that its pictures come from, and the model that makes them', async () => {
  server = await startTestServer()
  const { id } = await firstProject(server)
  const choice = () => server.services.pictureChoices.ofProject(id)
  const put = (body: object) => server.call('PUT', '/api/ai/pictures', body)
  const read = async () => (await server.call('GET', '/api/ai/pictures')).body
  expect(await read()).toMatchObject({ models: [{ name: 'black-forest-labs/FLUX.1-dev', costUsd: 0.025 }, {}, {}, {}] })
  expect([await choice(), await server.services.pictureChoices.ofProject('none')]).toEqual([{}, {}])
  const model = 'black-forest-labs/FLUX.1-schnell'
  expect((await put({ service: 'together', model })).status).toBe(204)
  expect([await read(), await choice()]).toMatchObject([
    { service: 'together', model },
    { service: 'together', model },
  ])
  expect(await put({ service: 'together', model: 'none' })).toMatchObject({
    status: 400,
    body: { error: { path: '/model' } },
  })
  expect((await put({ service: 'pexels' })).status).toBe(204)
  expect(await choice()).toEqual({ service: 'pexels' })
})
