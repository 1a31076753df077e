import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createJudge } from '../wire/judge/judge.ts'
import type { ScriptedAnswer } from '../wire/judge/script.ts'

/** A prompt so long that what comes after it no longer fits the window of `summaryModelId`. */
export const longPrompt = `BEGIN. ${'The bakery opens at seven and closes at noon. '.repeat(2000)}`
export const shortPrompt = 'NOW: add the one line'
export const summaryModelId = 'claude-narrow'

/** What a request asks for: the answer to the long prompt, its summary, or a round of the run after it. */
export type Asked = 'long' | 'summary' | 'call' | 'end'

export interface SummaryModel {
  url: string
  /** How often each thing was asked for. */
  asked: Map<Asked, number>
  /** What a request broke of the provider's rules. */
  problems: string[]
  /** Has the next answer of this kind stop half-way, for good; resolves once that half is out. */
  halt(kind: Asked): Promise<void>
  close(): Promise<void>
}

/** An Anthropic server that refuses what is illegal, and whose model has so small a window that it is summarised for. */
export async function startSummaryModel(parentId: string): Promise<SummaryModel> {
  const judge = createJudge('anthropic')
  const asked = new Map<Asked, number>()
  const problems: string[] = []
  const halts = new Map<Asked, () => void>()
  const html = '<p class="after-summary">One line</p>'
  const answers: Record<Asked, ScriptedAnswer> = {
    long: { text: 'I have read about the bakery.' },
    summary: { text: 'They told of a bakery that opens at seven. Nothing was built yet.' },
    call: { text: 'Adding it.', calls: [{ name: 'insertHtml', input: { parentId, html } }] },
    end: { text: 'The line is there, and nothing else has changed.' },
  }
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    response.setHeader('content-type', 'application/json')
    if (request.method === 'GET') {
      response.end(JSON.stringify({ data: [{ type: 'model', id: summaryModelId, max_input_tokens: 40_000 }] }))
      return
    }
    const text = Buffer.concat(parts).toString()
    const body: unknown = JSON.parse(text)
    const broken = judge.problems({ headers: request.headers, body })
    problems.push(...broken)
    if (broken.length > 0) {
      response.writeHead(400).end(JSON.stringify(judge.refusal(broken.join(' '))))
      return
    }
    const kind = kindOf(text)
    asked.set(kind, (asked.get(kind) ?? 0) + 1)
    const bytes = Buffer.from(judge.answer({ ...answers[kind], piece: 6 }, summaryModelId))
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const halted = halts.get(kind)
    if (!halted) {
      response.end(bytes)
      return
    }
    halts.delete(kind)
    await sent(response, bytes.subarray(0, bytes.length / 2))
    halted()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    problems,
    halt: (kind) => new Promise((resolve) => halts.set(kind, resolve)),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function sent(response: ServerResponse, bytes: Buffer): Promise<unknown> {
  return new Promise((resolve) => response.write(bytes, resolve))
}

function kindOf(body: string): Asked {
  if (body.includes('You keep the memory of an agent')) return 'summary'
  if (!body.includes(shortPrompt)) return 'long'
  return body.includes('"tool_result"') ? 'end' : 'call'
}
