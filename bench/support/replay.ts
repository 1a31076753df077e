import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type AnthropicBlock, anthropicEvents, sse } from '../../packages/agent/testing/recordings.ts'
import { generatedPage } from './generatedPage.ts'

/**
 * Plays Anthropic answers, in a process of its own so that its work counts toward no subject. The model's name says which:
 * `text-N` is N deltas at full speed, `arguments-N` a call with N kB of arguments in small deltas (and a word once it
 * has a result), `page-N-M` a call that writes a page of N kB as the file `page-M.html`, `paced-RATE-N` N deltas at RATE per second, each holding the time it was sent, and
 * `packets-RATE-TOKENS-N` N packets at RATE per second of TOKENS deltas each.
 */
const server = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    const body: { model?: string; messages?: unknown } = JSON.parse(Buffer.concat(parts).toString() || '{}')
    const { model = '', messages } = body
    const answered = JSON.stringify(messages ?? '').includes('"tool_result"')
    response.socket?.setNoDelay(true)
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    void play(response, answered ? 'text-1' : model)
  })
})
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))

const recorded = new Map<string, Buffer>()

async function play(response: ServerResponse, model: string) {
  const [kind, ...numbers] = model.split('-')
  const [first = 1, second = 1, third = 1] = numbers.map(Number)
  if (kind === 'paced') return await paced(response, first, second)
  if (kind === 'packets') return await packets(response, first, second, third)
  const body = recorded.get(model) ?? Buffer.from(record(kind ?? 'text', first, second))
  recorded.set(model, body)
  for (let at = 0; at < body.length && !response.destroyed; at += 65_536) {
    if (!response.write(body.subarray(at, at + 65_536))) await new Promise((resolve) => response.once('drain', resolve))
  }
  response.end()
}

function record(kind: string, amount: number, number: number): string {
  const call = (name: string, input: object): string => {
    const block: AnthropicBlock = { type: 'tool_use', id: 'toolu_1', name, json: JSON.stringify(input) }
    return sse(anthropicEvents([block], 'tool_use', 16))
  }
  if (kind === 'arguments') return call('unknown', { html: 'x'.repeat(amount * 1000) })
  if (kind === 'page') return call('writeFile', { filename: `page-${number}.html`, content: generatedPage(amount) })
  return sse(anthropicEvents([{ type: 'text', text: 'word '.repeat(amount) }], 'end_turn', 5))
}

function delta(text: string): { type: string } {
  const event = { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }
  return event
}

/** The beginning and the end of an answer of one text block. */
function frame(): [string, string] {
  const events = anthropicEvents([{ type: 'text', text: '' }])
  const end = events.findIndex(({ type }) => type === 'content_block_stop')
  return [sse(events.slice(0, end)), sse(events.slice(end))]
}

async function paced(response: ServerResponse, rate: number, count: number) {
  const [start, end] = frame()
  response.write(start)
  const from = performance.now()
  for (let at = 0; at < count && !response.destroyed; at++) {
    await sleep(Math.max(0, from + (at * 1000) / rate - performance.now()))
    response.write(sse([delta(`@${(performance.timeOrigin + performance.now()).toFixed(3)} `)]))
  }
  response.end(end)
}

async function packets(response: ServerResponse, rate: number, tokens: number, count: number) {
  const [start, end] = frame()
  const packet = sse(Array.from({ length: tokens }, () => delta('word ')))
  response.write(start)
  // Everybody has a phase of their own, as people who ask at different moments do.
  await sleep((Math.random() * 1000) / rate)
  const from = performance.now()
  for (let at = 0; at < count && !response.destroyed; at++) {
    await sleep(Math.max(0, from + (at * 1000) / rate - performance.now()))
    response.write(packet)
  }
  response.end(end)
}
