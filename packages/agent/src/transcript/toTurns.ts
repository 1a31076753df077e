import { isRecord } from '@atelier/operation'
import type { ContentBlock, MessageRecord } from '../contract/message.ts'
import type { ProviderId, Turn } from '../contract/provider.ts'
import { takesSignaturesOf } from '../providers/families.ts'
import { confirmationText } from './approval.ts'
import { digest } from './digest.ts'
import { type Fidelity, recordedCuts, removedText } from './elide.ts'
import { interruptedResult, type ToolCallBlock } from './heal.ts'
import { activeHistory } from './history.ts'
import { withoutFiles } from './shortArguments.ts'

export interface TurnOptions {
  /** Who will read the turns: signatures and provider ids go only to the one who made them. */
  provider: ProviderId
  model: string
  /** The model paused: its last turn stays last, so that it can continue it. */
  open?: boolean
  /** Longest text of one result, in characters. */
  maxResultLength?: number
}

/** An answer among the turns: everything before its first block was its request. */
export interface SentAnswer {
  message: MessageRecord
  turn: number
  block: number
  /** Whether it contains reasoning that the provider has sealed. */
  sealed: boolean
}

export interface Transcript {
  turns: Turn[]
  answers: SentAnswer[]
}

export const continueText = 'Go on.'

/**
 * The history as legal turns for any provider, from whatever a crash, an abort or a switch left behind: turns
 * alternate and begin and end with the user; every call has exactly one result, in the next turn, before its text; no
 * empty text, no lone surrogates, ids that every wire takes. Further records only append to the existing turns:
 * earlier ones change only through a record that says so (a summary, results cut down, reasoning dropped).
 */
export function toTurns(history: readonly MessageRecord[], options: TurnOptions): Turn[] {
  return transcriptOf(history, options).turns
}

/** The turns, and the position of each answer in them. */
export function transcriptOf(history: readonly MessageRecord[], options: TurnOptions): Transcript {
  const messages = activeHistory(history)
  const results = resultsById(messages)
  const cuts = recordedCuts(history)
  const dropped = answersWithoutReasoning(messages)
  const ids = createWireIds()
  const turns: Turn[] = []
  const answers: SentAnswer[] = []
  for (const message of messages) {
    // Queued messages have not been delivered yet.
    if (message.supersededBy !== undefined || message.status === 'pending') continue
    if (message.role === 'user' || message.compacts !== undefined) addBlocks(turns, 'user', userBlocks(message))
    else if (message.role === 'system') addOurs(turns, userBlocks(message))
    if (message.role !== 'assistant') continue
    const blocks = assistantBlocks(message, originOf(message, options, dropped.has(message.id)), ids)
    if (blocks.length === 0) continue
    if (turns.length === 0) turns.push(said('(What came before is no longer known.)'))
    const last = turns.at(-1)
    // The model continues its own turn, which is sent again as it was.
    if (last?.role === 'assistant') trimEnd(last)
    const goesOn = last?.role === 'assistant' ? last : undefined
    answers.push({
      message,
      turn: goesOn ? turns.length - 1 : turns.length,
      block: goesOn?.blocks.length ?? 0,
      sealed: blocks.some((block) => block.kind === 'reasoning' && isSealed(block)),
    })
    addBlocks(
      turns,
      'assistant',
      blocks.map((block) => (block.kind === 'toolCall' ? withId(block, ids.wire(block.toolCallId)) : block)),
    )
    const given = blocks.flatMap((block): ContentBlock[] => {
      if (block.kind !== 'toolCall') return []
      const fidelity = cuts.get(block.toolCallId) ?? 'whole'
      const result = results.get(block.toolCallId)
      const id = ids.wire(block.toolCallId)
      const make = () => resultBlock(block, result, fidelity, id, options)
      return [result ? once(result, JSON.stringify([fidelity, id, options.maxResultLength]), make) : make()]
    })
    addBlocks(turns, 'user', given)
  }
  const last = turns.at(-1)
  if (last?.role === 'assistant') {
    if (options.open) trimEnd(last)
    else turns.push(said(continueText))
  }
  return { turns, answers }
}

