import { setTimeout } from 'node:timers/promises'
import { CONFIG_PATH, MODELS_FOLDER } from '@atelier/content'
import type { Documents } from '@atelier/documents'
import { affectedBy, type Database, queryBuilder, rowsOf } from '@atelier/streams'
import type { Tables } from '../../database/tables.ts'
import type { ContentProjects } from '../contentProjects.ts'
import { type BareRepository, CONTENT_BRANCH } from './bareRepository.ts'
import { committer } from './commits.ts'
import { recordUnreadable } from './databasePort.ts'
import { writeCommits } from './fastImport.ts'
import { underLease } from './lease.ts'
import { branchRef } from './names.ts'
import { takeIn } from './outsideEdits.ts'
import { outsideChanges } from './outsideFiles.ts'
import type { WriterPort } from './port.ts'
import { openRemote, type RemoteOptions } from './remote.ts'
import type { RemoteProblem } from './remoteProblem.ts'
import type { ProjectRemote, RemoteStore } from './remotes.ts'
import type { FlushOutcome } from './writer.ts'

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
  newId(): string
  now(): number
}

const content = branchRef(CONTENT_BRANCH)
const BUSY_MS = 500
const BUSY_TRIES = 10

/**
 * Brings a project's repository and its remote together: what the remote has is merged into the content by field, what
 * is here is pushed. Never rejects because of what the remote is or does.
 */
export async function syncRemote(options: SyncOptions): Promise<SyncOutcome> {
  const remote = await options.store.find(options.projectId)
  if (!remote) return { ok: true, pushed: false, applied: 0, conflicts: 0 }
  const flushed = await options.flush()
  if (!flushed.ok) return notNow(flushed)
  const fetched = await leased(options, (repository, signal) => fetchAll(options, repository, remote, signal))
  if (!fetched.ok) return fetched
  const taken = { applied: 0, conflicts: 0 }
  let branch: string | undefined
  for (const { name, tip } of fetched.tips) {
    const outcome = await mergeTip(options, name, tip)
    if (!outcome.ok) return outcome
    taken.applied += outcome.applied
    taken.conflicts += outcome.conflicts
    branch = outcome.branch ?? branch
  }
  await recordUnreadable(options.database, options.projectId, undefined)
  const pushed = await leased(options, (repository, signal) =>
    push(options, repository, { ...remote, ...fetched.seen }, fetched, signal),
  )
  if (!pushed.ok) return pushed
  return { ok: true, pushed: true, ...taken, ...(branch === undefined ? {} : { branch }) }
}

type Failed = Pick<RemoteProblem, 'ok' | 'problem' | 'hint'>

const notNow = (flushed: Exclude<FlushOutcome, { ok: true }>): Failed => ({
  ok: false,
  problem: flushed.code === 'failed' ? flushed.problem : 'Another server writes to the repository at the moment.',
})

/** Waits for a while where a write has the lease at the moment. */
async function leased<T extends { ok: boolean }>(
  { port, leaseMs, ending, repository }: SyncOptions,
  act: (repository: BareRepository, signal: AbortSignal) => Promise<T>,
): Promise<T | Failed> {
  for (let tries = 0; tries < BUSY_TRIES && !ending.aborted; tries += 1) {
    if (tries > 0) await setTimeout(BUSY_MS)
    const outcome = await underLease(port, { leaseMs, ending }, async (signal) => act(await repository(), signal))
    if (outcome) return outcome.result
  }
  return { ok: false, problem: 'Another server writes to the repository at the moment.' }
}

