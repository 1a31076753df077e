import { type Database, type Query, type SessionStreams, statement } from '@atelier/streams'
import type { Kysely } from 'kysely'
import { type CacheBreak, createCacheWatch } from '../cacheWatch.ts'
import { createJournal, type Journal, StorageFailed } from '../journal.ts'
import { runLoop } from '../loop.ts'
import type { MessageRecord, RunRecord, SessionRecord } from '../message.ts'
import type { RoundLimits } from '../round.ts'
import type { RunStep } from '../step.ts'
import { noTracer, type Tracer } from '../trace.ts'
import { usageAttributes } from '../traceContent.ts'
import { asRecord } from '../transcript/fold.ts'
import { requestAbort } from './abort.ts'
import { delay } from './delay.ts'
import { createFolds } from './folds.ts'
import { createLeases } from './lease.ts'
import { prepare, requestedRun } from './prepare.ts'
import {
  createSteering,
  editWaiting,
  type QueueRefusal,
  queueTopic,
  removeWaiting,
  runTopic,
  type SendOutcome,
  sendWaiting,
  tend,
} from './queue.ts'
import { type EnqueueOutcome, endRunRow, enqueue, type RunRequest } from './requests.ts'
import { endRows, waitRows } from './rows.ts'
import type { AgentScope, PreparedRun } from './scope.ts'
import { sessionStream } from './session.ts'
import type { RunRow, RunTables } from './tables.ts'
import { createTurns } from './turns.ts'

export interface RunnerOptions {
  database: Database
  streams: SessionStreams
  /** Milliseconds since the epoch. */
  now(): number
  /** Unique ids that sort by time. */
  newId(): string
  /** 0…1, for the jitter of retries. Defaults to `Math.random`. */
  random?(): number
  /** Names the holder of a lease: stable over restarts where `adopt` is set, unique per process otherwise. */
  instanceId: string
  /** Which scopes can run, by name. */
  scopes: Record<string, AgentScope>
  /** Go on at once with runs whose lease stands in this instance's name: only one process may ever have that name. */
  adopt?: boolean
  /** With the poll it is the longest that a run stands still when its server dies: 7 s, so that it is under ten. */
  leaseMs?: number
  heartbeatMs?: number
  /** How often the queue is looked at without being woken. */
  pollMs?: number
  /** Runs at a time. */
  concurrency?: number
  maxRounds?: number
  maxCallMs?: number
  graceMs?: number
  limits?: RoundLimits
  /** Told of what went wrong in the runtime itself; never holds a secret. */
  onBug?(error: unknown): void
  /** Told of each step of each run as it has passed; what it does at once happens between that step and the next. */
  step?(name: RunStep, runId: string): void
  tracer?: Tracer
  /** Told when a provider read nothing of a prefix that it should have had in its cache, and which part had changed. */
  onCacheBreak?(broken: CacheBreak): void
  /** Further rows for the commit that ends a run, however it ends; `row` is the run as it was claimed. */
  ended?(row: RunRow, run: RunRecord): Query[]
}

export interface Runner {
  enqueue(request: RunRequest): Promise<EnqueueOutcome>
  /** Stops a run, whoever runs it, or takes back one that waits; false where it has ended. */
  abort(runId: string): Promise<boolean>
  /** Messages that wait: sent now, taken back, or given other words. */
  queue: {
    send(runId: string): Promise<SendOutcome>
    remove(runId: string): Promise<{ ok: true } | QueueRefusal>
    edit(runId: string, text: string): Promise<{ ok: true } | QueueRefusal>
  }
  /** Begins to take runs. */
  start(): void
  /** Gives its runs back, for another or the next start to go on with, and takes no more. */
  stop(): Promise<void>
  /** Runs that this process is at work on. */
  active(): string[]
}

interface Claim {
  row: RunRow
  controller: AbortController
  why: 'aborted' | 'handedBack' | 'lost'
  done: Promise<void>
}

/** What is told of a run to stop, from before it is claimed until it is let go. */
interface Watched {
  /** Something was told before the claim was known. */
  told: boolean
  claim: Claim | undefined
  end(): void
}

/** The least time between two looks at the queue, in milliseconds. */
const lookEveryMs = 10
/** So many at most are claimed beyond `concurrency`, where several become free in one turn. */
const claimsAtOnce = 32