function said(text: string): Turn {
  return { role: 'user', blocks: [{ kind: 'text', text }] }
}

function addBlocks(turns: Turn[], role: Turn['role'], blocks: ContentBlock[]) {
  if (blocks.length === 0) return
  const last = turns.at(-1)
  if (last?.role === role) last.blocks.push(...blocks)
  else turns.push({ role, blocks: [...blocks] })
}

/**
 * System messages come after a user's message, and behind results inside the last of them: some wires take a message there
 * for a new question, and no longer look at the reasoning that led to the calls.
 */
function addOurs(turns: Turn[], blocks: ContentBlock[]) {
  const last = turns.at(-1)
  const before = last?.blocks.at(-1)
  if (!last || before?.kind !== 'toolResult') return addBlocks(turns, 'user', blocks)
  const texts = blocks.flatMap((block) => (block.kind === 'text' ? [block.text] : []))
  if (texts.length === 0) return
  const appended = [...(before.appended ?? []), ...texts]
  last.blocks[last.blocks.length - 1] = once(before, JSON.stringify(appended), () => ({ ...before, appended }))
}

/** A turn that the model continues may not end in white space. */
function trimEnd(turn: Turn) {
  const last = turn.blocks.at(-1)
  if (last?.kind !== 'text' || last.text === last.text.trimEnd()) return
  turn.blocks[turn.blocks.length - 1] = once(last, 'trimmed', () => ({ ...last, text: last.text.trimEnd() }))
}

/** The ids of the answers whose reasoning stays out, as the records say. */
function answersWithoutReasoning(messages: readonly MessageRecord[]): Set<string> {
  const ids = new Set<string>()
  for (const [at, { reasoningDropped }] of messages.entries()) {
    if (!reasoningDropped) continue
    // If the answer that it starts from was summarised since, it applies to all that is left.
    const first = messages.findIndex(({ id }) => id === reasoningDropped.from)
    for (const { id, role } of messages.slice(Math.max(0, first), at)) if (role === 'assistant') ids.add(id)
  }
  return ids
}

function userBlocks(message: MessageRecord): ContentBlock[] {
  return blocksOf(message).flatMap((block): ContentBlock[] => {
    if (block.kind === 'image') return [block]
    return block.kind === 'text' ? textBlock(block) : []
  })
}

function blocksOf(message: MessageRecord): readonly ContentBlock[] {
  return message.blocks ?? [once(message, 'text', () => ({ kind: 'text', text: message.content ?? '' }))]
}

function textBlock(block: TextBlock, { own, signed }: Pick<Origin, 'own' | 'signed'> = unmarked): ContentBlock[] {
  if (block.text.trim() === '') return []
  const { text, phase, signature } = block
  if (text.isWellFormed() && (own || phase === undefined) && (signed || signature === undefined)) return [block]
  return [
    once(block, `text ${own} ${signed}`, () => ({
      kind: 'text',
      text: text.toWellFormed(),
      ...(own && phase !== undefined ? { phase } : {}),
      ...(signed && signature !== undefined ? { signature } : {}),
    })),
  ]
}

type TextBlock = Extract<ContentBlock, { kind: 'text' }>

const made = new WeakMap<object, { key: string; block: ContentBlock }>()

/**
 * Makes of a part of the history the same object from request to request, so that what looks through blocks does so
 * once. Only what was made last is kept.
 * @param key all that it depends on beside its source
 */
function once(source: object, key: string, make: () => ContentBlock): ContentBlock {
  const known = made.get(source)
  if (known?.key === key) return known.block
  const block = make()
  made.set(source, { key, block })
  return block
}

/** Which of the marks of an answer's maker its reader may have. */
interface Origin {
  /** Ids and names. */
  own: boolean
  /** Reasoning. */
  thoughts: boolean
  /** Signatures of calls and texts, with the ids of those calls: models of one family share them. */
  signed: boolean
}

