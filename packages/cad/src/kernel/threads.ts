import { Worker } from 'node:worker_threads'
import { type Part, sketchOf } from '../document/part.ts'
import type { FromKernel, ThreadData, ToKernel } from './messages.ts'
import type { Answer, Ask, Failing, Kernel } from './port.ts'

/** How long one feature, and a whole call, may take. */
const FEATURE_MS = 10_000
const CALL_MS = 60_000
const IMPORT_FACTOR = 4
/** Threads start and warm up within this, also on a busy machine; after two that do not, waiting calls are refused. */
const START_MS = 120_000
const MOST_FAILED_STARTS = 2
const IDLE_MS = 60_000
/** Memory at which a thread is replaced; a kernel's memory never shrinks. */
const MOST_BYTES = 600 * 1024 * 1024
/** Features that hung or crashed which are remembered. */
const MOST_FAILING = 200
/** Calls that wait. */
const MOST_WAITING = 200

export interface KernelThreadsOptions {
  /** Threads at a time; 0: none, and calls are refused. */
  most: number
  /** The kernel's module, compiled once. It is asked for when the first thread starts. */
  module(): Promise<WebAssembly.Module>
  /** The program of a thread, where it is not the one beside this file. */
  program?: URL
  featureMs?: number
  idleMs?: number
}

/** The options of one call. */
export interface CallOptions {
  /** A part's id: its calls go to the thread that knows its shapes, if that is free. */
  affinity?: string
  /** Whose call it is, such as a project's id: the first call of each owner comes before the second of any. */
  owner?: string
  /** The bytes of a file that the part imports. Threads keep them, so the part MUST only name files that it may read. */
  file?(hash: string): Promise<Uint8Array | undefined>
}

export interface KernelThreads extends Kernel {
  evaluate(part: Part, ask: Ask, options?: CallOptions): Promise<Answer>
  /** How many threads there are. */
  readonly size: number
  close(): Promise<void>
}

interface Thread {
  worker: Worker
  /** The files that it has. */
  files: Set<string>
  ready: boolean
  job?: Job | undefined
  affinity?: string | undefined
  timer?: NodeJS.Timeout | undefined
  callTimer?: NodeJS.Timeout | undefined
  /** The feature that is being made. */
  feature?: string | undefined
}
interface Job {
  id: number
  part: Part
  ask: Ask
  affinity: string | undefined
  owner: string | undefined
  files: readonly (readonly [hash: string, bytes: Uint8Array])[]
  tries: number
  resolve(answer: Answer): void
  reject(error: Error): void
}

type Failure = 'kernel_timeout' | 'kernel_crashed'

