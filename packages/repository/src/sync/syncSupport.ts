import { setTimeout } from 'node:timers/promises'
import type { Documents } from '@atelier/documents'
import { type Database, queryBuilder, rowsOf } from '@atelier/streams'
import type { ContentProjects } from '../contract/projects.ts'
import type { RepositoryTables } from '../contract/tables.ts'
import type { FileReading } from '../files/fileReading.ts'
import type { BareRepository } from '../git/bareRepository.ts'
import { underLease } from '../log/lease.ts'
import type { WriterPort } from '../log/writerPort.ts'
import type { FlushOutcome } from '../projection/writer.ts'
import { openRemote, type Remote, type RemoteOptions } from '../remote/remote.ts'
import type { RemoteProblem } from '../remote/remoteProblem.ts'
import type { ProjectRemote, RemoteStore } from '../remote/remoteStore.ts'

export type SyncOutcome =
  | { ok: true; pushed: boolean; applied: number; conflicts: number; branch?: string }
  | Pick<RemoteProblem, 'ok' | 'problem' | 'hint'>

export interface SyncOptions {
  projectId: string
  database: Database
  documents: Documents
  projects: ContentProjects
  store: RemoteStore
  port: WriterPort
  leaseMs: number
  ending: AbortSignal
  repository(): Promise<BareRepository>
  flush(): Promise<FlushOutcome>
  policy: RemoteOptions['policy']
  keyFolder: string
  reading: FileReading
  newId(): string
  now(): number
  /** Called when something of the remote has been made a part of the history here. */
  merged?(): void
}

/** How long another server that has the lease is waited for, and how often it is looked at. */
const PATIENCE_MS = 10_000
const BUSY_MS = 100

/** Why a step of a synchronization was not done, as a person reads it. */
export type Failed = Pick<RemoteProblem, 'ok' | 'problem' | 'hint'>

/** Writes what is pending here; waits for a while where another server writes at the moment. */
export async function flushPending({ flush, ending }: Pick<SyncOptions, 'flush' | 'ending'>): Promise<FlushOutcome> {
  let outcome = await flush()
  for (let waited = 0; waited < PATIENCE_MS && !ending.aborted; waited += BUSY_MS) {
    if (outcome.ok || outcome.code !== 'busy') return outcome
    await setTimeout(BUSY_MS)
    outcome = await flush()
  }
  return outcome
}

export const notNow = (flushed: Exclude<FlushOutcome, { ok: true }>): Failed => ({
  ok: false,
  problem: flushed.code === 'failed' ? flushed.problem : 'Another server writes to the repository at the moment.',
})

/**
 * Does something under the lease of the repository. Waits for a while where a write has the lease at the moment.
 * Removes the rest of a killed process, so that it does not block later ones.
 */
export async function leased<T extends { ok: boolean }>(
  { port, leaseMs, ending, repository }: SyncOptions,
  act: (repository: BareRepository, signal: AbortSignal) => Promise<T>,
): Promise<T | Failed> {
  for (let waited = 0; waited < PATIENCE_MS && !ending.aborted; waited += BUSY_MS) {
    if (waited > 0) await setTimeout(BUSY_MS)
    const outcome = await underLease(port, { leaseMs, ending }, async (signal, taken) => {
      const own = await repository()
      if (taken === 'abandoned') await own.removeLeftovers()
      const result = await act(own, signal).catch(async (error: unknown) => {
        if (!signal.aborted) await own.removeLeftovers()
        throw error
      })
      if (!result.ok && !signal.aborted) await own.removeLeftovers()
      return result
    })
    if (outcome) return outcome.result
  }
  return { ok: false, problem: 'Another server writes to the repository at the moment.' }
}

/** The remote with what is known of it. */
export function opened(
  { policy, keyFolder }: SyncOptions,
  repository: BareRepository,
  remote: ProjectRemote,
  signal: AbortSignal,
): Remote {
  const { address, secret, hostKey } = remote
  return openRemote({
    repository,
    address,
    secret,
    policy,
    keyFolder,
    signal,
    ...(hostKey === undefined ? {} : { hostKey }),
  })
}

/** The document of an entry of the content; undefined if there is none of that name. */
export async function findEntry(
  { database, projectId }: SyncOptions,
  model: string,
  id: string,
): Promise<string | undefined> {
  const query = queryBuilder<RepositoryTables>(database.dialect)
    .selectFrom('content_entries')
    .select('document_id')
    .where('project_id', '=', projectId)
    .where('model_id', '=', model)
    .where('entry_id', '=', id)
    .where('deleted_at', 'is', null)
  return (await database.read(rowsOf(query)))[0]?.document_id
}

/** Whether a document was changed behind a number. */
export async function editedSince({ database }: SyncOptions, documentId: string, seq: number): Promise<boolean> {
  const query = queryBuilder<RepositoryTables>(database.dialect)
    .selectFrom('content_changes')
    .select('seq')
    .where('document_id', '=', documentId)
    .where('seq', '>', seq)
    .limit(1)
  return (await database.read(rowsOf(query))).length > 0
}