function opened(
  { policy, keyFolder }: SyncOptions,
  repository: BareRepository,
  remote: ProjectRemote,
  signal: AbortSignal,
) {
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

interface Fetched {
  ok: true
  /** Those that hold content, of the remote. */
  tips: { name: string; tip: string }[]
  defaultBranch?: string
  seen: Pick<ProjectRemote, 'hostKey'>
}

async function fetchAll(
  options: SyncOptions,
  repository: BareRepository,
  remote: ProjectRemote,
  signal: AbortSignal,
): Promise<Fetched | RemoteProblem> {
  const other = opened(options, repository, remote, signal)
  const listed = await other.list()
  if (!listed.ok) return listed
  const { hostKey, defaultBranch, branches } = listed
  if (hostKey !== undefined && remote.hostKey === undefined)
    await options.store.save(options.projectId, { ...remote, hostKey })
  const seen = hostKey === undefined ? {} : { hostKey }
  const names = [...new Set([CONTENT_BRANCH, ...(defaultBranch === undefined ? [] : [defaultBranch])])]
  const wanted = names.filter((name) => branches.has(name))
  const known = defaultBranch !== undefined && branches.has(defaultBranch) ? { defaultBranch } : {}
  const fetched = await opened(options, repository, { ...remote, ...seen }, signal).fetch(names)
  if (!fetched.ok) return fetched
  const tips = wanted.flatMap((name) => {
    const tip = fetched.tips.get(name)
    return tip === undefined ? [] : [{ name, tip }]
  })
  return { ok: true, tips, ...known, seen }
}

/** Takes in what a branch of the remote has, and makes it a part of the history here. */
async function mergeTip(options: SyncOptions, name: string, tip: string) {
  const nothing = { ok: true as const, applied: 0, conflicts: 0, branch: undefined }
  const repository = await options.repository()
  const ours = await repository.tip(content)
  if (ours === undefined || (await repository.isAncestor(tip, ours))) return nothing
  const project = await options.projects.find(options.projectId)
  if (!project?.schema) return nothing
  const base = await repository.mergeBase(ours, tip)
  const changes = await outsideChanges(repository, base, tip, project.schema)
  const ofSchema = changes.content.broken.find((path) => path === CONFIG_PATH || path.startsWith(`${MODELS_FOLDER}/`))
  const broken = ofSchema ?? changes.content.broken[0]
  if (broken !== undefined) {
    const finding = changes.content.findings.find(({ file }) => file === broken)
    const line = finding?.line === undefined ? '' : `:${finding.line}`
    const problem = `${broken}${line} of the remote cannot be read: ${finding?.message ?? 'it is no file of the format.'}`
    await recordUnreadable(options.database, options.projectId, ofSchema === undefined ? undefined : problem)
    return {
      ok: false as const,
      problem,
      hint: 'Mend the file there, then synchronize again. Nothing was changed here.',
    }
  }
  const since = base === undefined ? 0 : Number((await repository.commit(base)).trailers['Atelier-Seq'] ?? 0)
  const taken = await takeIn(changes.content, {
    documents: options.documents,
    projectId: options.projectId,
    contentDocumentId: project.documentId,
    findEntry: (model, id) => findEntry(options, model, id),
    editedSince: (documentId) => editedSince(options, documentId, since),
    newId: options.newId,
    now: options.now,
  })
  const flushed = await options.flush()
  if (!flushed.ok) return notNow(flushed)
  const merged = await leased(options, async (repository, signal) => {
    const parent = await repository.tip(content)
    if (parent === undefined) return { ok: false as const, problem: 'The repository has no content.' }
    const commit = { ref: content, parent, merged: [tip], author: committer, at: options.now(), trailers: {} }
    const subject = `Merge ${name} of the remote`
    const imported = await writeCommits(repository, [{ ...commit, subject, files: changes.foreign }], { signal })
    if (!imported.ok) return { ok: false as const, problem: 'The commits of the remote could not be merged.' }
    const { written } = await options.port.progress()
    await options.port.written(written, imported.tips.get(content))
    return { ok: true as const }
  })
  return merged.ok ? { ok: true as const, branch: undefined, ...taken } : merged
}

async function push(
  options: SyncOptions,
  repository: BareRepository,
  remote: ProjectRemote,
  { defaultBranch, tips }: Fetched,
  signal: AbortSignal,
): Promise<{ ok: true } | RemoteProblem> {
  const to = await repository.tip(content)
  if (to === undefined) return { ok: true }
  const { written } = await options.port.progress()
  const there = (name: string) => tips.find((each) => each.name === name)?.tip
  if (there(CONTENT_BRANCH) !== to) {
    const pushed = await opened(options, repository, remote, signal).push([{ name: CONTENT_BRANCH, to }])
    if (!pushed.ok) return pushed
  }
  // Many protect their default branch, and merge the content's branch into it themselves.
  if (defaultBranch !== undefined && there(defaultBranch) !== to) {
    const followed = await opened(options, repository, remote, signal).push([{ name: defaultBranch, to }])
    if (!followed.ok && followed.code !== 'protected') return followed
  }
  const { database, projectId } = options
  const update = queryBuilder<Tables>(database.dialect)
    .updateTable('content_projects')
    .set({ pushed_seq: written })
    .where('project_id', '=', projectId)
  await database.transact(() => affectedBy(update))
  return { ok: true }
}

async function findEntry({ database, projectId }: SyncOptions, model: string, id: string): Promise<string | undefined> {
  const query = queryBuilder<Tables>(database.dialect)
    .selectFrom('content_entries')
    .select('document_id')
    .where('project_id', '=', projectId)
    .where('model_id', '=', model)
    .where('entry_id', '=', id)
    .where('deleted_at', 'is', null)
  return (await database.read(rowsOf(query)))[0]?.document_id
}

async function editedSince({ database }: SyncOptions, documentId: string, seq: number): Promise<boolean> {
  const query = queryBuilder<Tables>(database.dialect)
    .selectFrom('content_changes')
    .select('seq')
    .where('document_id', '=', documentId)
    .where('seq', '>', seq)
    .limit(1)
  return (await database.read(rowsOf(query))).length > 0
}
