import type { ApprovalRecord, FoldedMessage, RunRecord } from '@atelier/agent'
import { CALL_OPERATION, resolveCall } from '@atelier/operation'
import * as strings from '../texts/strings.ts'
import { readEnvelope } from './envelope.ts'
import { indented, planLabel } from './folded.ts'
import { isActive } from './transcript.ts'
import { isOnlyQueued } from './waiting.ts'

export type ToolStatus = 'writing' | 'waiting' | 'running' | 'done' | 'failed' | 'stopped' | 'denied'

/** One tool call, from its first argument to its result. */
export interface ToolItem {
  kind: 'tool'
  key: string
  toolCallId: string
  name: string
  status: ToolStatus
  /** The arguments, once they are complete. */
  input?: unknown
  /** Their JSON while they are written. */
  writing?: string
  /** For a call that a person decides on: the question, and what came of it. */
  approval?: ApprovalRecord
  result?: unknown
  error?: string
  warnings: string[]
  /** Hashes of the pictures that it gave. */
  pictures: readonly string[]
  startedAt: number
  endedAt?: number
}

export interface ProseItem {
  kind: 'prose'
  key: string
  text: string
  streaming: boolean
}

export interface ReasoningItem {
  kind: 'reasoning'
  key: string
  text: string
  streaming: boolean
  /** Its name, if it is not the model's thinking. */
  label?: string
  /** It is a plan: nothing of it shows while it is folded. */
  plan?: true
}

/** The user's message during the run. */
export interface SaidItem {
  kind: 'said'
  key: string
  text: string
  /** Hashes of the pictures that came with it. */
  pictures: readonly string[]
}

export interface ErrorItem {
  kind: 'error'
  key: string
  text: string
  /** The run ended as it should, at a limit: nothing went wrong. */
  mild: boolean
}

export type TranscriptItem = ProseItem | ReasoningItem | ToolItem | SaidItem | ErrorItem

/** One run for display: the request, what was said and done, and its status. */
export interface Turn {
  runId: string
  prompt: string | undefined
  /** Hashes of the pictures that came with the prompt. */
  pictures: readonly string[]
  run: RunRecord | undefined
  items: readonly TranscriptItem[]
}

/**
 * Turns in the order in which they were asked. A turn of which nothing changed is the same object again, and so is an
 * item of a turn that changed.
 */
export interface TranscriptView {
  turns(
    messages: readonly FoldedMessage[],
    runs: readonly RunRecord[],
    approvals?: readonly ApprovalRecord[],
  ): readonly Turn[]
}

export function createTranscriptView(): TranscriptView {
  const known = new Map<string, { parts: readonly unknown[]; turn: Turn }>()
  let last: Read = { messages: [], runs: [], approvals: [], turns: [] }

  const turnOf = (runId: string, run: RunRecord | undefined, own: FoldedMessage[], asked: ApprovalRecord[]): Turn => {
    const parts = [run, ...own, ...asked]
    const before = known.get(runId)
    if (before && sameParts(before.parts, parts)) return before.turn
    const made = makeTurn(runId, run, own, asked)
    const turn = before ? keepSame(before.turn, made) : made
    known.set(runId, { parts, turn })
    return turn
  }

  return {
    turns(messages, runs, approvals = []) {
      const others = isSameBut(last, { messages, runs, approvals })
      const askedOf = (own: readonly FoldedMessage[]) => {
        const calls = new Set(own.map(({ toolCallId }) => toolCallId))
        return approvals.filter(({ toolCallId }) => calls.has(toolCallId))
      }
      let turns: readonly Turn[]
      if (others?.size === 0) turns = last.turns
      else if (others) {
        turns = last.turns.map((turn) => {
          if (!others.has(turn.runId)) return turn
          const own = messages.filter(({ runId }) => runId === turn.runId)
          return turnOf(turn.runId, turn.run, own, askedOf(own))
        })
      } else {
        const byRun = Map.groupBy(messages, (message) => message.runId)
        const runById = new Map(runs.map((run) => [run.id, run]))
        for (const run of runs) if (!byRun.has(run.id)) byRun.set(run.id, [])
        turns = [...byRun].flatMap(([runId, own]) => {
          const run = runById.get(runId)
          return run && isOnlyQueued(run) ? [] : [turnOf(runId, run, own, askedOf(own))]
        })
      }
      last = { messages, runs, approvals, turns }
      return turns
    },
  }
}