const unmarked: Origin = { own: false, thoughts: false, signed: false }

/** An answer that did not end has no signature yet. */
function originOf(message: MessageRecord, { provider, model }: TurnOptions, isDropped: boolean): Origin {
  if (message.provider !== provider) return unmarked
  const own = message.model === model
  const sealed = message.status === 'complete' && !isDropped
  return { own, thoughts: own && sealed, signed: sealed && takesSignaturesOf(message.model ?? '', model) }
}

/**
 * An answer that did not end keeps only its text: its calls never ran and its reasoning has no signature yet. Sealed
 * reasoning is left out with the item that it led to (a call that was there before, a blank text that is not known to be
 * an item): without its item it would precede another one, which it was not sealed with.
 */
function assistantBlocks(message: MessageRecord, origin: Origin, ids: WireIds): ContentBlock[] {
  const kept: ContentBlock[] = []
  let thoughts: ReasoningBlock[] = []
  for (const block of blocksOf(message)) {
    if (block.kind === 'reasoning') {
      if (origin.thoughts && isSendable(block)) thoughts.push(block)
      continue
    }
    const items = isEmptyItem(block) && thoughts.some(isSealed) ? [block] : itemOf(block, message, origin, ids)
    if (items.length === 0) thoughts = thoughts.filter((thought) => !isSealed(thought))
    else kept.push(...thoughts.splice(0), ...items)
  }
  return kept
}

function itemOf(block: ContentBlock, message: MessageRecord, origin: Origin, ids: WireIds): ContentBlock[] {
  const { own, signed } = origin
  const complete = message.status === 'complete'
  if (block.kind === 'text') return textBlock(block, { own: own && complete, signed })
  if (
    !complete ||
    block.kind !== 'toolCall' ||
    !ids.take(block.toolCallId, own || signed ? block.providerId : undefined)
  )
    return []
  return [once(block, `call ${signed}`, () => legalCall(block, signed))]
}

/** A message that came without a text: where it stood matters to the reasoning before it. */
function isEmptyItem(block: ContentBlock): boolean {
  return block.kind === 'text' && block.itemId !== undefined && block.text.trim() === ''
}

type ReasoningBlock = Extract<ContentBlock, { kind: 'reasoning' }>

function isSealed({ signature, encrypted }: ReasoningBlock): boolean {
  return signature !== undefined || encrypted !== undefined
}

/**
 * A wire that wants its reasoning back without a seal declares a format for it. Reasoning that cannot be sent as it was
 * signed is not sent at all.
 */
function isSendable(block: ReasoningBlock): boolean {
  return (isSealed(block) || block.format !== undefined) && block.text.isWellFormed()
}

function withId(call: ToolCallBlock, toolCallId: string): ContentBlock {
  return once(call, toolCallId, () => ({ ...call, toolCallId }))
}

function legalCall(call: ToolCallBlock, signed: boolean): ToolCallBlock {
  const { toolCallId, toolName, input, signature } = call
  return {
    kind: 'toolCall',
    toolCallId,
    toolName: legalName(toolName),
    input: replayed(isRecord(input) ? input : {}),
    ...(signed && signature !== undefined ? { signature } : {}),
  }
}

/** Arguments as they are sent back: texts that every wire takes, without the bytes of pictures. */
function replayed(value: unknown): unknown {
  if (typeof value === 'string') return withoutFiles(value).toWellFormed()
  if (Array.isArray(value)) return value.map(replayed)
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key.toWellFormed(), replayed(member)]))
}

function legalName(name: string): string {
  const legal = name.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, 64)
  return legal === '' ? 'unknown' : legal
}

function resultsById(messages: readonly MessageRecord[]): Map<string, MessageRecord> {
  const results = new Map<string, MessageRecord>()
  for (const message of messages) {
    if (message.role !== 'tool_result' || message.toolCallId === undefined || message.supersededBy !== undefined)
      continue
    if (!results.has(message.toolCallId)) results.set(message.toolCallId, message)
  }
  return results
}

