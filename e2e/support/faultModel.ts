import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createJudge } from '../wire/judge/judge.ts'
import type { ScriptedAnswer } from '../wire/judge/script.ts'

/** The prompts for the model of the fault tests; it answers only from the request, so also a second time. */
export const prompts = {
  first: 'FIRST: add two things',
  steer: 'STEER: and mind the margin',
  follow: 'FOLLOW: tidy up',
}

export interface FaultModel {
  url: string
  /** How often each round was requested, by its position in the conversation. */
  rounds: Map<string, number>
  /** The provider's rules that a request broke. */
  problems: string[]
  /** Lets answers out; until then they are held. */
  release(): void
  close(): Promise<void>
}

/** An Anthropic server that refuses what is illegal, writes two things when asked `first`, and deletes when asked `follow`. */
export async function startFaultModel(parentId: string, pageId: string): Promise<FaultModel> {
  const judge = createJudge('anthropic')
  const rounds = new Map<string, number>()
  const problems: string[] = []
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const script = new Map<string, ScriptedAnswer>([
    ['first', { text: 'Looking.', calls: [{ name: 'read_document', input: {} }] }],
    [
      'first 1',
      {
        text: 'Adding both.',
        calls: ['one', 'two'].map((name) => ({
          name: 'insertHtml',
          input: { parentId, html: `<p class="fault-${name}">${name}</p>` },
        })),
      },
    ],
    ['follow', { text: 'Deleting.', calls: [{ name: 'deletePage', input: { pageId } }] }],
  ])
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    response.setHeader('content-type', 'application/json')
    if (request.method === 'GET') {
      response.end(JSON.stringify({ data: [{ type: 'model', id: 'claude-test', display_name: 'Claude Test' }] }))
      return
    }
    const body: unknown = JSON.parse(Buffer.concat(parts).toString())
    const broken = [...judge.problems({ headers: request.headers, body }), ...judge.bound.problems(body)]
    problems.push(...broken)
    if (broken.length > 0) {
      response.writeHead(400).end(JSON.stringify(judge.refusal(broken.join(' '))))
      return
    }
    const key = placeIn(body)
    rounds.set(key, (rounds.get(key) ?? 0) + 1)
    const answer = script.get(key.replace(' steered', '')) ?? { text: 'That is done.' }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.flushHeaders()
    await released
    judge.bound.asked(body)
    const bytes = Buffer.from(judge.answer({ reasoning: `About ${key}.`, ...answer, piece: 12 }, 'claude-test'))
    for (let at = 0; at < bytes.length && !response.destroyed; at += 200) {
      response.write(bytes.subarray(at, at + 200))
      await new Promise((resolve) => setImmediate(resolve))
    }
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    rounds,
    problems,
    release,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

interface WireBody {
  messages: { role: string; content: string | { type: string; text?: string }[] }[]
}

/** Which prompt is being answered, how many results it has, and whether it was steered. */
function placeIn(body: unknown): string {
  const { messages } = body as WireBody
  let [name, results, steered] = ['', 0, false]
  for (const { role, content } of messages) {
    if (role !== 'user') continue
    for (const block of typeof content === 'string' ? [{ type: 'text', text: content }] : content) {
      if (block.type === 'tool_result') results += 1
      const said = Object.entries(prompts).find(([, prompt]) => block.text === prompt)?.[0]
      if (said === 'steer') steered = true
      else if (said) [name, results, steered] = [said, 0, false]
    }
  }
  return `${name}${results > 0 ? ` ${results}` : ''}${steered ? ' steered' : ''}`
}