export function createRunner(options: RunnerOptions): Runner {
  const { database, streams, now } = options
  const heartbeatMs = options.heartbeatMs ?? 2000
  const pollMs = options.pollMs ?? 1000
  const concurrency = options.concurrency ?? 2000
  const onBug = options.onBug ?? (() => undefined)
  const leases = createLeases({ database, instanceId: options.instanceId, leaseMs: options.leaseMs ?? 7000, now })
  const folds = createFolds({ database, streams })
  const turns = createTurns()
  const claims = new Map<string, Claim>()
  const cacheWatch = options.onCacheBreak && createCacheWatch(options.onCacheBreak)
  // How often in a row a run was given back because the storage failed.
  const setbacks = new Map<string, number>()
  const stopping = new AbortController()
  let state: 'idle' | 'started' | 'stopped' = 'idle'
  let looking: Promise<void> | undefined
  let lookAgain = false
  let lastLook = Number.NEGATIVE_INFINITY
  let poll: NodeJS.Timeout | undefined
  let heartbeat: NodeJS.Timeout | undefined
  let unsubscribe: (() => void) | undefined

  function look(adopt = false) {
    if (state !== 'started') return
    if (looking) {
      lookAgain = true
      return
    }
    // One at once, and in a burst one for all that came within a moment.
    const wait = lastLook + lookEveryMs - performance.now()
    if (wait > 0 && !adopt) {
      lookAgain = true
      looking = delay(wait, stopping.signal).then(() => {
        looking = undefined
        lookAgain = false
        look()
      })
      return
    }
    lastLook = performance.now()
    looking = takeRuns(adopt)
      .catch(onBug)
      .finally(() => {
        looking = undefined
        if (lookAgain) {
          lookAgain = false
          look()
        }
      })
  }

  async function takeRuns(adopt: boolean) {
    const own = adopt ? await leases.own() : []
    const free = await leases.free(concurrency)
    const ids = [...own, ...free.runs]
    // Together, so that claims that are made in the same turn share a commit.
    for (let at = 0; at < ids.length; at += claimsAtOnce) {
      const taken = await Promise.all(ids.slice(at, at + claimsAtOnce).map((id) => take(id, adopt)))
      if (taken.includes(false)) return
    }
    for (const sessionId of free.sessions) {
      if (state !== 'started' || claims.size >= concurrency) return
      const begun = await tend(options, sessionId)
      if (begun === undefined) continue
      options.step?.('placed', begun)
      if (!(await take(begun, false))) return
    }
  }

  /** Claims a run unless somebody has it; false where this runner takes no more. */
  async function take(id: string, adopt: boolean): Promise<boolean> {
    if (state !== 'started' || claims.size >= concurrency) return false
    if (claims.has(id)) return true
    // Heard from before the claim on, so that a request to stop is either in the row or told of.
    const watched = watch(id)
    try {
      const row = await leases.claim(id, adopt)
      if (row) begin(row, watched)
      else watched.end()
    } catch (error) {
      watched.end()
      throw error
    }
    return true
  }

  function watch(runId: string): Watched {
    const watched: Watched = {
      told: false,
      claim: undefined,
      end: database.subscribe(runTopic(runId), () => {
        if (watched.claim) void beat(watched.claim).catch(onBug)
        else watched.told = true
      }),
    }
    return watched
  }

  function begin(row: RunRow, watched: Watched) {
    const controller = new AbortController()
    const claim: Claim = { row, controller, why: 'aborted', done: Promise.resolve() }
    claims.set(row.id, claim)
    claim.done = drive(claim, watched)
      .then(
        () => void setbacks.delete(row.id),
        async (error) => {
          onBug(error)
          await giveBack(row)
        },
      )
      .catch(onBug)
      .finally(() => {
        claims.delete(row.id)
        look()
      })
  }

  /**
   * Gives back a run that could not go on, so that it is taken up again as soon as its lease can be written, and not
   * only when it has run out. The wait grows with each setback, from a quarter of a second to half a minute.
   */
  async function giveBack(row: RunRow) {
    const before = setbacks.get(row.id) ?? 0
    setbacks.set(row.id, before + 1)
    let wait = Math.min(250 * 2 ** before, 30_000)
    for (;;) {
      await delay(wait, stopping.signal)
      try {
        return await leases.release(row.id, row.epoch)
      } catch (error) {
        if (stopping.signal.aborted) throw error
        wait = Math.min(wait * 2, 2000)
      }
    }
  }

  function stopClaim(claim: Claim, why: Claim['why']) {
    if (claim.controller.signal.aborted) return
    claim.why = why
    claim.controller.abort()
  }

  async function beat(claim: Claim) {
    const answer = await leases.beat(claim.row.id, claim.row.epoch)
    if (answer === 'lost') stopClaim(claim, 'lost')
    if (answer === 'abort') stopClaim(claim, 'aborted')
  }

  /** One statement for all runs of this process: a thousand of them would otherwise keep the storage busy with nothing else. */
  async function beatAll() {
    const beaten = [...claims.values()]
    if (beaten.length === 0) return
    const held = await leases.beatAll(beaten.map(({ row }) => row.id))
    for (const claim of beaten) {
      const now = held.get(claim.row.id)
      if (now?.epoch !== claim.row.epoch) stopClaim(claim, 'lost')
      else if (now.abort) stopClaim(claim, 'aborted')
    }
  }

  async function drive(claim: Claim, watched: Watched) {
    const { row, controller } = claim
    watched.claim = claim
    try {
      if (row.abort_requested === 1) stopClaim(claim, 'aborted')
      else if (watched.told) await beat(claim)
      await runClaimed(claim)
    } finally {
      watched.end()
      controller.abort()
    }
    if (claim.why === 'handedBack') await leases.release(row.id, row.epoch)
  }

  async function runClaimed(claim: Claim) {
    const { row, controller } = claim
    await turns.next()
    const read = await folds.load(row.session_id)
    if (!read?.records.some((record) => record.type === 'run' && record.key === row.id)) return await abandon(row)
    const journal = createJournal({
      streams,
      stream: sessionStream(row.session_id),
      fence: { runId: row.id, epoch: row.epoch },
      records: read.records,
      onLost: () => stopClaim(claim, 'lost'),
    })
    const request = requestedRun(row)
    const step = (name: RunStep) => options.step?.(name, row.id)
    step('claimed')
    const prepared = await prepare(options.scopes[row.scope], request, onBug)
    step('prepared')
    if ('error' in prepared) return void (await endWith(journal, row, prepared.error))
    if (!(await started(journal, row, prepared))) return
    step('started')
    const tracer = options.tracer ?? noTracer
    const span = tracer.start('invoke_agent', row.scope, {
      'gen_ai.agent.name': row.scope,
      'gen_ai.conversation.id': row.session_id,
      'gen_ai.provider.name': prepared.provider.id,
      'gen_ai.request.model': prepared.model,
    })
    try {
      const end = await runLoop({
        runId: row.id,
        provider: prepared.provider,
        request: {
          model: prepared.model,
          system: prepared.system,
          suffix: prepared.suffix,
          tools: prepared.tools,
          maxOutputTokens: prepared.maxOutputTokens ?? 16_000,
          vision: prepared.abilities?.vision ?? false,
          cacheKey: row.session_id,
          contextWindow: prepared.abilities?.contextWindow,
          thinking: prepared.thinking,
          loadImage: prepared.loadImage,
        },
        steering: createSteering(options, row.session_id),
        meter: prepared.meter,
        stopWhen: prepared.stopWhen ?? [],
        changesOf: prepared.changesOf,
        ...(cacheWatch ? { cacheWatch } : {}),
        waitRows: (_run, pending) => waitRows(database, row, pending),
        step,
        tracer,
        span,
        executor: prepared.executor,
        findOperation: prepared.findOperation,
        journal,
        signal: controller.signal,
        newId: options.newId,
        now,
        random: options.random ?? Math.random,
        delay,
        maxRounds: prepared.maxRounds ?? options.maxRounds ?? 50,
        maxCallMs: options.maxCallMs ?? 120_000,
        graceMs: options.graceMs ?? 2000,
        limits: options.limits ?? { maxAnswerLength: 4_000_000, maxAnswerMs: 30 * 60_000 },
        endRows: (run, records) => endRows(options, journal, row, run, records),
        whyStopped: () => (claim.why === 'aborted' ? 'aborted' : 'handedBack'),
        onBug,
      })
      const done = journal.folder.run(row.id)
      span.set(usageAttributes(done))
      span.end(end === 'lost' ? 'lost' : done?.status === 'error' ? (done.stopReason ?? 'error') : undefined)
    } catch (error) {
      span.end('internal')
      if (error instanceof StorageFailed) throw error
      onBug(error)
      await endWith(journal, row, 'The run failed inside Atelier. The server’s log says why.')
    }
  }

  /** Ends the row of a run that no stream tells of: its session has been removed for good. */
  async function abandon(row: RunRow) {
    const run = { id: row.id, status: 'error' as const, endedAt: now(), error: 'Its conversation is gone.' }
    await streams.commit({ rows: [endRunRow(database, run, row.epoch)] })
  }

  async function started(journal: Journal, row: RunRow, prepared: PreparedRun): Promise<boolean> {
    const run = journal.folder.run(row.id)
    if (!run) throw new Error(`Run ${row.id} has no record in its session`)
    const same = run.provider === prepared.provider.id && run.model === prepared.model && !prepared.spent
    if (run.status === 'running' && same) return true
    const value: RunRecord = {
      ...run,
      status: 'running',
      provider: prepared.provider.id,
      model: prepared.model,
      startedAt: run.startedAt ?? now(),
      ...(prepared.changeSetId ? { changeSetId: prepared.changeSetId } : {}),
      ...prepared.spent,
    }
    const running = runningRow(database.dialect, { id: row.id, startedAt: value.startedAt ?? null })
    return await journal.commit([runRecord(value)], [running])
  }

  async function endWith(journal: Journal, row: RunRow, sentence: string) {
    const run = journal.folder.run(row.id)
    if (!run) throw new Error(`Run ${row.id} has no record in its session`)
    const value: RunRecord = { ...run, status: 'error', stopReason: 'error', error: sentence, endedAt: now() }
    const note: MessageRecord = {
      id: options.newId(),
      runId: row.id,
      attempt: 1,
      role: 'error',
      status: 'complete',
      content: sentence,
      createdAt: now(),
    }
    const message: SessionRecord = { type: 'message', key: note.id, value: note, headers: { operation: 'insert' } }
    const written = journal.folder
      .messages()
      .filter(({ runId, status }) => runId === row.id && status === 'streaming')
      .map((cut): SessionRecord => {
        const ended: MessageRecord = { ...asRecord(cut), status: 'error', updatedAt: now() }
        return { type: 'message', key: cut.id, value: ended, headers: { operation: 'update' } }
      })
    const records = [...written, message, runRecord(value)]
    await journal.commit(records, endRows(options, journal, row, value, records), [queueTopic])
  }

  return {
    async enqueue(request) {
      const outcome = await enqueue(options, request)
      if (outcome.ok && outcome.created) options.step?.('accepted', outcome.runId)
      return outcome
    },
    abort: (runId) => requestAbort(options, runId),
    queue: {
      send: (runId) => sendWaiting(options, runId),
      remove: (runId) => removeWaiting(options, runId),
      edit: (runId, text) => editWaiting(options, runId, text),
    },
    start() {
      if (state !== 'idle') return
      state = 'started'
      unsubscribe = database.subscribe(queueTopic, () => look())
      poll = setInterval(() => look(), pollMs)
      heartbeat = setInterval(() => void beatAll().catch(onBug), heartbeatMs)
      look(options.adopt ?? false)
    },
    async stop() {
      if (state === 'stopped') return
      state = 'stopped'
      clearInterval(poll)
      unsubscribe?.()
      stopping.abort()
      await looking
      for (const claim of claims.values()) stopClaim(claim, 'handedBack')
      await Promise.all([...claims.values()].map((claim) => claim.done))
      clearInterval(heartbeat)
    },
    active: () => [...claims.keys()],
  }
}

const runningRow = statement((db: Kysely<RunTables>, { id, startedAt }: { id: string; startedAt: number | null }) =>
  db.updateTable('runs').set({ status: 'running', started_at: startedAt }).where('id', '=', id),
)

function runRecord(value: RunRecord): SessionRecord {
  return { type: 'run', key: value.id, value, headers: { operation: 'update' } }
}
