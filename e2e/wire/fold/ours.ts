import { createFetchProvider, type ModelRequest, type ProviderEvent, type WireProvider } from '@atelier/agent'
import { createAnswer } from '../../../packages/agent/src/loop/answer.ts'
import { type Heard, inPackets } from './heard.ts'

const request: ModelRequest = {
  model: 'judged',
  system: '',
  turns: [{ role: 'user', blocks: [{ kind: 'text', text: 'Go' }] }],
  tools: [],
  maxOutputTokens: 100,
  results: [],
  image: () => undefined,
  vision: false,
  cacheKey: 'session',
}

export type OurFold = { ok: true; heard: Heard } | { ok: false; code: string }

/** Folds the bytes as the loop does: provider, then answer. */
export async function ourFold(wire: WireProvider, bytes: Uint8Array, ends: readonly number[]): Promise<OurFold> {
  const provider = createFetchProvider(
    wire,
    { provider: wire.id, apiKey: 'sk-test', baseUrl: 'http://127.0.0.1:9/v1' },
    { fetch: async () => inPackets(bytes, ends), now: () => 0 },
  )
  let counter = 0
  const answer = createAnswer({
    messageId: 'm',
    attempt: 1,
    newId: () => `id-${++counter}`,
    now: () => 0,
  })
  const deltas: string[] = []
  for await (const events of provider.stream(request, new AbortController().signal)) {
    for (const record of answer.push(events)) {
      if (record.type === 'chunk' && record.value.kind === 'text') deltas.push(record.value.delta)
    }
    refuseLate(events)
  }
  const error = answer.error()
  if (error) return { ok: false, code: error.code }
  const { blocks } = answer.finish()
  const usage = answer.usage()
  const text = blocks.flatMap((block) => (block.kind === 'text' ? [block.text] : [])).join('')
  if (deltas.join('') !== text) throw new Error('The chunks that readers see do not add up to the text')
  return {
    ok: true,
    heard: {
      text,
      reasoning: blocks.flatMap((block) => (block.kind === 'reasoning' ? [block.text] : [])).join(''),
      seals: blocks.flatMap((block) =>
        block.kind === 'reasoning' ? [block.signature, block.encrypted].filter((seal) => seal !== undefined) : [],
      ),
      calls: blocks.flatMap((block) =>
        block.kind === 'toolCall' ? [{ id: block.providerId ?? '', name: block.toolName, input: block.input }] : [],
      ),
      stop: answer.stop()?.reason ?? '',
      usage: {
        input: usage.input ?? 0,
        cacheRead: usage.cacheRead ?? 0,
        cacheWrite: (usage.cacheWrite5m ?? 0) + (usage.cacheWrite1h ?? 0),
        output: usage.output ?? 0,
        reasoning: usage.reasoning ?? 0,
      },
    },
  }
}

function refuseLate(events: readonly ProviderEvent[]) {
  const last = events.findIndex(({ type }) => type === 'stop' || type === 'error')
  if (last >= 0 && last !== events.length - 1) throw new Error('An event came after the last one')
}
