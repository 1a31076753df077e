import { createServer, type ServerResponse } from 'node:http'
import { MessageRecord, RunRecord } from '@atelier/agent'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { TestServer } from './server.ts'

export const Id = Type.Object({ id: Type.String() })
export const RunId = Type.Object({ runId: Type.String() })
const Projects = Type.Object({
  projects: Type.Array(Type.Object({ id: Type.String(), siteDocumentId: Type.String() })),
})
const Session = Type.Object({
  messages: Type.Array(MessageRecord),
  runs: Type.Array(RunRecord),
  offset: Type.String(),
  activeRunId: Type.Optional(Type.String()),
})
export type SessionRead = Static<typeof Session>

export async function firstProject(server: Pick<TestServer, 'call'>): Promise<{ id: string; siteDocumentId: string }> {
  const [project] = Value.Parse(Projects, (await server.call('GET', '/api/projects')).body).projects
  if (!project) throw new Error('The server has no project')
  return project
}

export async function newSession(server: Pick<TestServer, 'call'>, extra: object = {}): Promise<string> {
  const { id: projectId } = await firstProject(server)
  const made = await server.call('POST', '/api/ai/sessions', { projectId, scope: 'site', ...extra })
  return Value.Parse(Id, made.body).id
}

export async function startRun(
  server: Pick<TestServer, 'call'>,
  session: string,
  prompt: string,
  extra: object = {},
): Promise<string> {
  const answer = await server.call('POST', `/api/ai/sessions/${session}/runs`, { prompt, ...extra })
  if (answer.status !== 202) throw new Error(JSON.stringify(answer.body))
  return Value.Parse(RunId, answer.body).runId
}

export async function readSession(server: Pick<TestServer, 'call'>, session: string): Promise<SessionRead> {
  return Value.Parse(Session, (await server.call('GET', `/api/ai/sessions/${session}`)).body)
}

/** Polls the session until its runs have ended. */
export async function settled(
  server: Pick<TestServer, 'call'>,
  session: string,
  timeoutMs = 25_000,
): Promise<SessionRead> {
  const until = Date.now() + timeoutMs
  for (;;) {
    const read = await readSession(server, session)
    if (read.activeRunId === undefined) return read
    if (Date.now() > until) throw new Error(`The run has not ended: ${JSON.stringify(read.runs)}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** A stand-in for a provider's HTTP server, which answers its list of models and, to a prompt, whatever is wanted. */
export async function fakeProvider(answer: (response: ServerResponse, body: string) => void) {
  const bodies: string[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      if (request.method === 'GET') {
        response.setHeader('content-type', 'application/json')
        response.end(
          JSON.stringify({
            data: [
              { id: 'small', display_name: 'Small' },
              { id: 'claude-opus-4-8', display_name: 'Large' },
            ],
          }),
        )
        return
      }
      const body = Buffer.concat(parts).toString()
      bodies.push(body)
      answer(response, body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    bodies,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

type WireEvent = [string, object]

function anthropic(response: ServerResponse, block: WireEvent[], stopReason: string): void {
  const events: WireEvent[] = [
    ['message_start', { message: { id: 'm', usage: { input_tokens: 10, output_tokens: 1 } } }],
    ...block,
    ['content_block_stop', { index: 0 }],
    ['message_delta', { delta: { stop_reason: stopReason }, usage: { output_tokens: 5 } }],
    ['message_stop', {}],
  ]
  response.setHeader('content-type', 'text/event-stream')
  for (const [type, data] of events) response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`)
  response.end()
}

/** A short answer as Anthropic streams it. */
export function anthropicText(response: ServerResponse, text: string): void {
  const block: WireEvent[] = [
    ['content_block_start', { index: 0, content_block: { type: 'text', text: '' } }],
    ['content_block_delta', { index: 0, delta: { type: 'text_delta', text } }],
  ]
  anthropic(response, block, 'end_turn')
}

/** One tool call as Anthropic streams it. */
export function anthropicCall(response: ServerResponse, name: string, input: object): void {
  const delta = { type: 'input_json_delta', partial_json: JSON.stringify(input) }
  const block: WireEvent[] = [
    ['content_block_start', { index: 0, content_block: { type: 'tool_use', id: 'toolu_1', name, input: {} } }],
    ['content_block_delta', { index: 0, delta }],
  ]
  anthropic(response, block, 'tool_use')
}
