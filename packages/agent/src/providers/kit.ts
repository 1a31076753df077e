import type { Credential, ModelRequest, ProviderEvent, StopReason, WireProvider } from '../provider.ts'
import { createFetchProvider } from '../wire/fetchProvider.ts'

/** A recorded answer of one provider, and what it means. */
export interface WireCase {
  name: string
  body: string
  text?: string
  reasoning?: string
  /** Signatures and encrypted reasoning, in order. */
  marks?: string[]
  calls?: { name: string; json: string; providerId: string }[]
  stop?: StopReason
  /** The code of the error that ends it, instead of a stop. */
  error?: string
  usage?: Record<string, number>
}

/** What the events of an answer say, joined: equal for every way in which its bytes were cut. */
export interface Heard {
  text: string
  reasoning: string
  marks: string[]
  calls: { name: string; json: string; providerId: string }[]
  stop?: StopReason
  error?: string
  usage: Record<string, number>
  /** Events after the last one, which no provider may give. */
  late: number
}

/** Sends the body through the provider in packets of the given length and joins what it says. */
export async function hear(
  wire: WireProvider,
  body: string,
  packet: number,
  request: ModelRequest,
  credential: Credential,
): Promise<Heard> {
  const bytes = new TextEncoder().encode(body)
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += packet) controller.enqueue(bytes.slice(at, at + packet))
      controller.close()
    },
  })
  const answer = async () => new Response(stream, { headers: { 'content-type': 'text/event-stream' } })
  const provider = createFetchProvider(wire, credential, { fetch: answer, now: () => 0 })
  const heard: Heard = { text: '', reasoning: '', marks: [], calls: [], usage: {}, late: 0 }
  const calls = new Map<number, { name: string; json: string; providerId: string }>()
  for await (const events of provider.stream(request, new AbortController().signal)) {
    for (const event of events) take(heard, calls, event)
  }
  heard.calls = [...calls.values()]
  return heard
}

function take(heard: Heard, calls: Map<number, Heard['calls'][number]>, event: ProviderEvent) {
  if (heard.stop !== undefined || heard.error !== undefined) heard.late += 1
  switch (event.type) {
    case 'text':
      heard.text += event.delta
      break
    case 'reasoning':
      heard.reasoning += event.delta
      break
    case 'reasoningMark':
      heard.marks.push(event.signature ?? event.encrypted ?? event.itemId ?? '')
      break
    case 'toolCall':
      calls.set(event.index, { name: event.name, json: '', providerId: event.providerId })
      break
    case 'toolArguments': {
      const call = calls.get(event.index)
      if (call) call.json += event.delta
      break
    }
    case 'usage':
      Object.assign(heard.usage, event.usage)
      break
    case 'stop':
      heard.stop = event.reason
      break
    case 'error':
      heard.error = event.error.code
      break
  }
}

export const packetLengths = [1, 2, 7, 64, 4096, 1_000_000]

/** Every way in which a provider's own answer differs from what the case says, one line each; empty where it conforms. */
export async function wireProblems(
  wire: WireProvider,
  recorded: WireCase,
  request: ModelRequest,
  credential: Credential,
): Promise<string[]> {
  const problems: string[] = []
  const wanted = {
    text: recorded.text ?? '',
    reasoning: recorded.reasoning ?? '',
    marks: recorded.marks ?? [],
    calls: recorded.calls ?? [],
    stop: recorded.stop,
    error: recorded.error,
    late: 0,
  }
  for (const packet of packetLengths) {
    const { usage, ...heard } = await hear(wire, recorded.body, packet, request, credential)
    const marks = heard.marks.filter((mark) => mark !== '')
    if (JSON.stringify(sorted({ ...heard, marks })) !== JSON.stringify(sorted(wanted))) {
      problems.push(
        `${recorded.name}, packets of ${packet}: heard ${JSON.stringify(heard)}, wanted ${JSON.stringify(wanted)}`,
      )
    }
    for (const [bucket, figure] of Object.entries(recorded.usage ?? {})) {
      if (usage[bucket] !== figure) problems.push(`${recorded.name}: ${bucket} is ${usage[bucket]}, wanted ${figure}`)
    }
  }
  const cut = await hear(
    wire,
    recorded.body.slice(0, recorded.body.lastIndexOf('data:')).slice(0, -40),
    64,
    request,
    credential,
  )
  if (recorded.stop !== undefined && cut.error === undefined && cut.stop === undefined)
    problems.push(`${recorded.name}: a cut stream ends without a last event`)
  return problems
}

function sorted(value: object): object {
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}
