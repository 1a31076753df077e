import type {
  Credential,
  ModelRequest,
  Provider,
  ProviderEvent,
  StopReason,
  WireProvider,
} from '../src/contract/provider.ts'
import { createFetchProvider } from '../src/wire/fetchProvider.ts'

/** The features that the recordings of every wire must have. */
export const wireFeatures = [
  'text',
  'reasoning',
  'parallelCalls',
  'noArgumentCall',
  'maxTokens',
  'declined',
  'errorAtOnce',
  'errorMidStream',
] as const
export type WireFeature = (typeof wireFeatures)[number]

/** A recorded answer of one provider, and what it means. */
export interface WireCase {
  name: string
  /** Which of the features it shows. */
  shows?: WireFeature
  body: string
  text?: string
  reasoning?: string
  /** Signatures, encrypted reasoning and formats, in order. */
  marks?: string[]
  calls?: { name: string; json: string; providerId: string }[]
  stop?: StopReason
  /** The detail of the stop, such as a refusal's reason. */
  detail?: string
  /** The code of the error that ends it, instead of a stop. */
  error?: string
  usage?: Record<string, number>
  costUsd?: number
}

/** The events of an answer, joined: equal for every way in which its bytes were cut. */
export interface Heard {
  text: string
  reasoning: string
  marks: string[]
  calls: { name: string; json: string; providerId: string }[]
  stop?: StopReason
  detail?: string
  error?: string
  /** The error's sentence. */
  message?: string
  usage: Record<string, number>
  costUsd?: number
  /** Rules of the port that were broken, one sentence each. */
  broken: string[]
}

/**
 * Listens to one answer of any provider, and holds it against the port: nothing is thrown, nothing comes after the
 * last event, there is a last event unless it was stopped, arguments follow their call, no count is negative.
 */
export async function listen(
  provider: Provider,
  request: ModelRequest,
  signal: AbortSignal = new AbortController().signal,
): Promise<Heard> {
  const heard: Heard = { text: '', reasoning: '', marks: [], calls: [], usage: {}, broken: [] }
  const calls = new Map<number, Heard['calls'][number]>()
  try {
    for await (const events of provider.stream(request, signal)) {
      for (const event of events) {
        if (heard.stop !== undefined || heard.error !== undefined)
          heard.broken.push(`A ${event.type} came after the last event.`)
        take(heard, calls, event)
      }
    }
  } catch (error) {
    heard.broken.push(`It threw ${String(error)}.`)
  }
  if (heard.stop === undefined && heard.error === undefined && !signal.aborted)
    heard.broken.push('There was no last event.')
  heard.calls = [...calls.values()]
  return heard
}

function take(heard: Heard, calls: Map<number, Heard['calls'][number]>, event: ProviderEvent) {
  switch (event.type) {
    case 'text':
      heard.text += event.delta
      break
    case 'textMark':
      break
    case 'reasoning':
      heard.reasoning += event.delta
      break
    case 'reasoningMark':
      heard.marks.push(
        ...[event.signature ?? '', event.encrypted ?? '', event.format ?? ''].filter((mark) => mark !== ''),
      )
      break
    case 'toolCall':
      if (calls.has(event.index)) heard.broken.push(`The call ${event.index} began twice.`)
      if (event.name === '') heard.broken.push(`The call ${event.index} has no name.`)
      calls.set(event.index, { name: event.name, json: '', providerId: event.providerId })
      break
    case 'toolArguments': {
      const call = calls.get(event.index)
      if (call) call.json += event.delta
      else heard.broken.push(`Arguments came for the call ${event.index}, which had not begun.`)
      break
    }
    case 'usage':
      for (const [bucket, figure] of Object.entries(event.usage))
        if (!(figure >= 0)) heard.broken.push(`${bucket} is ${figure}.`)
      Object.assign(heard.usage, event.usage)
      if (event.costUsd !== undefined) heard.costUsd = event.costUsd
      break
    case 'stop':
      heard.stop = event.reason
      if (event.detail !== undefined) heard.detail = event.detail
      break
    case 'error':
      heard.error = event.error.code
      heard.message = event.error.message
      break
  }
}

/** The ways in which the bytes of one answer arrive, by name. */
export function cuts(body: string): Map<string, Uint8Array[]> {
  const encode = (text: string) => new TextEncoder().encode(text)
  const plain = encode(body)
  const ways = new Map<string, Uint8Array[]>()
  for (const length of [1, 2, 7, 64, 4096]) ways.set(`packets of ${length}`, sliced(plain, length))
  ways.set('one packet', [plain])
  ways.set('a packet per event', parted(body, '\n\n').map(encode))
  ways.set('cut in the middle of every event', sliced(plain, Math.max(1, Math.floor(plain.length / 11))))
  ways.set('cut within every code point', withinCodePoints(plain))
  const returns = body.replaceAll('\r\n', '\n').replaceAll('\n', '\r\n')
  ways.set('CRLF', sliced(encode(returns), 5))
  ways.set('CR and LF apart', parted(returns, '\r').map(encode))
  ways.set('with comments and blank lines', sliced(encode(`:\n\n${body.replaceAll('\n\n', '\n\n: ping\n\n\n')}`), 9))
  ways.set('with a byte order mark', sliced(encode(`\ufeff${body}`), 3))
  return ways
}

