import type { ServerResponse } from 'node:http'
import { ApprovalRecord, MessageRecord, RunRecord } from '@atelier/agent'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { fakeProvider, firstProject } from './ai.ts'
import { startTestServer, type TestServer } from './server.ts'

export type Call = [name: string, input: object]
/** Words, calls, a call whose arguments end in the middle because the answer was too long, or an HTTP error. */
export type Answer = string | Call[] | { cut: [name: string, json: string] } | { status: number }
/** The model's next action: speak, or call, also after what it has just read. */
export type Move = Answer | ((read: string) => Answer)

const PageMade = Type.Object({ data: Type.Object({ pageId: Type.String() }) })
const Session = Type.Object({
  messages: Type.Array(MessageRecord),
  runs: Type.Array(RunRecord),
  approvals: Type.Array(ApprovalRecord),
})

/** A model that makes its moves in order, and says “Done.” after the last. */
export async function scriptedModel(moves: Move[]) {
  const left = [...moves]
  let id = 0
  const provider = await fakeProvider((response, body) => {
    const move = left.shift() ?? 'Done.'
    answer(response, typeof move === 'function' ? move(body) : move, () => ++id)
  })
  return { ...provider, add: (...more: Move[]) => void left.push(...more) }
}

/** Sends an answer of Anthropic's wire. */
export function answer(response: ServerResponse, move: Answer, nextId: () => number, outputTokens = 5) {
  if (typeof move === 'object' && 'status' in move) {
    response.statusCode = move.status
    response.end(JSON.stringify({ type: 'error', error: { type: 'api_error', message: 'Out of order.' } }))
    return
  }
  const isCut = typeof move === 'object' && 'cut' in move
  const calls = isCut
    ? [move.cut]
    : typeof move === 'string'
      ? []
      : move.map(([name, input]) => [name, JSON.stringify(input)] as const)
  const blocks =
    typeof move === 'string'
      ? [{ start: { type: 'text', text: '' }, delta: { type: 'text_delta', text: move } }]
      : calls.map(([name, json]) => ({
          start: { type: 'tool_use', id: `toolu_${nextId()}`, name, input: {} },
          delta: { type: 'input_json_delta', partial_json: json },
        }))
  response.setHeader('content-type', 'text/event-stream')
  const send = (type: string, data: object) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`)
  send('message_start', { message: { id: 'm', usage: { input_tokens: 10, output_tokens: 1 } } })
  for (const [index, { start, delta }] of blocks.entries()) {
    send('content_block_start', { index, content_block: start })
    send('content_block_delta', { index, delta })
    send('content_block_stop', { index })
  }
  const reason = isCut ? 'max_tokens' : typeof move === 'string' ? 'end_turn' : 'tool_use'
  send('message_delta', { delta: { stop_reason: reason }, usage: { output_tokens: outputTokens } })
  send('message_stop', {})
  response.end()
}

export async function useModel(server: Pick<TestServer, 'call'>, url: string): Promise<void> {
  const made = await server.call('POST', '/api/ai/credentials', {
    provider: 'anthropic',
    label: 'Scripted',
    apiKey: 'sk-ant-scripted-0000',
    baseUrl: url,
  })
  if (made.status !== 201) throw new Error(JSON.stringify(made.body))
}

/** A whole server whose agent is a scripted model. */
export async function serverWithModel(env: Record<string, string> = {}) {
  const model = await scriptedModel([])
  const server = await startTestServer(env)
  await useModel(server, model.url)
  const close = async () => {
    await server.close()
    await model.close()
  }
  return { server, model, close }
}

export async function addPage(server: Pick<TestServer, 'call'>, title: string): Promise<string> {
  const { id } = await firstProject(server)
  const made = await server.call('POST', `/api/projects/${id}/operations/site.addPage`, { input: { title } })
  return Value.Parse(PageMade, made.body).data.pageId
}

export async function operate(server: Pick<TestServer, 'call'>, id: string, input: object, more: object = {}) {
  const project = await firstProject(server)
  const path = `/api/projects/${project.id}/operations/${id}`
  return await server.call('POST', path, { input, ...more })
}

export async function titles(server: Pick<TestServer, 'call'>): Promise<string[]> {
  const { id } = await firstProject(server)
  const Pages = Type.Object({ pages: Type.Array(Type.Object({ title: Type.String() })) })
  const answer = await server.call('GET', `/api/projects/${id}/pages`)
  return Value.Parse(Pages, answer.body).pages.map(({ title }) => title)
}

export async function session(server: Pick<TestServer, 'call'>, id: string) {
  return Value.Parse(Session, (await server.call('GET', `/api/ai/sessions/${id}`)).body)
}

/** Waits until as many questions of the conversation are open, and returns them. */
export async function questions(server: Pick<TestServer, 'call'>, id: string, count = 1): Promise<ApprovalRecord[]> {
  return await until(async () => {
    const { approvals, runs } = await session(server, id)
    const open = approvals.filter(({ status }) => status === 'requested')
    return open.length === count && runs.at(-1)?.status === 'waiting' ? open : undefined
  })
}

/** Waits until the conversation's last run has ended. */
export async function ended(server: Pick<TestServer, 'call'>, id: string) {
  return await until(async () => {
    const read = await session(server, id)
    // A message that joined a run has ended by that, while the run goes on.
    const isAtWork = read.runs.some(({ status }) => status === 'queued' || status === 'running')
    return isAtWork || read.runs.at(-1)?.endedAt === undefined ? undefined : read
  })
}

export async function until<Value>(value: () => Promise<Value | undefined>): Promise<Value> {
  const deadline = Date.now() + 20_000
  for (;;) {
    const found = await value()
    if (found !== undefined) return found
    if (Date.now() > deadline) throw new Error('Waited in vain')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

export async function decide(server: Pick<TestServer, 'call'>, sessionId: string, toolCallId: string, body: object) {
  return await server.call('POST', `/api/ai/sessions/${sessionId}/approvals/${toolCallId}`, body)
}
