import { createServer, type ServerResponse } from 'node:http'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterEach, describe, expect, test } from 'vitest'
import {
  anthropicCall,
  anthropicText,
  fakeProvider,
  firstProject,
  Id,
  newSession,
  readSession,
  settled,
  startRun,
} from '../../../testing/ai.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'

const apiKey = 'sk-ant-very-secret-key-0123456789'
let server: TestServer
let provider: Awaited<ReturnType<typeof fakeProvider>> | undefined
afterEach(async () => {
  await server.close()
  await provider?.close()
  provider = undefined
})

/** A server whose scope default is an Anthropic credential that points at the stand-in. */
async function withProvider(answer: (response: ServerResponse, body: string) => void): Promise<string> {
  provider = await fakeProvider(answer)
  server = await startTestServer()
  const made = await server.call('POST', '/api/ai/credentials', {
    provider: 'anthropic',
    label: 'Ours',
    apiKey,
    baseUrl: provider.url,
  })
  expect(made.status).toBe(201)
  return Value.Parse(Id, made.body).id
}

describe('a credential', () => {
  test('is listed by its hint, seeds the defaults, is tested, and is kept while a default needs it', async () => {
    const id = await withProvider((response) => anthropicText(response, 'Hello'))
    const listed = await server.call('GET', '/api/ai/credentials')
    expect(listed.body).toMatchObject({ credentials: [{ id, provider: 'anthropic', label: 'Ours', hint: '6789' }] })
    const defaults = await server.call('GET', '/api/ai/defaults')
    expect(defaults.body).toMatchObject({
      defaults: expect.arrayContaining([{ scope: 'site', credentialId: id, modelId: 'claude-opus-4-8' }]),
    })
    expect(await server.call('POST', `/api/ai/credentials/${id}/test`)).toMatchObject({
      status: 200,
      body: { ok: true },
    })
    expect(await server.call('GET', `/api/ai/providers/anthropic/models?credentialId=${id}`)).toMatchObject({
      body: { models: [{ id: 'small' }, { id: 'claude-opus-4-8' }] },
    })
    const kept = await server.call('DELETE', `/api/ai/credentials/${id}`)
    expect(kept).toMatchObject({ status: 409, body: { error: { message: expect.stringContaining('site') } } })
    for (const scope of ['dashboard', 'site', 'generate', 'content', 'cms', 'part']) {
      expect((await server.call('DELETE', `/api/ai/defaults/${scope}`)).status).toBe(204)
    }
    expect((await server.call('DELETE', `/api/ai/credentials/${id}`)).status).toBe(204)
    expect((await server.call('DELETE', `/api/ai/credentials/${id}`)).status).toBe(404)
  })

  test('its key is in no answer, no log line and not in the database as it is', async () => {
    const id = await withProvider((response) => {
      response.statusCode = 400
      response.end(
        JSON.stringify({ error: { type: 'invalid_request_error', message: `bad header x-api-key: ${apiKey}` } }),
      )
    })
    const session = await newSession(server)
    await startRun(server, session, 'Hello')
    await settled(server, session)
    const answers = [
      await server.call('GET', '/api/ai/credentials'),
      await server.call('PATCH', `/api/ai/credentials/${id}`, { label: 'Renamed', apiKey }),
      await server.call('POST', `/api/ai/credentials/${id}/test`),
      await server.call('GET', `/api/ai/sessions/${session}`),
      await server.call('GET', `/api/ai/sessions/${session}/stream?offset=-1`),
    ]
    expect(JSON.stringify(answers)).not.toContain(apiKey)
    expect(server.logged.join('')).not.toContain(apiKey)
    const rows = await server.services.kysely.selectFrom('ai_credentials').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(apiKey)
    expect(rows[0]?.secret).toMatch(/^v1\./)
  })

  test('its key is tested also if the models are listed to anyone', async () => {
    const asked: string[] = []
    const listener = createServer((request, response) => {
      asked.push(request.url ?? '')
      const bad = request.headers.authorization !== 'Bearer sk-or-good'
      if (request.url?.endsWith('/key') && bad) response.statusCode = 401
      response.end(
        JSON.stringify(response.statusCode === 401 ? { error: { code: 401, message: 'No.' } } : { data: [] }),
      )
    })
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
    const address = listener.address()
    const baseUrl = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
    server = await startTestServer()
    const outcomes: unknown[] = []
    for (const key of ['sk-or-good', 'sk-or-bad']) {
      const input = { provider: 'openrouter', label: key, apiKey: key, baseUrl }
      const { id } = Value.Parse(Id, (await server.call('POST', '/api/ai/credentials', input)).body)
      outcomes.push((await server.call('POST', `/api/ai/credentials/${id}/test`)).body)
    }
    expect(outcomes).toMatchObject([{ ok: true }, { ok: false, message: expect.stringContaining('did not accept') }])
    expect(asked).toContain('/api/v1/key')
    listener.closeAllConnections()
    await new Promise((resolve) => listener.close(resolve))
  })

  test('its key is not sent to another address unless it is entered again', async () => {
    const id = await withProvider((response) => anthropicText(response, 'Hello'))
    const move = (extra: object) =>
      server.call('PATCH', `/api/ai/credentials/${id}`, { baseUrl: 'http://127.0.0.1:1', ...extra })
    expect(await move({})).toMatchObject({ status: 400, body: { error: { path: '/apiKey' } } })
    expect(await move({ apiKey })).toMatchObject({ status: 200, body: { baseUrl: 'http://127.0.0.1:1' } })
  })

  test('a link-local address, a wrong scheme and a missing key are refused with the field', async () => {
    server = await startTestServer()
    const add = (body: object) =>
      server.call('POST', '/api/ai/credentials', { provider: 'compatible', label: 'x', ...body })
    for (const baseUrl of [
      'http://169.254.169.254/v1',
      'http://[fe80::1]/',
      'file:///etc/passwd',
      'http://a:b@localhost/',
    ]) {
      expect(await add({ baseUrl })).toMatchObject({ status: 400, body: { error: { path: '/baseUrl' } } })
    }
    expect(await add({})).toMatchObject({ status: 400, body: { error: { path: '/baseUrl' } } })
    for (const provider of ['anthropic', 'openai', 'openrouter']) {
      expect(await add({ provider })).toMatchObject({ status: 400, body: { error: { path: '/apiKey' } } })
    }
    expect((await add({ baseUrl: 'http://127.0.0.1:1/v1' })).status).toBe(201)
  })

  test('a key in the environment is offered, never shown, and added with one call', async () => {
    server = await startTestServer({
      ANTHROPIC_API_KEY: apiKey,
      OPENAI_API_KEY: apiKey,
      OPENROUTER_API_KEY: apiKey,
      OLLAMA_HOST: '127.0.0.1:1',
    })
    const offered = await server.call('GET', '/api/ai/suggestions')
    expect(offered.body).toEqual({
      suggestions: [
        { provider: 'anthropic', label: 'Anthropic (from the environment)', source: 'environment' },
        { provider: 'openai', label: 'OpenAI (from the environment)', source: 'environment' },
        { provider: 'openrouter', label: 'OpenRouter (from the environment)', source: 'environment' },
      ],
    })
    expect((await server.call('POST', '/api/ai/suggestions/ollama')).status).toBe(404)
  })
})

