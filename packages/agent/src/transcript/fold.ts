import type { ChunkRecord, ContentBlock, MessageRecord } from '../contract/message.ts'
import type { RunRecord } from '../contract/run.ts'
import type { ApprovalRecord, SessionRecord } from '../contract/sessionRecord.ts'

/** A call whose arguments are still being written; `arguments` is their JSON text so far. */
export interface WritingCall {
  toolCallId: string
  toolName: string
  arguments: string
}

/** A message as it is read: while it streams, `content` and `blocks` are joined from its chunks. */
export type FoldedMessage = MessageRecord & { writing?: WritingCall[] }

/** Folds a session's records, one by one as they come; the server and the studio read a session through it. */
export interface Folder {
  /** Takes records in stream order. One that was seen before changes nothing. */
  push(record: SessionRecord): void
  /**
   * Takes the newest versions of earlier records, in stream order, and puts them before all that it knows. A message
   * that it has already stays as it is, and moves to its place among them.
   */
  prepend(records: Iterable<SessionRecord>): void
  /**
   * In the order in which they began, superseded ones left out; of results, in the order of their calls, since calls
   * that run side by side end in any order. An unchanged message is the same object again.
   */
  messages(): FoldedMessage[]
  message(id: string): FoldedMessage | undefined
  /** The chunks of the messages that stream so far, each run of one kind joined: pushed to another folder they fold to the same. */
  chunks(): ChunkRecord[]
  runs(): RunRecord[]
  run(id: string): RunRecord | undefined
  approvals(): ApprovalRecord[]
}

interface Entry {
  record: MessageRecord | undefined
  parts: Part[]
  lastSeq: number
  view: FoldedMessage | undefined
  /** Its index in the list, while there is one. */
  at: number | undefined
}

type Part = Pick<ChunkRecord, 'kind' | 'toolCallId' | 'toolName'> & { text: string }

export function createFolder(records: Iterable<SessionRecord> = []): Folder {
  const entries = new Map<string, Entry>()
  const runs = new Map<string, RunRecord>()
  const approvals = new Map<string, ApprovalRecord>()
  let list: FoldedMessage[] | undefined
  /** Those that chunks came for since the list was made. */
  const grown = new Set<Entry>()

  function entry(id: string): Entry {
    const known = entries.get(id)
    if (known) return known
    const made: Entry = { record: undefined, parts: [], lastSeq: -1, view: undefined, at: undefined }
    entries.set(id, made)
    return made
  }

  function push(record: SessionRecord) {
    if (record.type === 'run') runs.set(record.key, record.value)
    else if (record.type === 'approval') approvals.set(record.key, record.value)
    else if (record.type === 'message') {
      const at = entry(record.key)
      at.record = record.value
      at.view = undefined
      if (record.value.status !== 'streaming') at.parts = []
      list = undefined
    } else {
      const at = entry(record.value.messageId)
      if (record.value.seq <= at.lastSeq) return
      at.lastSeq = record.value.seq
      addChunk(at.parts, record.value)
      at.view = undefined
      grown.add(at)
    }
  }

  /** The list after chunks came: a copy in which only the messages that grew are others. */
  function afterChunks(known: FoldedMessage[]): FoldedMessage[] {
    const next = [...known]
    for (const entry of grown) {
      const view = viewOf(entry)
      if (entry.at !== undefined && view) next[entry.at] = view
    }
    return next
  }

  function wholeList(): FoldedMessage[] {
    const views: FoldedMessage[] = []
    for (const entry of entries.values()) {
      const view = viewOf(entry)
      const isShown = view !== undefined && view.supersededBy === undefined
      // Only results change places below, and none of them has chunks.
      entry.at = isShown ? views.length : undefined
      if (isShown) views.push(view)
    }
    return inOrderOfCalls(views)
  }

  for (const record of records) push(record)
  return {
    push,
    prepend(older) {
      const folded = createFolder()
      const messages: [string, Entry][] = []
      for (const record of older) {
        if (record.type === 'message' && !entries.has(record.key))
          messages.push([record.key, { record: record.value, parts: [], lastSeq: -1, view: undefined, at: undefined }])
        else if (record.type === 'message') messages.push([record.key, entry(record.key)])
        else folded.push(record)
      }
      placeFirst(entries, messages)
      placeFirst(
        runs,
        folded.runs().map((run) => [run.id, run]),
      )
      placeFirst(
        approvals,
        folded.approvals().map((approval) => [approval.toolCallId, approval]),
      )
      list = undefined
    },
    messages() {
      if (!list) list = wholeList()
      else if (grown.size > 0) list = afterChunks(list)
      grown.clear()
      return list
    },
    message(id) {
      const at = entries.get(id)
      return at && viewOf(at)
    },
    chunks: () => [...entries.values()].flatMap(joinedChunks),
    runs: () => [...runs.values()],
    run: (id) => runs.get(id),
    approvals: () => [...approvals.values()],
  }
}