/** Turns with the records that they were made from. */
interface Read {
  messages: readonly FoldedMessage[]
  runs: readonly RunRecord[]
  approvals: readonly ApprovalRecord[]
  turns: readonly Turn[]
}

/** The runs of the messages that are others, if that is all that is; while an answer is written, it is this one. */
function isSameBut(last: Read, { messages, runs, approvals }: Omit<Read, 'turns'>): Set<string> | undefined {
  if (messages.length !== last.messages.length) return undefined
  if (!sameParts(last.runs, runs) || !sameParts(last.approvals, approvals)) return undefined
  const others = new Set<string>()
  for (const [at, message] of messages.entries()) {
    const before = last.messages[at]
    if (before === message) continue
    if (before?.id !== message.id || before.runId !== message.runId) return undefined
    others.add(message.runId)
  }
  return others
}

function sameParts(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((part, index) => part === b[index])
}

/** The turn with those items of `before` that are equal to its own. */
function keepSame(before: Turn, turn: Turn): Turn {
  const known = new Map(before.items.map((item) => [item.key, item]))
  return {
    ...turn,
    pictures: sameParts(before.pictures, turn.pictures) ? before.pictures : turn.pictures,
    items: turn.items.map((item) => {
      const same = known.get(item.key)
      return same && sameFields(same, item) ? same : item
    }),
  }
}

/** Whether two items are equal; of fields that hold lists their members are compared. */
function sameFields(a: object, b: object): boolean {
  const fields = Object.entries(a)
  if (fields.length !== Object.keys(b).length) return false
  return fields.every(([name, value]) => {
    const other: unknown = Reflect.get(b, name)
    return Array.isArray(value) && Array.isArray(other) ? sameParts(value, other) : Object.is(value, other)
  })
}

/** The summary that replaces earlier turns; unfolding it shows what the model still knows. */
function summaryItem(message: FoldedMessage, run: RunRecord | undefined): ReasoningItem {
  const content = message.content ?? ''
  const streaming = message.status === 'streaming'
  // For a run of another chat that this one begins with.
  const done = run ? strings.summarisedEarlierTurns : strings.summaryOfTheChatBefore
  return {
    kind: 'reasoning',
    key: message.id,
    text: summaryText(content),
    streaming,
    label: streaming ? strings.summarisingEarlierTurns : done,
  }
}

function makeTurn(
  runId: string,
  run: RunRecord | undefined,
  messages: readonly FoldedMessage[],
  approvals: readonly ApprovalRecord[],
): Turn {
  const items: TranscriptItem[] = []
  const tools = new Map<string, ToolItem>()
  let prompt: string | undefined
  const pictures: string[] = []
  const over = run !== undefined && !isActive(run)

  const tool = (toolCallId: string, name: string, startedAt: number): ToolItem => {
    const found = tools.get(toolCallId)
    if (found) {
      if (name !== '') found.name = name
      return found
    }
    const made: ToolItem = {
      kind: 'tool',
      key: `tool-${toolCallId}`,
      toolCallId,
      name,
      status: 'running',
      warnings: [],
      pictures: [],
      startedAt,
    }
    tools.set(toolCallId, made)
    items.push(made)
    return made
  }

  for (const message of messages) {
    if (message.role === 'user') {
      const text = message.content ?? textBlocks(message)
      const shown = pictureBlocks(message)
      if (prompt === undefined) {
        prompt = text
        pictures.push(...shown)
      } else items.push({ kind: 'said', key: message.id, text, pictures: shown })
    } else if (message.role === 'assistant') addAssistant(message, items, tool)
    else if (message.role === 'tool_call' && message.toolCallId) {
      const item = tool(message.toolCallId, message.toolName ?? '', message.createdAt)
      item.input = message.toolArgs
      item.startedAt = message.createdAt
      delete item.writing
      if (item.status === 'writing') item.status = 'running'
      if (message.status === 'denied') item.status = 'denied'
      else if (message.status === 'aborted') item.status = 'stopped'
    } else if (message.role === 'tool_result' && message.toolCallId) {
      const item = tool(message.toolCallId, message.toolName ?? '', message.createdAt)
      settleTool(item, message.toolResult ?? blockResult(message), message.updatedAt ?? message.createdAt)
    } else if (message.compacts !== undefined && (message.status === 'streaming' || message.status === 'complete')) {
      items.push(summaryItem(message, run))
    } else if (message.picturesDropped !== undefined) {
      const text = strings.picturesRefused(message.picturesDropped.hashes.length)
      items.push({ kind: 'error', key: message.id, text, mild: true })
    } else if (message.role === 'error') {
      const mild = run?.stopReason !== undefined && run.status !== 'error'
      items.push({ kind: 'error', key: message.id, text: message.content ?? strings.theRunFailed, mild })
    }
  }

  for (const approval of approvals) {
    const item = tools.get(approval.toolCallId)
    if (item) item.approval = approval
    if (item?.status === 'running' && approval.status === 'requested') item.status = 'waiting'
    if (item && approval.status === 'denied') item.status = 'denied'
  }
  // A call that has no answer when the run is over will never have one.
  if (over) {
    for (const item of tools.values()) {
      if (item.status === 'running' || item.status === 'writing' || item.status === 'waiting') item.status = 'stopped'
    }
  }
  return { runId, prompt, pictures, run, items }
}

