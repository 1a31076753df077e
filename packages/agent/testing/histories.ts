import { fail, ok } from '@atelier/operation'
import type { Commit, CommitOutcome, SessionStreams } from '@atelier/streams'
import fc from 'fast-check'
import { Type } from 'typebox'
import type { ToolExecutor } from '../src/contract/executor.ts'
import type { MessageRecord } from '../src/contract/message.ts'
import type {
  ModelRequest,
  Provider,
  ProviderError,
  ProviderEvent,
  ProviderId,
  StopReason,
} from '../src/contract/provider.ts'
import { messageInserted, runInserted } from '../src/contract/records.ts'
import type { RunRecord } from '../src/contract/run.ts'
import type { SessionRecord } from '../src/contract/sessionRecord.ts'
import { runLoop } from '../src/loop/loop.ts'
import type { LoopEnd } from '../src/loop/options.ts'
import type { Steered } from '../src/loop/steering.ts'
import { noTracer } from '../src/tracing/trace.ts'
import { summaryInstructions } from '../src/transcript/compact.ts'
import { parseRecords } from '../src/transcript/fold.ts'
import { createJournal, encodeRecords } from '../src/transcript/journal.ts'
import { toyOperations, toyTools } from './world.ts'

/** The events of a session; `playHistory` returns the records that the runtime itself leaves of it. */
export interface HistoryScript {
  runs: RunScript[]
}

export interface RunScript {
  prompt: string
  provider: ProviderId
  model: string
  /** The model's window in tokens, small enough to fill; unknown if absent. */
  contextWindow?: number
  answers: AnswerScript[]
  /** The process dies with each of these commits, counted from the run's first; another continues. */
  crashes: number[]
  /** The person stops the run before this commit. */
  abortAt?: number
  /** A message that joins the run before this request. */
  steer?: { at: number; text: string }
  /** A person's decision on calls that wait. */
  decision: 'approved' | 'denied'
}

export interface AnswerScript {
  packets: ProviderEvent[][]
  end:
    | { kind: 'stop'; reason: StopReason }
    | { kind: 'error'; code: ProviderError['code']; retryable: boolean }
    /** The connection breaks. */
    | { kind: 'cut' }
}

const words = fc.oneof(
  fc.constantFrom('', ' ', 'Hello', 'half \ud83d', '\n', 'x'.repeat(700), 'long '.repeat(500)),
  fc.string({ unit: 'binary', maxLength: 12 }),
)

const call = fc.record({
  signature: fc.constantFrom('', '', 'c2ln'),
  providerId: fc.constantFrom('', 'same', 'bad id é', 'x'.repeat(90), 'toolu_1'),
  name: fc.constantFrom('look', 'look', 'write', 'remove', 'remove', 'remove', 'odd name!', ''),
  json: fc.constantFrom(
    '',
    '{}',
    '{"at":"x"}',
    '{"text":"one"}',
    '{"text":"one"}',
    '{"text":"half \\ud83d"}',
    '{"text":',
    '[1]',
    'null',
  ),
})

const part: fc.Arbitrary<(index: number) => ProviderEvent[]> = fc.oneof(
  {
    weight: 1,
    arbitrary: fc
      .record({ delta: words, isItem: fc.boolean() })
      .map(({ delta, isItem }) => (index: number): ProviderEvent[] => [
        ...(isItem ? [{ type: 'textMark' as const, index, itemId: 'msg_1' }] : []),
        ...(delta === '' && isItem ? [] : [{ type: 'text' as const, index, delta }]),
      ]),
  },
  {
    weight: 1,
    arbitrary: fc
      .record({ delta: words, seal: fc.constantFrom('signature', 'encrypted', 'itemId', 'none') })
      .map(({ delta, seal }) => (index: number): ProviderEvent[] => [
        ...(delta === '' ? [] : [{ type: 'reasoning' as const, index, delta }]),
        { type: 'reasoningMark', index, ...(seal === 'none' ? {} : { [seal]: 'c2VhbA==' }) },
      ]),
  },
  {
    weight: 3,
    arbitrary: call.map(({ providerId, name, json, signature }) => (index: number): ProviderEvent[] => [
      { type: 'toolCall', index, providerId, name },
      ...(signature === '' ? [] : [{ type: 'callMark' as const, index, signature }]),
      { type: 'toolArguments', index, delta: json.slice(0, 4) },
      { type: 'toolArguments', index, delta: json.slice(4) },
    ]),
  },
)

const answerScript: fc.Arbitrary<AnswerScript> = fc.record({
  packets: fc
    .array(part, { maxLength: 4, size: 'max' })
    .map((parts) => parts.flatMap((make, index) => make(index).map((event) => [event]))),
  end: fc.oneof(
    {
      weight: 6,
      arbitrary: fc
        .constantFrom<StopReason[]>(
          'tool_use',
          'tool_use',
          'tool_use',
          'tool_use',
          'end',
          'max_tokens',
          'pause',
          'refusal',
          'context_overflow',
          'content_filter',
          'stop_sequence',
        )
        .map((reason) => ({ kind: 'stop' as const, reason })),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom<ProviderError['code'][]>('overloaded', 'context_overflow', 'billing').map((code) => ({
        kind: 'error' as const,
        code,
        retryable: code === 'overloaded',
      })),
    },
    { weight: 1, arbitrary: fc.constant({ kind: 'cut' as const }) },
  ),
})

