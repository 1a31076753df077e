import { errorMessage } from '@atelier/operation'
import { type BareRepository, CONTENT_BRANCH, RepositoryError } from '../git/bareRepository.ts'
import { type CommitToWrite, writeCommits } from '../git/fastImport.ts'
import { branchRef } from '../git/names.ts'
import { type Change, type ChangeGroup, dueAt, groupChanges, trailersOf } from '../log/groups.ts'
import { underLease } from '../log/lease.ts'
import type { CommitSource, OpenSource, WriterPort } from '../log/writerPort.ts'
import type { BranchRefs } from './branchRefs.ts'

export type FlushOutcome =
  /** `seq` is the last change that is in the repository, `commits` how many were written. */
  | { ok: true; seq: number; tip: string | undefined; commits: number }
  /** Another server writes at the moment. */
  | { ok: false; code: 'busy' }
  | { ok: false; code: 'failed'; problem: string }

export interface Writer {
  /** Says that there are changes; `immediate` when a run has ended or a branch was merged. */
  changed(options?: { immediate?: boolean }): void
  /** Writes what is pending now. Never rejects. */
  flush(): Promise<FlushOutcome>
  /** Waiting for the end of a burst, writing, failed until the next try, or nothing to do. */
  readonly state: 'idle' | 'waiting' | 'writing' | 'failed'
  /** Begins no further write, ends the current one and gives the lease back. */
  close(): Promise<void>
}

export interface WriterOptions {
  port: WriterPort
  source: CommitSource
  /** Opens the project's repository, making it if there is none. */
  repository(): Promise<BareRepository>
  /** The refs of open branches; none are written when absent. */
  branches?: BranchRefs
  /** The branch that follows the content; none when absent. */
  defaultBranch?(): Promise<string | undefined>
  /** How long a lease lasts, in milliseconds. It is renewed three times as often. */
  leaseMs: number
  /** Describes a failure; its message is shown when absent. */
  problemOf?(error: unknown): string
  now(): number
  /** Calls `task` after some milliseconds, unless the returned function is called before. */
  schedule(task: () => void, ms: number): () => void
  /** Called after each write, with the tip of the content. */
  onWritten?(outcome: { seq: number; tip: string | undefined; commits: number }): void
}

/** Changes that one `git fast-import` is given at most. */
const BATCH = 5000
const BUSY_MS = 1000
const FAILED_MS = [5000, 30_000, 120_000, 300_000] as const

/** Writes one project's changes to its repository, in bursts, by whichever server holds the lease. */
export function createWriter(options: WriterOptions): Writer {
  const { port, now, schedule } = options
  const ending = new AbortController()
  let first: number | undefined
  let last = 0
  let immediate = false
  let cancel: (() => void) | undefined
  let writing: Promise<FlushOutcome> | undefined
  /** A write that follows the one under way. */
  let next: Promise<FlushOutcome> | undefined
  let failures = 0
  /** Whether this process has looked for what killed ones left. */
  let cleaned = false

  const plan = (at: number) => {
    cancel?.()
    cancel = ending.signal.aborted ? undefined : schedule(() => void flush(), Math.max(0, at - now()))
  }
  const begin = (): Promise<FlushOutcome> => {
    cancel?.()
    cancel = undefined
    writing = flushOnce().finally(() => {
      writing = undefined
      if (first !== undefined && cancel === undefined) plan(dueAt({ firstAt: first, lastAt: last, immediate }))
    })
    return writing
  }
  const flush = (): Promise<FlushOutcome> => {
    if (writing === undefined) return begin()
    // A write that is under way may have read before the caller's last edit.
    next ??= writing.then(() => {
      next = undefined
      return begin()
    })
    return next
  }

  async function flushOnce(): Promise<FlushOutcome> {
    const began = { first, last, immediate }
    first = undefined
    immediate = false
    const again = (ms: number) => {
      first = Math.min(began.first ?? now(), first ?? Number.POSITIVE_INFINITY)
      last = Math.max(began.last, last)
      plan(now() + ms)
    }
    try {
      const leased = await underLease(port, { leaseMs: options.leaseMs, ending: ending.signal }, write)
      if (leased === undefined) {
        again(BUSY_MS)
        return { ok: false, code: 'busy' }
      }
      const outcome = leased.result
      cleaned = true
      if (failures > 0) await port.problem(undefined)
      failures = 0
      options.onWritten?.(outcome)
      return { ok: true, ...outcome }
    } catch (error) {
      cleaned = false
      if (ending.signal.aborted) return { ok: false, code: 'failed', problem: 'The server ends.' }
      const problem = options.problemOf?.(error) ?? errorMessage(error)
      again(FAILED_MS[Math.min(failures, FAILED_MS.length - 1)] ?? 0)
      failures += 1
      await port.problem(problem).catch(() => {})
      return { ok: false, code: 'failed', problem }
    }
  }

  async function write(signal: AbortSignal, taken: 'taken' | 'abandoned') {
    const repository = await options.repository()
    if (taken === 'abandoned' || !cleaned) await repository.removeLeftovers()
    const outcome = await writePending(repository, options, signal)
    const follows = await options.defaultBranch?.()
    if (follows !== undefined) await repository.followDefault(follows)
    await repository.packWhenDue(now())
    return outcome
  }

  return {
    changed(said = {}) {
      const at = now()
      first ??= at
      last = at
      immediate ||= said.immediate ?? false
      if (writing === undefined && failures === 0) plan(dueAt({ firstAt: first, lastAt: last, immediate }))
    },
    flush,
    get state() {
      if (writing !== undefined) return 'writing'
      if (failures > 0) return 'failed'
      return first === undefined ? 'idle' : 'waiting'
    },
    async close() {
      ending.abort()
      cancel?.()
      await (next ?? writing)
    },
  }
}

