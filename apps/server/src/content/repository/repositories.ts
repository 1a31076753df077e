import type { Documents } from '@atelier/documents'
import { type Database, queryBuilder, rowsOf } from '@atelier/streams'
import type { Tables } from '../../database/tables.ts'
import { REPOSITORY_TOPIC } from '../changes.ts'
import type { ContentProjects } from '../contentProjects.ts'
import { createStoredEntries, type StoredEntries } from '../storedEntries.ts'
import { openRepository } from './bareRepository.ts'
import { createContentStates } from './contentStates.ts'
import { createDatabasePort, projectsBehind } from './databasePort.ts'
import type { FoundGit } from './git.ts'
import { createProjection } from './projection.ts'
import { createWriter, type FlushOutcome, type Writer } from './writer.ts'

/** How far the repository of a project is. */
export interface RepositoryStatus {
  /** The last change of the content, the last one in the repository, and the last one that the remote has. */
  seq: number
  written: number
  pushed: number
  /** The newest commit. */
  tip?: string
  /** Up to date, behind, being written by this server, failed and tried again, or without git. */
  state: 'written' | 'waiting' | 'writing' | 'failed' | 'unavailable'
  /** What is wrong, as a sentence. */
  error?: string
}

export interface Repositories {
  /** Undefined if the project has no content. */
  status(projectId: string): Promise<RepositoryStatus | undefined>
  /** Writes what is pending now. */
  flush(projectId: string): Promise<FlushOutcome>
  /** Ends what is being written; what is left is written after the next start. */
  close(): Promise<void>
}

export interface RepositoriesOptions {
  git: FoundGit
  dataDir: string
  database: Database
  documents: Documents
  projects: ContentProjects
  entries?: StoredEntries
  /** Of this process, and of no other one. */
  owner: string
  leaseMs?: number
  now(): number
  failed(error: unknown): void
}

/** How long a server that died keeps others from writing, in milliseconds. */
const LEASE_MS = 8000
/** How often projects are looked for that a server which has ended left behind. */
const EVERY_MS = 5000
const MOST_AT_ONCE = 500

/** Writes the repositories of all projects behind their content, together with the other servers. */
export function createRepositories(options: RepositoriesOptions): Repositories {
  const { git, dataDir, database, documents, projects, now, leaseMs = LEASE_MS } = options
  const { entries = createStoredEntries(database) } = options
  const writers = new Map<string, Writer>()
  /** The last change of each project that its writer knows of. */
  const seen = new Map<string, number>()
  let looking: Promise<void> | undefined
  let again = false
  let closed = false

  function writerOf(projectId: string): Writer {
    const known = writers.get(projectId)
    if (known) return known
    const repository = async () => {
      if (!git.ok) throw new Error(git.problem)
      return openRepository(git.git, dataDir, projectId)
    }
    const writer = createWriter({
      port: createDatabasePort({ database, projectId, owner: options.owner, leaseMs, now }),
      source: createProjection({
        repository,
        statesOf: (groups) => createContentStates({ database, documents, projects, entries, projectId, now }, groups),
      }),
      repository,
      defaultBranch: async () => (await projects.find(projectId))?.schema?.config.repository?.default_branch,
      leaseMs,
      now,
      schedule(task, ms) {
        const timer = setTimeout(task, ms)
        timer.unref()
        return () => clearTimeout(timer)
      },
    })
    writers.set(projectId, writer)
    return writer
  }

  async function lookOnce(): Promise<void> {
    const behind = await projectsBehind(database, MOST_AT_ONCE)
    for (const { projectId, seq } of behind) {
      if (closed || seen.get(projectId) === seq) continue
      seen.set(projectId, seq)
      writerOf(projectId).changed()
    }
    const still = new Set(behind.map(({ projectId }) => projectId))
    for (const [projectId, writer] of writers) {
      if (still.has(projectId) || writer.state !== 'idle') continue
      writers.delete(projectId)
      seen.delete(projectId)
    }
  }
  function look(): void {
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
  const unsubscribe = git.ok ? database.subscribe(REPOSITORY_TOPIC, look) : () => {}
  const timer = git.ok ? setInterval(look, EVERY_MS) : undefined
  timer?.unref()

  return {
    async status(projectId) {
      const query = queryBuilder<Tables>(database.dialect)
        .selectFrom('content_projects')
        .select(['seq', 'written_seq', 'pushed_seq', 'tip', 'state', 'error'])
        .where('project_id', '=', projectId)
      const [row] = await database.read(rowsOf(query))
      if (!row) return undefined
      const { seq, written_seq: written, pushed_seq: pushed, tip } = row
      const writing = writers.get(projectId)?.state === 'writing'
      const behind = writing ? ('writing' as const) : written < seq ? ('waiting' as const) : ('written' as const)
      const state = !git.ok ? ('unavailable' as const) : row.state === 'failed' ? ('failed' as const) : behind
      const error = git.ok ? row.error : git.problem
      return { seq, written, pushed, ...(tip === null ? {} : { tip }), state, ...(error === null ? {} : { error }) }
    },
    flush: async (projectId) =>
      git.ok ? writerOf(projectId).flush() : { ok: false, code: 'failed', problem: git.problem },
    async close() {
      closed = true
      unsubscribe()
      clearInterval(timer)
      await looking
      await Promise.all([...writers.values()].map((writer) => writer.close()))
    },
  }
}
