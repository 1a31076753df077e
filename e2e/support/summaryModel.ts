import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createJudge } from '../wire/judge/judge.ts'
import type { ScriptedAnswer } from '../wire/judge/script.ts'

/** A prompt so long that what comes after it no longer fits the window of `summaryModelId`. */
export const longPrompt = `BEGIN. ${'The bakery opens at seven and closes at noon. '.repeat(2000)}`
export const shortPrompt = 'NOW: add the one line'
export const summaryModelId = 'claude-narrow'
/** Models by how many tokens they take. The least one reads a long conversation only in steps. */
export const [wideModelId, leastModelId] = ['claude-wide', 'claude-least']
const windows = { [summaryModelId]: 40_000, [wideModelId]: 400_000, [leastModelId]: 24_000 }

/** The subject of a request: the answer to the long prompt, its summary, or a round of the run after it. */
export type Asked = 'long' | 'summary' | 'call' | 'end'

export interface SummaryModel {
  url: string
  /** How often each thing was requested. */
  asked: Map<Asked, number>
  /** The bodies of all requests, in order. */
  requests: { kind: Asked; text: string }[]
  /** The provider's rules that a request broke. */
  problems: string[]
  /**
   * Has an answer of this kind stop half-way, for good; resolves once that half is out.
   * @param skip how many answers of this kind come before it, whole
   * @param share how much of the answer comes, from 0 to 1
   */
  halt(kind: Asked, skip?: number, share?: number): Promise<void>
  close(): Promise<void>
}

/** An Anthropic server that refuses what is illegal, and whose model has so small a window that it is summarised for. */
export async function startSummaryModel(parentId: string): Promise<SummaryModel> {
  const judge = createJudge('anthropic')
  const asked = new Map<Asked, number>()
  const problems: string[] = []
  const requests: SummaryModel['requests'] = []
  const halts = new Map<Asked, { skip: number; share: number; halted: () => void }>()
  const html = '<p class="after-summary">One line</p>'
  const answers: Record<Asked, ScriptedAnswer> = {
    long: { text: 'I have read about the bakery.' },
    summary: { text: 'The user described a bakery that opens at seven. Nothing was built yet.' },
    call: { text: 'Adding it.', calls: [{ name: 'insertHtml', input: { parentId, html } }] },
    end: { text: 'The line is there, and nothing else has changed.' },
  }
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    response.setHeader('content-type', 'application/json')
    if (request.method === 'GET') {
      const data = Object.entries(windows).map(([id, max_input_tokens]) => ({ type: 'model', id, max_input_tokens }))
      response.end(JSON.stringify({ data }))
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
    requests.push({ kind, text })
    const bytes = Buffer.from(judge.answer({ ...answers[kind], piece: 6 }, summaryModelId))
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const halt = halts.get(kind)
    if (!halt || halt.skip > 0) {
      if (halt) halt.skip -= 1
      response.end(bytes)
      return
    }
    halts.delete(kind)
    const part = bytes.subarray(0, bytes.length * halt.share)
    if (part.length > 0) await sent(response, part)
    halt.halted()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    requests,
    problems,
    halt: (kind, skip = 0, share = 0.5) =>
      new Promise((resolve) => halts.set(kind, { skip, share, halted: () => resolve() })),
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