function addAssistant(
  message: FoldedMessage,
  items: TranscriptItem[],
  tool: (toolCallId: string, name: string, startedAt: number) => ToolItem,
) {
  const streaming = message.status === 'streaming'
  const blocks = message.blocks ?? (message.content ? [{ kind: 'text' as const, text: message.content }] : [])
  for (const [index, block] of blocks.entries()) {
    const key = `${message.id}-${index}`
    const last = streaming && index === blocks.length - 1 && !message.writing?.length
    if (block.kind === 'text' && block.text.trim() !== '') {
      const label = planLabel(block.text, last)
      items.push(
        label === undefined
          ? { kind: 'prose', key, text: block.text, streaming: last }
          : {
              kind: 'reasoning',
              key,
              text: last ? block.text : indented(block.text),
              streaming: last,
              label,
              plan: true,
            },
      )
    } else if (block.kind === 'reasoning' && block.text.trim() !== '') {
      items.push({ kind: 'reasoning', key, text: block.text, streaming: last })
    } else if (block.kind === 'toolCall') {
      const { name, input } = resolveCall(block.toolName, block.input)
      const item = tool(block.toolCallId, name, message.updatedAt ?? message.createdAt)
      item.input ??= input
    }
  }
  for (const call of message.writing ?? []) {
    const item = tool(call.toolCallId, calledName(call), message.createdAt)
    item.status = 'writing'
    item.writing = call.arguments
  }
}

/** The operation that is being called, as soon as that is written. */
function calledName({ toolName, arguments: json }: { toolName: string; arguments: string }): string {
  if (toolName !== CALL_OPERATION) return toolName
  return /^\s*\{\s*"name"\s*:\s*"([^"\\]+)"/.exec(json)?.[1] ?? toolName
}

function settleTool(item: ToolItem, result: unknown, at: number) {
  const envelope = readEnvelope(result)
  item.result = result
  item.endedAt = at
  item.warnings = envelope.warnings
  item.pictures = envelope.pictures
  if (envelope.ok) item.status = 'done'
  else {
    item.error = envelope.error
    if (item.status !== 'denied' && item.status !== 'stopped') item.status = 'failed'
  }
}

function pictureBlocks(message: FoldedMessage): string[] {
  return (message.blocks ?? []).flatMap((block) => (block.kind === 'image' ? [block.hash] : []))
}

function textBlocks(message: FoldedMessage): string {
  return (message.blocks ?? []).flatMap((block) => (block.kind === 'text' ? [block.text] : [])).join('\n\n')
}

function blockResult(message: FoldedMessage): unknown {
  const block = message.blocks?.find((each) => each.kind === 'toolResult')
  if (block?.kind !== 'toolResult') return undefined
  return block.ok ? { ok: true, data: block.data, warnings: block.warnings } : { ok: false, error: block.error }
}

/** The text of a summary, without the tags around it. */
function summaryText(content: string): string {
  const start = content.indexOf('<summary>\n')
  const end = content.lastIndexOf('\n</summary>')
  return start >= 0 && end > start ? content.slice(start + '<summary>\n'.length, end) : content
}
