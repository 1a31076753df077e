import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstProject, Id, newSession, settled, startRun } from '../../testing/ai.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

/** Occurs only in the key that the server received, and in what a provider says about it. */
const marker = 'sk-ant-M4rk3r/of+the=tests-0123456789abcdef'
const encoded = [marker, encodeURIComponent(marker), Buffer.from(marker).toString('base64')]
const good = { 'content-type': 'text/event-stream' }
const begin = `event: message_start\ndata: ${JSON.stringify({ type: 'message_start', message: { id: 'm', usage: { input_tokens: 1 } } })}\n\n`
const failure = (message: string) => JSON.stringify({ type: 'error', error: { type: 'authentication_error', message } })

type Failing = (response: ServerResponse, request: IncomingMessage) => void
const failures: Record<string, Failing> = {
  'a 401 that repeats the key': (response) =>
    response.writeHead(401, { 'content-type': 'application/json' }).end(failure(`invalid x-api-key: ${marker}`)),
  'a 403 that repeats it in a header and as part of an address': (response) =>
    response
      .writeHead(403, { 'content-type': 'application/json', 'x-request-id': encodeURIComponent(marker) })
      .end(failure(`https://api.example/?key=${encodeURIComponent(marker)} was refused`)),
  'a page of HTML that shows the request': (response, request) =>
    response.writeHead(400, { 'content-type': 'text/html' }).end(`<pre>${JSON.stringify(request.headers)}</pre>`),
  'a redirect to an address with the key': (response) =>
    response.writeHead(302, { location: `http://127.0.0.1:9/?key=${encodeURIComponent(marker)}` }).end(),
  'a connection that is cut before a word': (response) => response.socket?.destroy(),
  'a stream that breaks off after what is not JSON': (response) => {
    response.writeHead(200, good).write(`${begin}data: {"key":"${marker}\n\n`)
    response.socket?.destroy()
  },
  'an error in the stream that repeats the key': (response) =>
    response.writeHead(200, good).end(`${begin}event: error\ndata: ${failure(`no credit for ${marker}`)}\n\n`),
  'an event of an unknown kind with the key': (response) =>
    response.writeHead(200, good).end(`${begin}event: strange\ndata: {"type":"strange","key":"${marker}"}\n\n`),
}

let server: TestServer
let closed = false
/** The spans that the collector received. */
let spans = ''

const answers: string[] = []

async function listen(answer: (request: IncomingMessage, body: string, response: ServerResponse) => void) {
  const http = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    answer(request, Buffer.concat(parts).toString(), response)
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const address = http.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const close = () => {
    http.closeAllConnections()
    return new Promise((resolve) => http.close(resolve))
  }
  return { url: `http://127.0.0.1:${port}`, close }
}

let provider: Awaited<ReturnType<typeof listen>>
let collector: Awaited<ReturnType<typeof listen>>
let sawKey = 0

beforeAll(async () => {
  provider = await listen((request, body, response) => {
    if (request.headers['x-api-key'] === marker) sawKey += 1
    const what = Object.keys(failures).find((each) => body.includes(`Meet ${each}`)) ?? 'a 401 that repeats the key'
    failures[what]?.(response, request)
  })
  collector = await listen((request, body, response) => {
    spans += `${JSON.stringify(request.headers)}${body}`
    response.setHeader('content-type', 'application/json')
    response.end('{}')
  })
  server = await startTestServer({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: 'true',
  })
})
afterAll(async () => {
  if (!closed) await server.close()
  await provider.close()
  await collector.close()
})

/** Sends a request to the server, and keeps the answer. */
async function call(method: string, path: string, body?: object) {
  const answer = await server.request(path, {
    method,
    headers: { cookie: server.cookie },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await answer.text()
  answers.push(`${path} ${JSON.stringify([...answer.headers])} ${text}`)
  return { status: answer.status, text }
}

function clearIn(text: string): string[] {
  return encoded.filter((form) => text.includes(form))
}

/** Every file of the data folder, the database and its log among them, byte by byte. */
function* files(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* files(path)
    else yield readFileSync(path, 'latin1')
  }
}

test('a key stays out of answers, records, logs, spans and files, in whichever way its provider fails', async () => {
  const credential = { provider: 'anthropic', label: 'Marked', apiKey: marker, baseUrl: provider.url }
  const { text } = await call('POST', '/api/ai/credentials', credential)
  const { id: credentialId } = Value.Parse(Id, JSON.parse(text))
  const away = { provider: 'anthropic', label: 'Away', apiKey: marker, baseUrl: 'http://127.0.0.1:9' }
  const { id: awayId } = Value.Parse(Id, JSON.parse((await call('POST', '/api/ai/credentials', away)).text))
  const { id: projectId } = await firstProject(server)
  const ends: Record<string, string | undefined> = {}
  const meet = async (what: string, of: string) => {
    const session = await newSession(server, { credentialId: of, modelId: 'claude-marked' })
    const runId = await startRun(server, session, `Meet ${what}`)
    const { runs } = await settled(server, session, 60_000)
    ends[what] = runs[0]?.status
    await call('GET', `/api/ai/sessions/${session}`)
    await call('GET', `/api/ai/sessions/${session}/stream?offset=-1`)
    await call('GET', `/api/ai/sessions/${session}/runs/${runId}/events`)
  }
  const ways = Object.keys(failures)
  await Promise.all([...ways.map((what) => meet(what, credentialId)), meet('an address where nobody answers', awayId)])
  for (const of of [credentialId, awayId]) {
    await call('POST', `/api/ai/credentials/${of}/test`)
    await call('GET', `/api/ai/providers/anthropic/models?credentialId=${of}`)
  }
  await call('POST', '/api/ai/chat/site', { projectId, prompt: 'Hello' })
  for (const path of ['credentials', 'defaults', 'audit', 'audit/events', 'usage', 'budgets', 'sessions', 'policies'])
    await call('GET', `/api/ai/${path}`)
  expect(ends).toEqual(Object.fromEntries(Object.keys(ends).map((what) => [what, 'error'])))
  expect(Object.keys(ends)).toHaveLength(ways.length + 1)
  // It was used, and failed for reasons that a user reads.
  expect(sawKey).toBeGreaterThan(ways.length)
  expect(answers.join('\n')).toContain('Anthropic')

  for (const answer of answers) expect(clearIn(answer), answer.slice(0, 200)).toEqual([])
  for (const line of server.logged) expect(clearIn(line), line.slice(0, 200)).toEqual([])
  const held = [...files(server.config.dataDir)]
  expect(held.some((file) => file.includes('Meet a 401'))).toBe(true)
  for (const file of held) expect(clearIn(file)).toEqual([])
  closed = true
  await server.close()
  expect(spans).toContain('claude-marked')
  expect(spans).toContain('Meet a 401')
  expect(clearIn(spans)).toEqual([])
}, 120_000)