const runScript: fc.Arbitrary<RunScript> = fc.record(
  {
    prompt: words.filter((text) => text.trim() !== ''),
    provider: fc.constantFrom<ProviderId[]>('anthropic', 'openai', 'openrouter', 'ollama', 'compatible'),
    model: fc.constantFrom('m1', 'm1', 'm2'),
    contextWindow: fc.integer({ min: 500, max: 1500 }),
    answers: fc.array(answerScript, { maxLength: 5, size: 'max' }),
    crashes: fc.uniqueArray(fc.integer({ min: 1, max: 20 }), { maxLength: 2 }),
    abortAt: fc.integer({ min: 1, max: 20 }),
    steer: fc.record({ at: fc.integer({ min: 1, max: 4 }), text: words.filter((text) => text.trim() !== '') }),
    decision: fc.constantFrom<('approved' | 'denied')[]>('approved', 'denied'),
  },
  { requiredKeys: ['prompt', 'provider', 'model', 'answers', 'crashes', 'decision'] },
)

/**
 * The possible events of a session: every ending of an answer, crashes, stops, steering, denials, full windows, switches.
 */
export const historyScript: fc.Arbitrary<HistoryScript> = fc.record({
  runs: fc.array(runScript, { minLength: 1, maxLength: 4 }),
})

export interface PlayedHistory {
  /** The requests, in order, each with the number of commits before it. */
  requests: { request: ModelRequest; provider: ProviderId; commits: number }[]
  /** In the order in which they became durable; after each of them the session may have been left. */
  commits: SessionRecord[][]
  /** How each run's loop ended at last. */
  ends: LoopEnd[]
  /** The runtime's bugs, of which there are none. */
  bugs: unknown[]
}

const stream = 'sessions/played'
const operations: typeof toyOperations = {
  ...toyOperations,
  remove: { effect: 'destructive', heavy: false, input: Type.Object({ at: Type.Optional(Type.String()) }) },
}

/** Plays a script through the runtime's own loop, journal and fold, over a store in memory. */
export async function playHistory(script: HistoryScript): Promise<PlayedHistory> {
  const played: PlayedHistory = { requests: [], commits: [], ends: [], bugs: [] }
  let ids = 0
  const newId = () => `id-${String(++ids).padStart(4, '0')}`
  for (const run of script.runs) played.ends.push(await playRun(run, played, newId))
  return played
}

async function playRun(script: RunScript, played: PlayedHistory, newId: () => string): Promise<LoopEnd> {
  const runId = newId()
  const asked: MessageRecord = {
    id: newId(),
    runId,
    attempt: 1,
    role: 'user',
    status: 'complete',
    content: script.prompt,
    blocks: [{ kind: 'text', text: script.prompt }],
    createdAt: ids(newId),
  }
  const queued: RunRecord = {
    id: runId,
    status: 'queued',
    scope: 'toy',
    userMessageId: asked.id,
    assistantMessageId: newId(),
    provider: script.provider,
    model: script.model,
  }
  played.commits.push([put(asked), putRun(queued)])
  const answers = [...script.answers]
  const crashes = new Set(script.crashes)
  const decided = new Set<string>()
  const steering = createQueue(script, played, newId)
  const abort = new AbortController()
  let commits = 0
  for (let epoch = 1; ; epoch++) {
    const process = createProcess(played, () => {
      commits += 1
      if (script.abortAt !== undefined && commits >= script.abortAt) abort.abort()
      return crashes.delete(commits)
    })
    const signal = abort.signal
    const journal = createJournal({
      streams: process,
      stream,
      fence: { runId, epoch },
      records: played.commits.flat(),
      onLost: () => undefined,
    })
    const end = await runLoop({
      runId,
      conversationId: 'played',
      provider: createScripted(script.provider, answers, (request) => {
        played.requests.push({ request, provider: script.provider, commits: played.commits.length })
        steering.onRequest()
      }),
      // One line of it changes with every few records.
      state: {
        lines: async () => ['Site: X', `Commits: ${played.commits.length >> 2}`],
        text: (lines, which) => `${which}: ${lines.join(', ')}`,
      },
      request: {
        model: script.model,
        system: 'You are a test.',
        tools: toyTools,
        maxOutputTokens: 500,
        vision: true,
        cacheKey: 'played',
        loadImage: async () => 'AAAA',
        ...(script.contextWindow === undefined ? {} : { contextWindow: script.contextWindow }),
      },
      steering,
      stopWhen: [],
      changesOf: async (runIds) => `${runIds.length} runs changed something.`,
      waitRows: (_run, pending) => {
        for (const { call } of pending) decided.add(call.id)
        return []
      },
      executor: createScriptedExecutor(process, decided, script.decision),
      findOperation: (name) => operations[name],
      journal,
      signal,
      newId,
      now: () => ids(newId),
      random: () => 0,
      // Retries come at once, and no call reaches its limit.
      delay: (ms) => (ms < 60_000 ? Promise.resolve() : new Promise(() => undefined)),
      maxRounds: 8,
      maxCallMs: 60_000,
      graceMs: 1000,
      limits: { maxAnswerLength: 1_000_000, maxAnswerMs: 60_000 },
      endRows: () => [],
      whyStopped: () => 'aborted',
      onBug: (bug) => played.bugs.push(bug),
      step: () => undefined,
      tracer: noTracer,
    })
    if (end === 'ended' || end === 'handedBack') return end
  }
}

