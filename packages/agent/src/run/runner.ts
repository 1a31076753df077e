import type { Database, Query, SessionStreams } from '@atelier/streams'
import type { RunRecord } from '../contract/run.ts'
import type { RunStep } from '../contract/step.ts'
import type { RunRow } from '../contract/tables.ts'
import type { CacheBreak } from '../loop/cacheWatch.ts'
import type { RoundLimits } from '../loop/round.ts'
import {
  editWaiting,
  type QueueRefusal,
  queueTopic,
  removeWaiting,
  runTopic,
  type SendOutcome,
  sendWaiting,
  startDueMessage,
} from '../queue/queue.ts'
import { type EnqueueOutcome, enqueue, type RequestPorts, type RunRequest } from '../queue/requests.ts'
import type { Tracer } from '../tracing/trace.ts'
import { requestAbort } from './abort.ts'
import { delay } from './delay.ts'
import { type Claim, createExecuteRun, stopClaim } from './executeRun.ts'
import { createLeases } from './lease.ts'
import type { AgentScope } from './scope.ts'

export interface RunnerOptions {
  database: Database
  streams: SessionStreams
  /** Milliseconds since the epoch. */
  now(): number
  /** Unique ids that sort by time. */
  newId(): string
  /** 0…1, for the jitter of retries. Defaults to `Math.random`. */
  random?(): number
  /** Resolves after `ms`, or at once when `signal` is aborted. Defaults to a timer. */
  delay?(ms: number, signal: AbortSignal): Promise<void>
  /** Names the holder of a lease: stable over restarts if `adopt` is set, unique per process otherwise. */
  instanceId: string
  /** Why no model would answer in a session. Every way to begin a run asks it. */
  missingModel?: RequestPorts['missingModel']
  /** Which scopes can run, by name. */
  scopes: Record<string, AgentScope>
  /** Resume at once the runs whose lease has this instance's name: only one process may ever have that name. */
  adopt?: boolean
  /** With the poll it is the longest pause of a run whose server dies: 7 s, so that it is under ten. */
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
  /** Called with an error of the runtime itself; it never holds a secret. */
  onBug?(error: unknown): void
  /** Called after each step of each run; what it does synchronously happens before the next step. */
  step?(name: RunStep, runId: string): void
  tracer?: Tracer
  /** Called when a provider read nothing of a prefix that it should have had in its cache, and which part had changed. */
  onCacheBreak?(broken: CacheBreak): void
  /** Called when this process is done with a run: it has ended, waits, or continues elsewhere. */
  left?(row: RunRow): void
  /** Further rows for the commit that ends a run, however it ends; `row` is the run as it was claimed. */
  ended?(row: RunRow, run: RunRecord): Query[]
}

export interface Runner {
  enqueue(request: RunRequest): Promise<EnqueueOutcome>
  /** Stops a run, whichever process runs it, or removes one that waits; false if it has ended. */
  abort(runId: string): Promise<boolean>
  /** Sends a waiting message now, removes it, or replaces its text. */
  queue: {
    send(runId: string): Promise<SendOutcome>
    remove(runId: string): Promise<{ ok: true } | QueueRefusal>
    edit(runId: string, text: string): Promise<{ ok: true } | QueueRefusal>
  }
  /** Begins to take runs. */
  start(): void
  /** Releases its runs, so that another process or the next start continues them, and claims no more. */
  stop(): Promise<void>
  /** The runs that this process executes. */
  active(): string[]
}

interface Driven extends Claim {
  done: Promise<void>
}

/** Stop requests of a run, watched from before the claim until release. */
interface Watched {
  /** A notification came before the claim was known. */
  told: boolean
  claim: Claim | undefined
  end(): void
}

/** The least time between two reads of the queue, in milliseconds. */
const lookEveryMs = 10
/** At most this many runs are claimed beyond `concurrency`, if several become free at once. */
const claimsAtOnce = 32

export function createRunner(options: RunnerOptions): Runner {
  const { database, now } = options
  const heartbeatMs = options.heartbeatMs ?? 2000
  const pollMs = options.pollMs ?? 1000
  const concurrency = options.concurrency ?? 2000
  const onBug = options.onBug ?? (() => undefined)
  const leases = createLeases({ database, instanceId: options.instanceId, leaseMs: options.leaseMs ?? 7000, now })
  const executeRun = createExecuteRun(options)
  const claims = new Map<string, Driven>()
  // How often in a row a run was released because the storage failed.
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
    // Together, so that claims that are made at once share a commit.
    for (let at = 0; at < ids.length; at += claimsAtOnce) {
      const taken = await Promise.all(ids.slice(at, at + claimsAtOnce).map((id) => take(id, adopt)))
      if (taken.includes(false)) return
    }
    for (const sessionId of free.sessions) {
      if (state !== 'started' || claims.size >= concurrency) return
      const begun = await startDueMessage(options, sessionId)
      if (begun === undefined) continue
      options.step?.('placed', begun)
      if (!(await take(begun, false))) return
    }
  }

  /** Claims a run unless another process has it; false if this runner takes no more. */
  async function take(id: string, adopt: boolean): Promise<boolean> {
    if (state !== 'started' || claims.size >= concurrency) return false
    if (claims.has(id)) return true
    // Watched from before the claim on, so that a request to stop is either in the row or notified.
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
    const claim: Driven = { row, controller, why: 'aborted', done: Promise.resolve() }
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
        options.left?.(row)
        look()
      })
  }

  /**
   * Releases a run that could not continue, so that it is claimed again as soon as its lease can be written, and not
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
      await executeRun(claim)
    } finally {
      watched.end()
      controller.abort()
    }
    if (claim.why === 'handedBack') await leases.release(row.id, row.epoch)
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