/** Puts the results of one answer into the order of its calls, in the places that they have. */
function inOrderOfCalls(messages: FoldedMessage[]): FoldedMessage[] {
  const calls = new Map<string, number>()
  const places = new Map<string, number[]>()
  for (const [at, { role, toolCallId, parentMessageId }] of messages.entries()) {
    if (toolCallId === undefined || parentMessageId === undefined) continue
    if (role === 'tool_call') calls.set(toolCallId, at)
    if (role !== 'tool_result') continue
    const known = places.get(parentMessageId)
    if (known) known.push(at)
    else places.set(parentMessageId, [at])
  }
  for (const taken of places.values()) {
    if (taken.length < 2) continue
    const results = taken.flatMap((at) => messages[at] ?? [])
    results.sort((a, b) => (calls.get(a.toolCallId ?? '') ?? 0) - (calls.get(b.toolCallId ?? '') ?? 0))
    for (const [nth, at] of taken.entries()) {
      const result = results[nth]
      if (result) messages[at] = result
    }
  }
  return messages
}

function addChunk(parts: Part[], chunk: ChunkRecord) {
  const last = parts.at(-1)
  if (last && last.kind === chunk.kind && last.toolCallId === chunk.toolCallId) last.text += chunk.delta
  else parts.push({ kind: chunk.kind, toolCallId: chunk.toolCallId, toolName: chunk.toolName, text: chunk.delta })
}

/** Moves the keys of `first` to the beginning, in their order; a value that is known stays. */
function placeFirst<Value>(map: Map<string, Value>, first: readonly (readonly [string, Value])[]) {
  const known = [...map]
  const placed = first.map(([key, value]) => [key, map.get(key) ?? value] as const)
  map.clear()
  for (const [key, value] of [...placed, ...known]) map.set(key, value)
}

/** As few chunks as fold to the same, the last with the number of the last that came. */
function joinedChunks({ record, parts, lastSeq }: Entry): ChunkRecord[] {
  if (record?.status !== 'streaming') return []
  return parts.map(({ kind, text, toolCallId, toolName }, index) => {
    const seq = lastSeq - (parts.length - 1 - index)
    return {
      id: `${record.id}:${seq}`,
      messageId: record.id,
      attempt: record.attempt,
      seq,
      kind,
      delta: text,
      ...(toolCallId === undefined ? {} : { toolCallId }),
      ...(toolName === undefined ? {} : { toolName }),
      createdAt: record.createdAt,
    }
  })
}

function viewOf(at: Entry): FoldedMessage | undefined {
  if (at.view || !at.record) return at.view
  if (at.record.status !== 'streaming' || at.parts.length === 0) {
    at.view = at.record
    return at.view
  }
  const blocks: ContentBlock[] = []
  const writing = new Map<string, WritingCall>()
  for (const part of at.parts) {
    if (part.kind === 'text') blocks.push({ kind: 'text', text: part.text })
    else if (part.kind === 'reasoning') blocks.push({ kind: 'reasoning', text: part.text })
    else {
      const toolCallId = part.toolCallId ?? ''
      const call = writing.get(toolCallId)
      if (call) call.arguments += part.text
      else writing.set(toolCallId, { toolCallId, toolName: part.toolName ?? '', arguments: part.text })
    }
  }
  at.view = {
    ...at.record,
    content: blocksText(blocks),
    blocks,
    ...(writing.size > 0 ? { writing: [...writing.values()] } : {}),
  }
  return at.view
}

/** A folded message as a record again: what was still being written is not part of it. */
export function asRecord<Message extends FoldedMessage>(message: Message): Message {
  const record = { ...message }
  delete record.writing
  return record
}

/** The text of a message's blocks, as its `content`. */
export function blocksText(blocks: readonly ContentBlock[]): string {
  return blocks.flatMap((block) => (block.kind === 'text' && block.text !== '' ? [block.text] : [])).join('\n\n')
}

/** A session's records from its stream's entries. Entries of an unknown type are left out. */
export function parseRecords(entries: Iterable<Uint8Array>): SessionRecord[] {
  const decoder = new TextDecoder()
  const records: SessionRecord[] = []
  for (const entry of entries) {
    const value: unknown = JSON.parse(decoder.decode(entry))
    if (isSessionRecord(value)) records.push(value)
  }
  return records
}

const types = new Set(['message', 'chunk', 'run', 'approval'])

/** Only runners write session streams, so the outer form is what is looked at. */
export function isSessionRecord(value: unknown): value is SessionRecord {
  if (typeof value !== 'object' || value === null || !('type' in value) || !('key' in value) || !('value' in value))
    return false
  return (
    typeof value.type === 'string' && types.has(value.type) && typeof value.value === 'object' && value.value !== null
  )
}
