import type { Adaptation } from '../contract/adaptation.ts'
import type { ChunkRecord, ContentBlock } from '../contract/message.ts'
import type { ProviderError, ProviderEvent, StopReason } from '../contract/provider.ts'
import { chunkInserted } from '../contract/records.ts'
import type { Usage } from '../contract/run.ts'
import type { SessionRecord } from '../contract/sessionRecord.ts'
import { parseToolArguments } from '../wire/toolArguments.ts'

export interface AnswerOptions {
  messageId: string
  attempt: number
  /** The name of the answer's form: a call of this name is the answer itself, and becomes its text. */
  form?: string | undefined
  newId(): string
  now(): number
}

export interface FinishedAnswer {
  blocks: ContentBlock[]
  /** Why the arguments of a call could not be read, by the call's id. */
  malformed: Map<string, string>
  /** The arguments of each call as they came, by the call's id. */
  sent: Map<string, string>
}

/** Folds the events of one attempt at an answer: what a packet added becomes records at once. */
export interface Answer {
  /** One `chunk` record per block that this packet added to. */
  push(events: readonly ProviderEvent[]): SessionRecord[]
  /** Has anything been shown that a silent retry would contradict? */
  visible(): boolean
  usage(): Partial<Usage>
  /** The price that the provider reports, in dollars. */
  costUsd(): number | undefined
  /** Characters of text, reasoning and arguments so far. */
  size(): number
  /** How many calls it asks for so far. */
  calls(): number
  stop(): { reason: StopReason; detail?: string } | undefined
  error(): ProviderError | undefined
  /** How the request had to be changed, for the record of the answer. */
  adaptation(): { adaptation?: Adaptation }
  finish(): FinishedAnswer
}

type Slot =
  | Extract<ContentBlock, { kind: 'text' }>
  | Extract<ContentBlock, { kind: 'reasoning' }>
  | { kind: 'arguments'; text: string; toolCallId: string; toolName: string; providerId: string; signature?: string }