async function writePending(
  repository: BareRepository,
  { port, source, branches }: WriterOptions,
  signal: AbortSignal,
): Promise<{ seq: number; tip: string | undefined; commits: number }> {
  const content = branchRef(CONTENT_BRANCH)
  const progress = await port.progress()
  let commits = 0
  const found = await repository.tip(content)
  // A repository that was put back from a backup may be behind what was written to it.
  const behind = found !== undefined && found !== progress.tip ? await repository.writtenSeq(content) : progress.written
  const began = Math.min(progress.written, behind)
  for (let from = began; ; ) {
    signal.throwIfAborted()
    const changes = await port.pending(from, BATCH)
    const tip = await repository.tip(content)
    const upTo = changes.at(-1)?.seq
    if (upTo === undefined) {
      if (from === began) commits += (await branches?.write(repository, progress.seq, signal)) ?? 0
      // The last numbers may belong to nothing that is written.
      if (progress.seq > from) await port.written(progress.seq, tip)
      return { seq: Math.max(from, progress.seq), tip, commits }
    }
    commits += await writeBatch(repository, source, { changes, seq: Math.max(progress.seq, upTo) }, signal)
    // Before the batch is recorded, so that a crash in between leaves it to be done again.
    commits += (await branches?.write(repository, upTo, signal)) ?? 0
    const after = await repository.tip(content)
    if (!(await port.written(upTo, after))) throw new Error('Another server has taken over the repository.')
    // Edits made during this write wait for the next one. Otherwise a person who keeps typing causes a commit a second.
    if (upTo >= progress.seq) return { seq: upTo, tip: after, commits }
    from = upTo
  }
}

/** Writes changes, without those that a write which was not recorded has put there already. */
async function writeBatch(
  repository: BareRepository,
  source: CommitSource,
  { changes, seq: known }: { changes: readonly Change[]; seq: number },
  signal: AbortSignal,
): Promise<number> {
  const tips = new Map<string, string | undefined>()
  const there = new Map<string, number>()
  for (const ref of new Set(changes.map((change) => change.ref))) {
    tips.set(ref, await repository.tip(ref))
    there.set(ref, await repository.writtenSeq(ref))
  }
  const missing = changes.filter(({ ref, seq }) => {
    const written = there.get(ref) ?? 0
    // A number beyond what there is comes from elsewhere and says nothing.
    return seq > written || written > known
  })
  if (missing.length === 0) return 0
  const groups = groupChanges(missing)
  const open = await source.open(groups, tips)
  const imported = await writeCommits(repository, commitsOf(groups, tips, open), { signal }).finally(() => open.close())
  if (imported.ok) return imported.commits.length
  signal.throwIfAborted()
  if (imported.code === 'stale')
    throw new Error(`Another process has written to ${imported.refs.join(', ')} in the meantime.`)
  throw new RepositoryError('Content could not be written to the repository', imported.failure)
}

async function* commitsOf(
  groups: readonly ChangeGroup[],
  tips: ReadonlyMap<string, string | undefined>,
  source: OpenSource,
): AsyncGenerator<CommitToWrite> {
  for (const group of groups) {
    const { ref, by, coAuthors, changes } = group
    const parent = tips.get(ref)
    const made = await source.commitOf(group)
    if (made === undefined) continue
    const at = Math.max(...changes.map((change) => change.at))
    yield {
      ref,
      ...(parent === undefined ? {} : { parent }),
      author: by,
      coAuthors,
      at,
      trailers: trailersOf(group),
      ...made,
    }
  }
}
