import { join } from 'node:path'
import type { CheckedFiles, Finding } from '@atelier/content'
import type { Documents } from '@atelier/documents'
import { type Database, queryBuilder, rowsOf } from '@atelier/streams'
import { type ConnectOutcome, createConnection, type RemoteInput } from './connection.ts'
import { type AllContentProjects, IMPORTING, type StoredEntries } from './contract/projects.ts'
import type { RepositoryTables } from './contract/tables.ts'
import { REPOSITORY_TOPIC } from './contract/topics.ts'
import { type FileReading, readHere } from './files/fileReading.ts'
import { findingsOf, type RepositoryFindings, readFindings, recordFindings } from './files/findings.ts'
import { contentFiles } from './files/outsideFiles.ts'
import { CONTENT_BRANCH, openRepository } from './git/bareRepository.ts'
import { DAMAGED, problemAt } from './git/damage.ts'
import type { FoundGit } from './git/git.ts'
import { branchRef } from './git/names.ts'
import { createDatabasePort, projectsBehind, recordUnreadable } from './log/databasePort.ts'
import { projectsToWriteAtOnce } from './log/endedRuns.ts'
import { underLease } from './log/lease.ts'
import { createTurns } from './log/turns.ts'
import { createOncePerMinute, createWebhookTimes, knowsSecret, type WebhookCall } from './log/webhook.ts'
import type { WriterPort } from './log/writerPort.ts'
import { branchTip, createBranchRefs, projectsToTidy } from './projection/branchRefs.ts'
import { createContentStates } from './projection/contentStates.ts'
import { createProjection } from './projection/projection.ts'
import { createWriter, type FlushOutcome, type Writer } from './projection/writer.ts'
import { rebuildRepository } from './rebuild.ts'
import type { RemoteStore } from './remote/remoteStore.ts'
import type { RemotePolicy } from './remote/remoteUrl.ts'
import { importUnderWay, projectsImporting } from './sync/importContent.ts'
import { syncRemote } from './sync/sync.ts'
import type { SyncOutcome } from './sync/syncSupport.ts'

/** How far the repository of a project is. */
export interface RepositoryStatus {
  /** The last change of the content, the last one in the repository, and the last one that the remote has. */
  seq: number
  written: number
  pushed: number
  /** The address of the remote, without what opens it; absent if there is none. */
  remote?: string
  /** The newest commit. */
  tip?: string
  /** Up to date, behind, being written by this server, failed and tried again, or without git. */
  state: 'written' | 'waiting' | 'writing' | 'failed' | 'unavailable'
  /** The problem, as a sentence. */
  error?: string
  /** git cannot read it any more; it is to be made anew. */
  damaged?: true
  /** The problems of the files that others have written; absent if nothing is. */
  findings?: Pick<RepositoryFindings, 'errors' | 'warnings'> & { first: Finding[] }
}

export interface Repositories {
  /** Undefined if the project has no content. */
  status(projectId: string): Promise<RepositoryStatus | undefined>
  /**
   * Checks the files of the repository as they are with all edits, strictly; undefined if there are none. The findings
   * are kept for the status.
   */
  check(projectId: string): Promise<CheckedFiles | undefined>
  /** Why the settings or a model cannot be read; empty if they can be. */
  unreadable(projectId: string): Promise<Finding[]>
  /** Looks for what is to be written; when a run has ended, its edits are written at once. */
  look(): void
  /** Writes what is pending now. */
  flush(projectId: string): Promise<FlushOutcome>
  /** Merges what the remote has, and pushes; only writes if there is no remote. */
  sync(projectId: string): Promise<SyncOutcome>
  /** Puts a new repository in the place of a damaged one, and writes it from the content. */
  rebuild(projectId: string): Promise<SyncOutcome>
  /** Connects a remote that can be reached, and synchronizes with it for the first time. */
  connect(projectId: string, input: RemoteInput): Promise<ConnectOutcome>
  /**
   * Synchronizes because the remote says so, once a minute at most, and does not wait for it. False, and nothing is
   * done, if the caller does not know the secret of the project's webhook, or there is none.
   */
  called(projectId: string, call: WebhookCall): Promise<boolean>
  /** The import of a project that is under way, and why its last try failed; undefined if there is none. */
  importing(projectId: string): Promise<{ error?: string } | undefined>
  /** Forgets the remote and its secret, and gives up an import of it. Returns whether there was one. */
  disconnect(projectId: string): Promise<boolean>
  /** Ends what is being written; what is left is written after the next start. */
  close(): Promise<void>
}