function resultBlock(
  call: ToolCallBlock,
  message: MessageRecord | undefined,
  fidelity: Fidelity,
  toolCallId: string,
  options: TurnOptions,
): ContentBlock {
  const envelope = isRecord(message?.toolResult) ? message.toolResult : { ...interruptedResult }
  if (envelope.ok !== true) return { kind: 'toolResult', toolCallId, ok: false, error: errorOf(envelope) }
  if (fidelity === 'removed') {
    return { kind: 'toolResult', toolCallId, ok: true, data: removedText(message?.toolName ?? call.toolName) }
  }
  const limit = options.maxResultLength ?? 200_000
  const kept = fidelity === 'digest' ? digest(envelope.data) : envelope.data
  const images = fidelity === 'whole' ? picturesOf(envelope.images) : []
  return {
    kind: 'toolResult',
    toolCallId,
    ok: true,
    ...(kept === undefined ? {} : { data: clip(jsonText(kept), limit) + revisionOf(envelope) }),
    ...(Array.isArray(envelope.warnings)
      ? {
          warnings: envelope.warnings
            .filter((warning) => typeof warning === 'string')
            .map((warning) => clip(warning.toWellFormed(), 4000)),
        }
      : {}),
    ...(images.length > 0 ? { images } : {}),
  }
}

/** Which state a read returned, so that the next read can continue from it. */
function revisionOf({ revision }: Record<string, unknown>): string {
  return typeof revision === 'string' ? `\nRevision: ${clip(revision.toWellFormed(), 80)}` : ''
}

/** Stored pictures, by hash; an older result may hold none. */
function picturesOf(value: unknown): { mimeType: string; hash: string }[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((picture) =>
    isRecord(picture) && typeof picture.mimeType === 'string' && typeof picture.hash === 'string'
      ? [{ mimeType: picture.mimeType, hash: picture.hash }]
      : [],
  )
}

function jsonText(data: unknown): string {
  return (typeof data === 'string' ? data : JSON.stringify(data)).toWellFormed()
}

function clip(text: string, limit: number): string {
  if (text.length <= limit) return text
  return `${text.slice(0, limit).toWellFormed()}\n(${text.length - limit} more characters were left out.)`
}

function errorOf(envelope: Record<string, unknown>): string {
  const error = isRecord(envelope.error) ? envelope.error : {}
  const confirmation = isRecord(envelope.requiresConfirmation) ? envelope.requiresConfirmation : {}
  const { token, message } = confirmation
  if (typeof token === 'string' && typeof message === 'string')
    return confirmationText({ token, message }).toWellFormed()
  const parts = [error.message, error.hint].filter((part) => typeof part === 'string' && part !== '')
  return parts.length === 0 ? 'The call failed without saying why.' : parts.join(' ').toWellFormed()
}

/** Lone surrogates break JSON at a provider, wherever they are in the value. */
interface WireIds {
  /** Assigns a call its id on the wire; false if the call already has one. */
  take(toolCallId: string, providerId: string | undefined): boolean
  wire(toolCallId: string): string
}

/** The provider's own id if it is legal on every wire and not used yet, otherwise Atelier's, made legal. */
function createWireIds(): WireIds {
  const byCall = new Map<string, string>()
  const used = new Set<string>()
  return {
    take(toolCallId, providerId) {
      if (byCall.has(toolCallId)) return false
      let id = providerId !== undefined && /^[a-zA-Z0-9_-]{1,64}$/.test(providerId) ? providerId : ''
      if (id === '' || used.has(id)) {
        const own = toolCallId.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, 56) || 'call'
        id = own
        for (let n = 2; used.has(id); n++) id = `${own}_${n}`
      }
      used.add(id)
      byCall.set(toolCallId, id)
      return true
    },
    wire: (toolCallId) => byCall.get(toolCallId) ?? toolCallId,
  }
}