export function createAnswer(options: AnswerOptions): Answer {
  const slots = new Map<string, Slot>()
  let usage: Partial<Usage> = {}
  let costUsd: number | undefined
  let stop: { reason: StopReason; detail?: string } | undefined
  let error: ProviderError | undefined
  let adaptation: Adaptation | undefined
  let seq = 0
  let size = 0

  function slot<Kind extends Slot['kind']>(key: string, kind: Kind, make: () => Extract<Slot, { kind: Kind }>): Slot {
    const known = slots.get(key)
    if (known && known.kind === kind) return known
    const made = make()
    slots.set(key, made)
    return made
  }

  function take(event: ProviderEvent, deltas: Map<Slot, string>) {
    const add = (at: Slot, delta: string) => {
      at.text += delta
      size += delta.length
      deltas.set(at, (deltas.get(at) ?? '') + delta)
    }
    switch (event.type) {
      case 'text':
        add(
          slot(`text ${event.index}`, 'text', () => ({ kind: 'text', text: '' })),
          event.delta,
        )
        break
      case 'textMark': {
        const at = slot(`text ${event.index}`, 'text', () => ({ kind: 'text', text: '' }))
        if (at.kind !== 'text') break
        if (event.phase !== undefined) at.phase = event.phase
        if (event.signature !== undefined) at.signature = event.signature
        if (event.itemId !== undefined) at.itemId = event.itemId
        break
      }
      case 'reasoning':
        add(
          slot(`reasoning ${event.index}`, 'reasoning', () => ({ kind: 'reasoning', text: '' })),
          event.delta,
        )
        break
      case 'reasoningMark': {
        const at = slot(`reasoning ${event.index}`, 'reasoning', () => ({ kind: 'reasoning', text: '' }))
        if (at.kind !== 'reasoning') break
        if (event.signature !== undefined) at.signature = (at.signature ?? '') + event.signature
        if (event.encrypted !== undefined) at.encrypted = event.encrypted
        if (event.itemId !== undefined) at.itemId = event.itemId
        if (event.format !== undefined) at.format = event.format
        if (event.raw !== undefined) at.raw = event.raw
        if (event.parts !== undefined) at.parts = event.parts
        break
      }
      case 'toolCall': {
        const { providerId, name } = event
        if (name === options.form) {
          slot(`call ${event.index}`, 'text', () => ({ kind: 'text', text: '' }))
          break
        }
        const make = () => ({
          kind: 'arguments' as const,
          text: '',
          toolCallId: options.newId(),
          toolName: name,
          providerId,
        })
        add(slot(`call ${event.index}`, 'arguments', make), '')
        break
      }
      case 'toolArguments': {
        const at = slots.get(`call ${event.index}`)
        if (at) add(at, event.delta)
        break
      }
      case 'callMark': {
        const at = slots.get(`call ${event.index}`)
        if (at?.kind === 'arguments') at.signature = event.signature
        break
      }
      case 'adapted':
        adaptation = event.to
        break
      case 'usage':
        usage = { ...usage, ...event.usage }
        costUsd = event.costUsd ?? costUsd
        break
      case 'stop':
        stop = event.detail === undefined ? { reason: event.reason } : { reason: event.reason, detail: event.detail }
        break
      case 'error':
        error = event.error
        break
    }
  }

  function chunk(at: Slot, delta: string): SessionRecord {
    const id = `${options.messageId}:${seq}`
    const value: ChunkRecord = {
      id,
      messageId: options.messageId,
      attempt: options.attempt,
      seq,
      kind: at.kind,
      delta,
      ...(at.kind === 'arguments' ? { toolCallId: at.toolCallId, toolName: at.toolName } : {}),
      createdAt: options.now(),
    }
    seq += 1
    return chunkInserted(value)
  }

  return {
    push(events) {
      const deltas = new Map<Slot, string>()
      for (let at = 0; at < events.length; at++) {
        const event = events[at]
        if (!event) break
        if (!('delta' in event)) {
          take(event, deltas)
          continue
        }
        // Additions of one packet to the same text are appended once.
        let { delta } = event
        for (;;) {
          const next = events[at + 1]
          if (next?.type !== event.type || next.index !== event.index) break
          delta += next.delta
          at += 1
        }
        take({ ...event, delta }, deltas)
      }
      return [...deltas].flatMap(([at, delta]) => (delta === '' && at.kind !== 'arguments' ? [] : [chunk(at, delta)]))
    },
    visible: () => seq > 0,
    usage: () => usage,
    costUsd: () => costUsd,
    size: () => size,
    calls: () => [...slots.values()].filter(({ kind }) => kind === 'arguments').length,
    stop: () => stop,
    error: () => error,
    adaptation: () => (adaptation ? { adaptation } : {}),
    finish() {
      const malformed = new Map<string, string>()
      const sent = new Map<string, string>()
      const blocks = [...slots.values()].flatMap((at): ContentBlock[] => {
        if (at.kind === 'text') return saidIn(at)
        if (at.kind === 'reasoning') return at.text === '' && !at.signature && !at.encrypted ? [] : [withoutEmpty(at)]
        const parsed = parseToolArguments(at.text)
        if (!parsed.ok) malformed.set(at.toolCallId, parsed.reason)
        const { toolCallId, toolName, providerId, signature } = at
        sent.set(toolCallId, at.text)
        const input = parsed.ok ? parsed.input : {}
        const own = { ...(providerId === '' ? {} : { providerId }), ...(signature ? { signature } : {}) }
        return [{ kind: 'toolCall', toolCallId, toolName, input, ...own }]
      })
      return { blocks, malformed, sent }
    },
  }
}

/** An empty text has only a position, if it came as an item. */
function saidIn(at: Extract<Slot, { kind: 'text' }>): ContentBlock[] {
  const { itemId, ...said } = at
  if (at.text.trim() !== '') return [said]
  return at.text === '' && itemId === undefined ? [] : [at]
}

function withoutEmpty(at: Extract<Slot, { kind: 'reasoning' }>): ContentBlock {
  const { signature, ...rest } = at
  return signature ? { ...rest, signature } : rest
}
