import { createServer } from 'node:http'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterEach, describe, expect, test } from 'vitest'
import { anthropicCall, anthropicText, fakeProvider, Id, newSession, settled, startRun } from '../../testing/ai.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { tracingConfig } from './tracing.ts'

const Span = Type.Object({
  traceId: Type.String(),
  spanId: Type.String(),
  parentSpanId: Type.Optional(Type.String()),
  name: Type.String(),
  kind: Type.Number(),
  attributes: Type.Array(Type.Object({ key: Type.String(), value: Type.Record(Type.String(), Type.Unknown()) })),
  status: Type.Object({ code: Type.Optional(Type.Number()) }),
})
type Span = Static<typeof Span>
const Export = Type.Object({
  resourceSpans: Type.Array(
    Type.Object({
      resource: Type.Object({ attributes: Span.properties.attributes }),
      scopeSpans: Type.Array(Type.Object({ spans: Type.Array(Span) })),
    }),
  ),
})

/** A collector of spans, as OTLP over HTTP reaches one. */
async function collector() {
  const bodies: string[] = []
  const paths: string[] = []
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(Buffer.from(part))
    paths.push(request.url ?? '')
    bodies.push(Buffer.concat(parts).toString())
    response.setHeader('content-type', 'application/json')
    response.end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const exports = () => bodies.map((body) => Value.Parse(Export, JSON.parse(body)))
  return {
    url: `http://127.0.0.1:${port}`,
    paths,
    text: () => bodies.join('\n'),
    spans: () =>
      exports().flatMap((each) =>
        each.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
    service: () => exports()[0]?.resourceSpans[0]?.resource.attributes.find(({ key }) => key === 'service.name')?.value,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

const attributesOf = (span: Span | undefined): Record<string, unknown> =>
  Object.fromEntries((span?.attributes ?? []).map(({ key, value }) => [key, Object.values(value)[0]]))

let server: TestServer | undefined
const opened: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  await server?.close()
  server = undefined
  await Promise.all(opened.splice(0).map((each) => each.close()))
})

/** A run that calls one tool that fails and then answers, with the server stopped behind it. */
async function tracedRun(env: Record<string, string>) {
  let asked = 0
  const provider = await fakeProvider((response) => {
    asked += 1
    if (asked === 1) anthropicCall(response, 'getNodeHtml', { nodeId: 'no such node' })
    else anthropicText(response, 'There is no such node.')
  })
  opened.push(provider)
  server = await startTestServer(env)
  const body = { provider: 'anthropic', label: 'A', apiKey: 'sk-secret-key', baseUrl: provider.url }
  const { id: credentialId } = Value.Parse(Id, (await server.call('POST', '/api/ai/credentials', body)).body)
  const session = await newSession(server, { credentialId, modelId: 'small' })
  const runId = await startRun(server, session, 'A private question')
  const { runs } = await settled(server, session)
  expect(runs).toMatchObject([{ id: runId, status: 'complete' }])
  await server.close()
  server = undefined
  return { session, runId }
}

describe('with a collector configured', () => {
  test('a run, its requests and its calls are spans as the conventions name them, without what was said', async () => {
    const sink = await collector()
    opened.push(sink)
    const { session } = await tracedRun({ OTEL_EXPORTER_OTLP_ENDPOINT: sink.url })
    expect(new Set(sink.paths)).toEqual(new Set(['/v1/traces']))
    expect(sink.service()).toEqual({ stringValue: 'atelier' })
    const spans = sink.spans()
    expect(spans.map(({ name }) => name).sort()).toEqual([
      'chat small',
      'chat small',
      'execute_tool getNodeHtml',
      'invoke_agent site',
    ])
    const run = spans.find(({ name }) => name === 'invoke_agent site')
    expect(run).toMatchObject({ kind: 1 })
    expect(attributesOf(run)).toMatchObject({
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.provider.name': 'anthropic',
      'gen_ai.request.model': 'small',
      'gen_ai.conversation.id': session,
    })
    for (const span of spans) {
      expect(span.traceId).toBe(run?.traceId)
      expect(span.parentSpanId ?? '').toBe(span === run ? '' : run?.spanId)
    }
    const chat = spans.find(({ name }) => name === 'chat small')
    expect(chat).toMatchObject({ kind: 3 })
    expect(attributesOf(chat)).toMatchObject({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'anthropic',
      'gen_ai.request.model': 'small',
      'gen_ai.usage.input_tokens': 10,
      'gen_ai.usage.output_tokens': 5,
      'gen_ai.response.finish_reasons': { values: [{ stringValue: 'tool_use' }] },
    })
    const call = spans.find(({ name }) => name === 'execute_tool getNodeHtml')
    expect(call).toMatchObject({ kind: 1, status: { code: 2 } })
    expect(attributesOf(call)).toMatchObject({ 'gen_ai.tool.name': 'getNodeHtml', 'error.type': 'unknown_node' })
    for (const secret of ['A private question', 'no such node', 'There is no such node', 'sk-secret-key']) {
      expect(sink.text()).not.toContain(secret)
    }
  })

  test('the conversation is sent along on request, and secrets are not', async () => {
    const sink = await collector()
    opened.push(sink)
    await tracedRun({
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${sink.url}/custom`,
      OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: 'true',
    })
    expect(new Set(sink.paths)).toEqual(new Set(['/custom']))
    const spans = sink.spans()
    const first = attributesOf(spans.find(({ name }) => name.startsWith('chat')))
    expect(first['gen_ai.input.messages']).toContain('A private question')
    expect(first['gen_ai.output.messages']).toContain('"type":"tool_call"')
    const call = attributesOf(spans.find(({ name }) => name.startsWith('execute_tool')))
    expect(call['gen_ai.tool.call.arguments']).toBe('{"nodeId":"no such node"}')
    expect(call['gen_ai.tool.call.result']).toContain('unknown_node')
    expect(sink.text()).not.toContain('sk-secret-key')
  })

  test('a collector that is away fails nothing', async () => {
    const sink = await collector()
    await sink.close()
    await tracedRun({ OTEL_EXPORTER_OTLP_ENDPOINT: sink.url })
    expect(sink.paths).toEqual([])
  })
})

describe('whether spans are made', () => {
  test.each([
    [{}, undefined],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: '' }, undefined],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318/' }, { url: 'http://c:4318/v1/traces', content: false }],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c', OTEL_SDK_DISABLED: 'true' }, undefined],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c', OTEL_TRACES_EXPORTER: 'none' }, undefined],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c', OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://t/x' },
      { url: 'http://t/x', content: false },
    ],
  ])('%j becomes %j', (env, expected) => {
    expect(tracingConfig(env)).toEqual(expected)
  })
})