export interface RepositoriesOptions {
  git: FoundGit
  dataDir: string
  database: Database
  documents: Documents
  projects: AllContentProjects
  entries: StoredEntries
  /** The owner of this process only. */
  owner: string
  /** Without it no remote is connected. */
  remotes?: { store: RemoteStore; policy: RemotePolicy }
  /** In this thread when absent. */
  reading?: FileReading
  newId(): string
  leaseMs?: number
  now(): number
  /** Calls `task` after some milliseconds, unless the returned function is called before; a timer when absent. */
  schedule?(task: () => void, ms: number): () => void
  failed(error: unknown): void
}

/** How long a server that died keeps others from writing, in milliseconds. */
const LEASE_MS = 8000
const BUSY = 'Another server writes at the moment.'
/** How often projects are looked for that a server which has ended left behind. */
const EVERY_MS = 5000
/** How often remotes are checked. */
const FETCH_MS = 5 * 60_000
/** How often refs of branches are looked for that were closed long ago. */
const TIDY_MS = 3_600_000
const MOST_AT_ONCE = 500
/** The number of projects whose last check is kept. */
const MOST_CHECKED = 20
/** The most findings that a status lists. */
const MOST_SHOWN = 50

/** Writes the repositories of all projects behind their content, together with the other servers. */
export function createRepositories(options: RepositoriesOptions): Repositories {
  const { git, dataDir, database, documents, projects, now, leaseMs = LEASE_MS } = options
  const { entries, schedule = byTimer, reading = readHere } = options
  const writers = new Map<string, Writer>()
  const syncing = new Map<string, Promise<SyncOutcome>>()
  const ending = new AbortController()
  /** The last change of each project that its writer knows of, and whether that is to be written at once. */
  const seen = new Map<string, { seq: number; immediate: boolean }>()
  let looking: Promise<void> | undefined
  let again = false
  let closed = false

  const turns = createTurns()
  const portOf = (projectId: string): WriterPort => ({
    ...createDatabasePort({ database, projectId, owner: options.owner, leaseMs, now }),
    turn: () => turns.take(projectId),
  })
  const repositoryOf = async (projectId: string) => {
    if (!git.ok) throw new Error(git.problem)
    return openRepository(git.git, dataDir, projectId)
  }

  async function syncOnce(projectId: string): Promise<SyncOutcome> {
    const { remotes } = options
    if (!git.ok || !remotes) return { ok: false, problem: git.ok ? 'No remotes are reached.' : git.problem }
    if ((await projects.findAny(projectId))?.importing)
      return { ok: false, problem: 'The content of the remote is being taken over at the moment.' }
    const port = portOf(projectId)
    let isMerged = false
    try {
      const outcome = await syncRemote({
        ...remotes,
        projectId,
        database,
        documents,
        projects,
        reading,
        port,
        leaseMs,
        ending: ending.signal,
        repository: () => repositoryOf(projectId),
        flush: () => writerOf(projectId).flush(),
        keyFolder: join(dataDir, 'content'),
        newId: options.newId,
        now,
        merged: () => {
          isMerged = true
        },
      })
      await port.problem(outcome.ok ? undefined : outcome.problem)
      // Remote changes are checked as a whole, even if they change no value, and problems until they are mended.
      const isDue = outcome.ok && (isMerged || (await hasFindings(projectId)))
      if (isDue) await check(projectId)
      return outcome
    } catch (error) {
      options.failed(error)
      const problem = problemAt(error, dataDir)
      await port.problem(problem)
      return { ok: false, problem }
    }
  }
  /** One at a time for each project: who asks meanwhile gets the same answer. */
  function sync(projectId: string): Promise<SyncOutcome> {
    const current = syncing.get(projectId)
    if (current) return current
    const started = syncOnce(projectId).finally(() => syncing.delete(projectId))
    syncing.set(projectId, started)
    return started
  }
  /** A push during a synchronization may be too late for it: another one follows. */
  async function syncAgain(projectId: string): Promise<void> {
    await syncing.get(projectId)
    if (!closed) await sync(projectId)
  }
  const syncSoon = createOncePerMinute(
    createWebhookTimes(database, now),
    (projectId) => void syncAgain(projectId).catch(options.failed),
    { schedule, failed: options.failed },
  )
  const connection = createConnection({ ...options, reading, leaseMs, ending: ending.signal, repositoryOf, sync })
  const flush = async (projectId: string): Promise<FlushOutcome> =>
    git.ok ? writerOf(projectId).flush() : { ok: false, code: 'failed', problem: git.problem }
  async function syncAll(): Promise<void> {
    const query = queryBuilder<RepositoryTables>(database.dialect)
      .selectFrom('content_projects')
      .select('project_id')
      .where('remote', 'is not', null)
    for (const { project_id } of await database.read(rowsOf(query))) {
      if (closed) return
      await sync(project_id)
    }
  }

  function writerOf(projectId: string): Writer {
    const known = writers.get(projectId)
    if (known) return known
    const repository = () => repositoryOf(projectId)
    const writer = createWriter({
      port: portOf(projectId),
      source: createProjection({
        repository,
        unreadable: async () => new Set((await readFindings(database, projectId)).broken),
        statesOf: (groups) => createContentStates({ database, documents, projects, entries, projectId, now }, groups),
        branchTip: (documentId) => branchTip(database, documentId),
      }),
      repository,
      branches: createBranchRefs({ database, documents, projects, entries, projectId, now }),
      defaultBranch: async () => (await projects.find(projectId))?.schema?.config.repository?.default_branch,
      leaseMs,
      problemOf: (error) => problemAt(error, dataDir),
      now,
      onWritten({ commits }) {
        if (commits === 0 || closed || syncing.has(projectId)) return
        void options.remotes?.store.find(projectId).then((remote) => remote && sync(projectId), options.failed)
      },
      schedule,
    })
    writers.set(projectId, writer)
    return writer
  }

  async function lookOnce(): Promise<void> {
    for (const projectId of await projectsImporting(database))
      if (!closed) void connection.resume(projectId).catch(options.failed)
    const behind = await projectsBehind(database, MOST_AT_ONCE)
    const isKnown = (projectId: string, seq: number) => seen.get(projectId)?.seq === seq
    const asked = behind.filter(({ projectId, seq }) => !isKnown(projectId, seq) || !seen.get(projectId)?.immediate)
    const ended = await projectsToWriteAtOnce(
      database,
      asked.map(({ projectId }) => projectId),
    )
    for (const { projectId, seq } of behind) {
      const immediate = ended.has(projectId)
      if (closed || (isKnown(projectId, seq) && !immediate)) continue
      seen.set(projectId, { seq, immediate })
      writerOf(projectId).changed({ immediate })
    }
    const still = new Set(behind.map(({ projectId }) => projectId))
    for (const [projectId, writer] of writers) {
      if (still.has(projectId) || writer.state !== 'idle') continue
      writers.delete(projectId)
      seen.delete(projectId)
    }
  }
  function look(): void {
    if (!git.ok) return
    again = true
    looking ??= (async () => {
      while (again && !closed) {
        again = false
        await lookOnce().catch(options.failed)
      }
    })().finally(() => {
      looking = undefined
    })
  }
  /** Refs of closed branches go at a write; here those of projects without writes. */
  async function tidy(): Promise<void> {
    for (const projectId of await projectsToTidy(database, projects, now())) if (!closed) await flush(projectId)
  }
  let tidying = git.ok ? tidy().catch(options.failed) : undefined
  const unsubscribe = git.ok ? database.subscribe(REPOSITORY_TOPIC, look) : () => {}
  const timer = git.ok ? setInterval(look, EVERY_MS) : undefined
  timer?.unref()
  const hourly = git.ok
    ? setInterval(() => {
        tidying = tidy().catch(options.failed)
      }, TIDY_MS)
    : undefined
  hourly?.unref()
  const fetching =
    git.ok && options.remotes ? setInterval(() => void syncAll().catch(options.failed), FETCH_MS) : undefined
  fetching?.unref()

  const hasFindings = async (projectId: string) => (await readFindings(database, projectId)).findings.length > 0
  /** The last check of each project. */
  const checked = new Map<string, CheckedFiles>()
  async function check(projectId: string): Promise<CheckedFiles | undefined> {
    if (!git.ok || !(await projects.find(projectId))) return undefined
    await flush(projectId)
    const repository = await repositoryOf(projectId)
    const tip = await repository.tip(branchRef(CONTENT_BRANCH))
    const known = checked.get(projectId)
    if (tip === undefined || known?.tip === tip) return known
    const { after, modes, sizes } = await contentFiles(repository, tip, { reading })
    const findings = await reading.check(after, { modes, sizes })
    const outcome = { tip, findings }
    checked.delete(projectId)
    checked.set(projectId, outcome)
    for (const oldest of checked.keys()) if (checked.size > MOST_CHECKED) checked.delete(oldest)
    const { broken } = await readFindings(database, projectId)
    await recordFindings(database, projectId, findingsOf(broken, findings))
    return outcome
  }

  async function syncOrFlush(projectId: string): Promise<SyncOutcome> {
    if (git.ok && options.remotes && (await options.remotes.store.find(projectId))) return sync(projectId)
    const flushed = await flush(projectId)
    if (flushed.ok) return { ok: true, pushed: false, applied: 0, conflicts: 0 }
    return { ok: false, problem: flushed.code === 'failed' ? flushed.problem : BUSY }
  }

  return {
    check,
    async unreadable(projectId) {
      const query = queryBuilder<RepositoryTables>(database.dialect)
        .selectFrom('content_projects')
        .select(['state', 'error'])
        .where('project_id', '=', projectId)
      const [row] = await database.read(rowsOf(query))
      if (row?.state !== 'error') return []
      return [{ severity: 'error', code: 'unreadable', message: row.error ?? 'The repository cannot be read.' }]
    },
    sync: syncOrFlush,
    async rebuild(projectId) {
      if (!git.ok) return { ok: false, problem: git.problem }
      await syncing.get(projectId)
      const parts = { git: git.git, dataDir, database, projectId, remotes: options.remotes }
      const leased = await underLease(portOf(projectId), { leaseMs, ending: ending.signal }, (signal) =>
        rebuildRepository(parts, signal),
      )
      if (!leased) return { ok: false, problem: BUSY }
      if (!leased.result.ok) return leased.result
      checked.delete(projectId)
      return syncOrFlush(projectId)
    },
    connect: connection.connect,
    importing: (projectId) => importUnderWay(database, projectId),
    async called(projectId, call) {
      const remote = await options.remotes?.store.find(projectId)
      if (!knowsSecret(remote?.webhookSecret, call)) return false
      await syncSoon(projectId)
      return true
    },
    async disconnect(projectId) {
      if (await connection.giveUp(projectId)) return true
      const { remotes } = options
      if (!remotes || !(await remotes.store.find(projectId))) return false
      await remotes.store.save(projectId, undefined)
      await recordUnreadable(database, projectId, undefined)
      return true
    },
    async status(projectId) {
      const query = queryBuilder<RepositoryTables>(database.dialect)
        .selectFrom('content_projects')
        .select(['seq', 'written_seq', 'pushed_seq', 'tip', 'state', 'error'])
        .where('project_id', '=', projectId)
        .where('state', '!=', IMPORTING)
      const [row] = await database.read(rowsOf(query))
      if (!row) return undefined
      const { seq, written_seq: written, pushed_seq: pushed, tip } = row
      const writing = writers.get(projectId)?.state === 'writing'
      const behind = writing ? ('writing' as const) : written < seq ? ('waiting' as const) : ('written' as const)
      const state = !git.ok
        ? ('unavailable' as const)
        : row.state === 'failed' || row.state === 'error'
          ? ('failed' as const)
          : behind
      const error = git.ok ? row.error : git.problem
      const { findings, errors, warnings } = await readFindings(database, projectId)
      const remote = await options.remotes?.store.url(projectId)
      return {
        seq,
        written,
        pushed,
        ...(remote === undefined ? {} : { remote }),
        ...(tip === null ? {} : { tip }),
        state,
        ...(error === null ? {} : { error }),
        ...(error === DAMAGED ? { damaged: true as const } : {}),
        ...(findings.length === 0 ? {} : { findings: { errors, warnings, first: findings.slice(0, MOST_SHOWN) } }),
      }
    },
    look,
    flush,
    async close() {
      closed = true
      unsubscribe()
      clearInterval(timer)
      clearInterval(fetching)
      clearInterval(hourly)
      ending.abort()
      await looking
      await tidying
      await Promise.all(syncing.values())
      await connection.rest()
      await Promise.all([...writers.values()].map((writer) => writer.close()))
    },
  }
}

function byTimer(task: () => void, ms: number): () => void {
  const timer = setTimeout(task, ms)
  timer.unref()
  return () => clearTimeout(timer)
}