/** Kernels in threads. A thread that hangs, traps or has grown too large is ended, and another takes over. */
export function createKernelThreads(options: KernelThreadsOptions): KernelThreads {
  const { most, module, featureMs = FEATURE_MS, idleMs = IDLE_MS } = options
  const program = options.program ?? new URL('./thread.ts', import.meta.url)
  const threads = new Set<Thread>()
  const waiting: Job[] = []
  const failing = new Map<string, Failure>()
  /** When each owner's last call was given to a thread, as a number that counts up. */
  const lastGiven = new Map<string | undefined, number>()
  let given = 0
  let count = 0
  let starting = 0
  let failedStarts = 0
  let closed = false

  function next(): void {
    for (const job of inTurn()) {
      const free = [...threads].filter((thread) => thread.ready && !thread.job)
      const thread = free.find(({ affinity }) => affinity !== undefined && affinity === job.affinity) ?? free[0]
      if (!thread) break
      waiting.splice(waiting.indexOf(job), 1)
      give(thread, job)
    }
    if (waiting.length > 0 && !closed && threads.size + starting < most && [...threads].every((thread) => thread.job))
      void start()
  }

  /** The calls that wait, in the order in which they are to be answered. */
  function inTurn(): Job[] {
    const turns = new Map<string | undefined, number>()
    const takeTurn = ({ owner }: Job): number => {
      const turn = turns.get(owner) ?? 0
      turns.set(owner, turn + 1)
      return turn
    }
    for (const { job } of threads) if (job) takeTurn(job)
    const ranked = waiting.map((job) => ({ job, turn: takeTurn(job), last: lastGiven.get(job.owner) ?? 0 }))
    return ranked.sort((a, b) => a.turn - b.turn || a.last - b.last).map(({ job }) => job)
  }

  async function start(): Promise<void> {
    starting += 1
    try {
      const data: ThreadData = { module: await module() }
      if (closed) return
      const worker = new Worker(program, { workerData: data })
      const thread: Thread = { worker, ready: false, files: new Set() }
      threads.add(thread)
      thread.timer = setTimeout(() => end(thread, 'kernel_timeout'), START_MS)
      worker.on('message', (message: FromKernel) => onMessage(thread, message))
      worker.on('error', () => end(thread, 'kernel_crashed'))
      worker.on('exit', () => end(thread, 'kernel_crashed'))
      worker.unref()
    } catch (error) {
      for (const job of waiting.splice(0)) job.reject(error instanceof Error ? error : new Error(String(error)))
    } finally {
      starting -= 1
    }
  }

  function give(thread: Thread, job: Job): void {
    clearTimeout(thread.timer)
    given += 1
    if (waiting.length === 0) lastGiven.clear()
    lastGiven.set(job.owner, given)
    thread.job = job
    thread.affinity = job.affinity
    thread.feature = undefined
    thread.timer = setTimeout(() => end(thread, 'kernel_timeout'), featureMs)
    thread.callTimer = setTimeout(() => end(thread, 'kernel_timeout'), CALL_MS)
    const files = job.files.filter(([hash]) => !thread.files.has(hash))
    for (const [hash] of files) thread.files.add(hash)
    const message: ToKernel = { id: job.id, part: job.part, ask: job.ask, failing: failingIn(job.part), files }
    thread.worker.postMessage(message)
  }

  function onMessage(thread: Thread, message: FromKernel): void {
    if (!threads.has(thread)) return
    if (message.type === 'ready') {
      thread.ready = true
      failedStarts = 0
      rest(thread)
      return
    }
    const { job } = thread
    if (!job || message.id !== job.id) return
    switch (message.type) {
      case 'feature':
        thread.feature = message.feature
        clearTimeout(thread.timer)
        thread.timer = setTimeout(() => end(thread, 'kernel_timeout'), deadlineOf(job.part, message.feature))
        break
      case 'trapped':
        end(thread, 'kernel_crashed')
        break
      case 'answer':
        release(thread)
        job.resolve(message.answer)
        if (message.memory > MOST_BYTES) end(thread, 'kernel_crashed')
        else rest(thread)
        break
      case 'threw':
        release(thread)
        job.reject(new Error(message.message))
        rest(thread)
        break
    }
  }

  /** A file of 10,000 faces takes longer to read than anything to make. */
  function deadlineOf({ features }: Part, feature: string): number {
    const isImport = features.some(({ id, type }) => id === feature && type === 'import')
    return isImport ? IMPORT_FACTOR * featureMs : featureMs
  }

  function release(thread: Thread): void {
    clearTimeout(thread.timer)
    clearTimeout(thread.callTimer)
    thread.job = undefined
  }

  function rest(thread: Thread): void {
    clearTimeout(thread.timer)
    thread.timer = setTimeout(() => end(thread, 'kernel_timeout'), idleMs)
    thread.timer.unref()
    next()
  }

  /** Ends a thread. The call that it was at is tried again once, without the feature that it was making. */
  function end(thread: Thread, why: Failure): void {
    if (!threads.delete(thread)) return
    const { job, feature, ready } = thread
    release(thread)
    if (!ready) failedStarts += 1
    if (failedStarts >= MOST_FAILED_STARTS) refuseWaiting(why, 'No kernel can be started.')
    void thread.worker.terminate()
    if (job && !closed) {
      if (feature !== undefined) remember(job.part, feature, why)
      job.tries += 1
      if (job.tries < 3 && feature !== undefined) waiting.unshift(job)
      else
        job.resolve({
          kind: 'refused',
          code: why,
          message: why === 'kernel_timeout' ? 'The kernel took too long.' : 'The kernel crashed.',
        })
    }
    if (!closed) next()
  }

  function refuseWaiting(code: Failure, message: string): void {
    failedStarts = 0
    for (const { resolve } of waiting.splice(0)) resolve({ kind: 'refused', code, message })
  }

  function remember(part: Part, feature: string, why: Failure): void {
    failing.set(signatureOf(part, feature), why)
    const [oldest] = failing.keys()
    if (failing.size > MOST_FAILING && oldest !== undefined) failing.delete(oldest)
  }

  function failingIn(part: Part): Failing {
    if (failing.size === 0) return {}
    return Object.fromEntries(
      part.features.flatMap(({ id }) => {
        const why = failing.get(signatureOf(part, id))
        return why ? [[id, why]] : []
      }),
    )
  }

  /** The files that a part's imports name. */
  async function filesOf({ features }: Part, file: CallOptions['file']): Promise<Job['files']> {
    const hashes = features.flatMap(({ type, inputs }) =>
      type === 'import' && typeof inputs.hash === 'string' ? [inputs.hash] : [],
    )
    const read = await Promise.all([...new Set(hashes)].map(async (hash) => [hash, await file?.(hash)] as const))
    return read.flatMap(([hash, bytes]) => (bytes ? [[hash, bytes] as const] : []))
  }

  return {
    get size() {
      return threads.size
    },
    async evaluate(part, ask, { affinity, owner, file } = {}) {
      if (closed || most === 0 || waiting.length >= MOST_WAITING) {
        const message = most === 0 ? 'This server has no kernel for parts.' : 'Too many parts are being built.'
        return { kind: 'refused', code: 'out_of_memory', message }
      }
      const files = await filesOf(part, file)
      count += 1
      const { promise, resolve, reject } = Promise.withResolvers<Answer>()
      waiting.push({ id: count, part, ask, affinity, owner, files, tries: 0, resolve, reject })
      next()
      return promise
    },
    async close() {
      closed = true
      for (const { job } of threads)
        job?.resolve({ kind: 'refused', code: 'kernel_timeout', message: 'The server is ending.' })
      refuseWaiting('kernel_timeout', 'The server is ending.')
      const all = [...threads]
      for (const thread of all) release(thread)
      threads.clear()
      await Promise.all(all.map(({ worker }) => worker.terminate()))
    },
  }
}

/** Everything that a feature's making depends on: it is tried again when any of it changes. */
function signatureOf(part: Part, feature: string): string {
  const before = part.features.slice(0, part.features.findIndex(({ id }) => id === feature) + 1)
  return JSON.stringify([
    before,
    part.parameters,
    before.filter(({ type }) => type === 'sketch').map(({ id }) => sketchOf(part, id)),
  ])
}