/** Times that follow one another as the ids do. */
function ids(newId: () => string): number {
  return Number(newId().slice(3))
}

/** A process as the store sees it: once it has died, nothing of it is written any more. */
function createProcess(played: PlayedHistory, dies: () => boolean): SessionStreams {
  let dead = false
  return {
    async commit(commit: Commit): Promise<CommitOutcome> {
      dead ||= dies()
      if (dead) return { ok: false, refused: 'fenced', message: 'The process has died.' }
      const records = parseRecords((commit.appends ?? []).flatMap(({ entries }) => entries))
      if (records.length > 0) played.commits.push(records)
      return { ok: true, offsets: [], expected: [], rows: [] }
    },
    ensure: async () => undefined,
    read: async () => undefined,
    info: async () => undefined,
    remove: async () => undefined,
    subscribe: () => () => undefined,
  }
}

function createScripted(id: ProviderId, answers: AnswerScript[], onRequest: (request: ModelRequest) => void): Provider {
  return {
    id,
    async *stream(request) {
      if (request.system === summaryInstructions) {
        yield [
          { type: 'text', index: 0, delta: 'They talked.' },
          { type: 'stop', reason: 'end' },
        ]
        return
      }
      onRequest(request)
      const answer = answers.shift() ?? { packets: [], end: { kind: 'stop' as const, reason: 'end' as const } }
      yield* answer.packets
      const usage: ProviderEvent = { type: 'usage', usage: { input: 100, output: 10 } }
      if (answer.end.kind === 'stop') yield [usage, { type: 'stop', reason: answer.end.reason }]
      else if (answer.end.kind === 'error') {
        const { code, retryable } = answer.end
        yield [{ type: 'error', error: { code, retryable, message: `It failed: ${code}.` } }]
      }
    },
  }
}

/** `remove` waits for a person; what `look` returns is long and has a picture. */
function createScriptedExecutor(
  process: SessionStreams,
  decided: ReadonlySet<string>,
  decision: RunScript['decision'],
): ToolExecutor {
  return {
    async execute(call, commit) {
      const removes = call.name === 'remove'
      if (removes && !decided.has(call.toolCallId)) {
        const request = { operation: 'toy.remove', message: 'It is removed.', target: 'it', documentRevision: '1' }
        return { ok: false, refused: 'approval', request: { ...request, expiresAt: 1_000_000 } }
      }
      const result =
        removes && decision === 'denied'
          ? fail('denied', 'The person said no.')
          : call.name === 'look'
            ? ok(
                { id: call.toolCallId, html: 'half \ud83d <p> '.repeat(60) },
                { images: [{ mimeType: 'image/png', data: '', hash: 'h1' }] },
              )
            : ok({ id: call.toolCallId, did: call.input })
      const outcome = await process.commit({ fence: commit.fence, appends: commit.appends(result) })
      return outcome.ok ? { ok: true, result, replayed: false } : { ok: false, refused: 'fenced' }
    },
  }
}

/** The session's queue with at most one message in it. */
function createQueue(script: RunScript, played: PlayedHistory, newId: () => string) {
  let requests = 0
  let waiting: Steered | undefined
  return {
    onRequest() {
      requests += 1
      if (!script.steer || requests !== script.steer.at) return
      const runId = newId()
      const content = script.steer.text
      const message: MessageRecord = {
        id: newId(),
        runId,
        attempt: 1,
        role: 'user',
        status: 'pending',
        content,
        delivery: 'steer',
        createdAt: ids(newId),
      }
      const run: RunRecord = {
        id: runId,
        status: 'scheduled',
        scope: 'toy',
        userMessageId: message.id,
        assistantMessageId: newId(),
        provider: '',
        model: '',
        delivery: 'steer',
      }
      played.commits.push([put(message), putRun(run)])
      waiting = { message, run, taken: { query: { sql: '', parameters: [] }, rows: 1, code: 'taken' } }
    },
    async waiting() {
      const delivered = played.commits
        .flat()
        .some((record) => record.key === waiting?.message.id && record.type === 'message' && record.value.supersededBy)
      return waiting && !delivered ? [waiting] : []
    },
  }
}

function put(value: MessageRecord): SessionRecord {
  const record: SessionRecord = messageInserted(value)
  // Stored values are JSON, which holds no `undefined`.
  return parseRecords(encodeRecords([record]))[0] ?? record
}

function putRun(value: RunRecord): SessionRecord {
  return runInserted(value)
}