function sliced(bytes: Uint8Array, length: number): Uint8Array[] {
  const packets: Uint8Array[] = []
  for (let at = 0; at < bytes.length; at += length) packets.push(bytes.slice(at, at + length))
  return packets
}

function parted(text: string, end: string): string[] {
  return text.split(end).map((part, at, all) => (at < all.length - 1 ? part + end : part))
}

function withinCodePoints(bytes: Uint8Array): Uint8Array[] {
  const packets: Uint8Array[] = []
  let start = 0
  for (let at = 1; at < bytes.length; at++) {
    // A continuation byte: the packet before it ends within a code point.
    if (((bytes[at] ?? 0) & 0xc0) !== 0x80) continue
    packets.push(bytes.slice(start, at))
    start = at
  }
  return [...packets, bytes.slice(start)]
}

/** A provider whose server answers with these packets, and the requests that it was sent. */
export function answering(
  wire: WireProvider,
  credential: Credential,
  packets: readonly Uint8Array[],
  init: ResponseInit = {},
): { provider: Provider; bodies: string[] } {
  const bodies: string[] = []
  const answer: typeof fetch = async (_url, sent) => {
    bodies.push(String(sent?.body))
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const packet of packets) controller.enqueue(packet)
        controller.close()
      },
    })
    return new Response(stream, { headers: { 'content-type': 'text/event-stream' }, ...init })
  }
  return { provider: createFetchProvider(wire, credential, { fetch: answer, now: () => 0 }), bodies }
}

/** Every difference between the events of an answer and what it says, one line each; empty if it conforms. */
export async function answerProblems(
  wire: WireProvider,
  recorded: WireCase,
  request: ModelRequest,
  credential: Credential,
): Promise<string[]> {
  const problems: string[] = []
  const wanted = said({ ...recorded, broken: [] })
  for (const [way, packets] of cuts(recorded.body)) {
    const heard = await listen(answering(wire, credential, packets).provider, request)
    if (said(heard) !== wanted) problems.push(`${way}: heard ${said(heard)}, wanted ${wanted}`)
    for (const [bucket, figure] of Object.entries(recorded.usage ?? {})) {
      const counted = heard.usage[bucket]
      if (counted !== figure) problems.push(`${way}: ${bucket} is ${counted}, wanted ${figure}`)
    }
  }
  return problems
}

function said(heard: Partial<Heard>): string {
  const { text = '', reasoning = '', marks = [], calls = [], stop, detail, error, costUsd, broken } = heard
  return JSON.stringify({ text, reasoning, marks, calls, stop, detail, error, costUsd, broken })
}

/** The end of an answer, on any of the wires. */
const ending = /"finish_reason":"|"message_stop"|"response\.(completed|incomplete)"/

/** An answer that is cut before its end, at and within every event: never a success, and never silence. */
export async function cutProblems(
  wire: WireProvider,
  recorded: WireCase,
  request: ModelRequest,
  credential: Credential,
): Promise<string[]> {
  const problems: string[] = []
  const events = parted(recorded.body, '\n\n').filter((event) => event.trim() !== '')
  const end = events.findIndex((event) => ending.test(event))
  for (let kept = 0; kept < events.length; kept++) {
    const whole = new TextEncoder().encode(events.slice(0, kept).join(''))
    const half = new TextEncoder().encode(events.slice(0, kept).join('') + (events[kept] ?? '').slice(0, 9))
    for (const bytes of [whole, half]) {
      const heard = await listen(answering(wire, credential, [bytes]).provider, request)
      problems.push(...heard.broken.map((rule) => `cut after ${kept} of ${events.length} events: ${rule}`))
      const cut = `cut after ${kept} of ${events.length} events`
      if (heard.error !== 'protocol' && kept <= end) problems.push(`${cut}: ${heard.error ?? heard.stop}`)
      if (heard.error !== undefined && heard.error !== 'protocol') problems.push(`${cut}: ${heard.error}`)
    }
  }
  return problems
}

/** A stopped answer ends at once and throws nothing. */
export async function stopProblems(provider: Provider, request: ModelRequest): Promise<string[]> {
  const controller = new AbortController()
  const before = new AbortController()
  before.abort()
  const problems = (await listen(provider, request, before.signal)).broken
  try {
    let packets = 0
    for await (const _ of provider.stream(request, controller.signal)) {
      packets += 1
      if (packets > 1) problems.push('It goes on after it was stopped.')
      controller.abort()
    }
  } catch (error) {
    problems.push(`It threw ${String(error)} when it was stopped.`)
  }
  return problems
}