describe('a conversation with a provider', () => {
  test('goes to the default model with the toolbox', async () => {
    await withProvider((response) => anthropicText(response, 'Good morning.'))
    const session = await newSession(server)
    await startRun(server, session, 'Hello')
    const read = await settled(server, session)
    expect(read.runs).toMatchObject([{ status: 'complete', provider: 'anthropic', model: 'claude-opus-4-8' }])
    expect(read.messages.at(-1)).toMatchObject({ role: 'assistant', content: 'Good morning.' })
    const sent = Value.Parse(
      Type.Object({ model: Type.String(), tools: Type.Array(Type.Object({ name: Type.String() })) }),
      JSON.parse(provider?.bodies[0] ?? ''),
    )
    expect(sent.tools.map(({ name }) => name)).toContain('insertHtml')
  })

  const failures: [string, RegExp, (response: ServerResponse) => void][] = [
    [
      '401',
      /did not accept the key/,
      (response) =>
        response
          .writeHead(401, { 'content-type': 'application/json' })
          .end('{"error":{"message":"invalid x-api-key"}}'),
    ],
    [
      '429',
      /429/,
      (response) => response.writeHead(429, { 'retry-after-ms': '1' }).end('{"error":{"message":"slow down"}}'),
    ],
    ['500', /500/, (response) => response.writeHead(500, { 'retry-after-ms': '1' }).end('oops')],
    [
      'a web page',
      /web page/,
      (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><h1>Proxy</h1>'),
    ],
    ['nothing', /connection|ended|failed/i, (response) => response.destroy()],
  ]
  test.for(failures)('that answers with %s is reported, and the session continues', async ([, said, fail]) => {
    let failing = true
    await withProvider((response) => (failing ? fail(response) : anthropicText(response, 'Here I am again.')))
    const session = await newSession(server)
    await startRun(server, session, 'Hello')
    const read = await settled(server, session)
    expect(read.runs).toMatchObject([{ status: 'error', error: expect.stringMatching(said) }])
    failing = false
    await startRun(server, session, 'Are you there?')
    const again = await settled(server, session)
    expect(again.runs.at(-1)).toMatchObject({ status: 'complete' })
    expect(again.messages.at(-1)).toMatchObject({ content: 'Here I am again.' })
  })

  test('that lost its credential ends with a sentence, and another model can be chosen', async () => {
    const id = await withProvider((response) => anthropicText(response, 'Hello'))
    const session = await newSession(server, { credentialId: id, modelId: 'small' })
    await server.services.kysely.deleteFrom('ai_defaults').execute()
    expect((await server.call('DELETE', `/api/ai/credentials/${id}`)).status).toBe(204)
    await startRun(server, session, 'Hello')
    expect((await settled(server, session)).runs).toMatchObject([
      { status: 'error', error: expect.stringContaining('credential') },
    ])
    await server.call('PATCH', `/api/ai/sessions/${session}`, { credentialId: 'rehearsal' })
    await startRun(server, session, 'Hello')
    expect((await settled(server, session)).runs.at(-1)).toMatchObject({ status: 'complete', provider: 'rehearsal' })
  })
})

test('calls that cannot be undone wait for a person: the agent deletes no page by itself', async () => {
  await withProvider((response) => anthropicCall(response, 'deletePage', { pageId: home }))
  const { id: projectId } = await firstProject(server)
  await server.call('POST', `/api/projects/${projectId}/operations/site.addPage`, { input: { title: 'Second' } })
  const list = () => server.call('GET', `/api/projects/${projectId}/pages`)
  const before = await list()
  const Pages = Type.Object({ pages: Type.Array(Type.Object({ id: Type.String() })) })
  const home = Value.Parse(Pages, before.body).pages[0]?.id ?? ''
  const session = await newSession(server)
  const runId = await startRun(server, session, 'Delete the home page')
  const statuses = async () => (await readSession(server, session)).runs.map(({ status }) => status)
  await expect.poll(statuses, { timeout: 20_000 }).toEqual(['waiting'])
  expect(await list()).toEqual(before)
  await server.call('POST', `/api/ai/sessions/${session}/runs/${runId}/abort`)
  const { messages, runs } = await settled(server, session)
  expect(runs).toMatchObject([{ status: 'aborted' }])
  expect(messages.find(({ role }) => role === 'tool_result')).toMatchObject({ toolResult: { ok: false } })
  expect(provider?.bodies).toHaveLength(1)
  expect(await list()).toEqual(before)
})

test('a viewer’s run has only tools that read', async () => {
  await withProvider((response) => anthropicText(response, 'I can only look.'))
  const key = await server.call('POST', '/api/keys', { name: 'viewer', role: 'viewer' })
  const bearer = `Bearer ${Value.Parse(Type.Object({ key: Type.String() }), key.body).key}`
  const session = await newSession(server)
  const answer = await server.call(
    'POST',
    `/api/ai/sessions/${session}/runs`,
    { prompt: 'Hello' },
    { cookie: '', authorization: bearer },
  )
  expect(answer.status).toBe(202)
  await settled(server, session)
  expect(provider?.bodies[0]).toContain('read_document')
  expect(provider?.bodies[0]).not.toContain('"name":"insertHtml"')
})
