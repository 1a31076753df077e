import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { affectedBy, type Database, queryBuilder, rowsOf } from '@atelier/streams'
import type { RepositoryTables } from './contract/tables.ts'
import { type BareRepository, CONTENT_BRANCH, openRepository, repositoryPath } from './git/bareRepository.ts'
import type { Git } from './git/git.ts'
import { branchRef, isObjectName, isRefName } from './git/names.ts'
import { openRemote } from './remote/remote.ts'
import type { RemoteStore } from './remote/remoteStore.ts'
import type { RemotePolicy } from './remote/remoteUrl.ts'

export interface RebuildOptions {
  git: Git
  dataDir: string
  database: Database
  projectId: string
  remotes?: { store: RemoteStore; policy: RemotePolicy } | undefined
}

export type RebuildOutcome = { ok: true } | { ok: false; problem: string; hint?: string }

/**
 * Puts a new repository in the place of a project's damaged one, which is kept as `<project>.damaged`. It begins with
 * what the remote has of it, so that histories stay one, or else empty; the writer then writes all that is missing from
 * the content. Only who holds the lease of the repository MUST call it.
 */
export async function rebuildRepository(options: RebuildOptions, signal: AbortSignal): Promise<RebuildOutcome> {
  const { git, dataDir, projectId } = options
  const path = repositoryPath(dataDir, projectId)
  const aside = join(dataDir, 'content', `${projectId}.damaged`)
  await rm(aside, { recursive: true, force: true })
  // The repository may be missing altogether.
  const isThere = await rename(path, aside).then(
    () => true,
    () => false,
  )
  try {
    const repository = await openRepository(git, dataDir, projectId)
    const fetched = await fetchWritten(options, repository, signal)
    if (fetched.ok) {
      await recordWhatIsThere(options, repository)
      return fetched
    }
    await putBack()
    return fetched
  } catch (error) {
    await putBack()
    throw error
  }

  async function putBack() {
    if (!isThere) return
    await rm(path, { recursive: true, force: true })
    await rename(aside, path)
  }
}

/** Fetches the branches that were pushed before, if there is a remote. */
async function fetchWritten(
  { dataDir, database, projectId, remotes }: RebuildOptions,
  repository: BareRepository,
  signal: AbortSignal,
): Promise<RebuildOutcome> {
  const remote = await remotes?.store.find(projectId)
  if (!remotes || !remote) return { ok: true }
  const other = openRemote({
    ...remote,
    repository,
    policy: remotes.policy,
    keyFolder: join(dataDir, 'content'),
    signal,
  })
  const listed = await other.list()
  if (!listed.ok) return listed
  const rows = await branchRows(database, projectId)
  const names = [CONTENT_BRANCH, ...rows.flatMap(({ name, tip }) => (tip === null ? [] : [name]))]
  const wanted = names.filter((name) => listed.branches.has(name) && isRefName(branchRef(name)))
  return wanted.length === 0 ? { ok: true } : other.fetch(wanted)
}

/** Sets the refs whose commits are there again, and notes everything else as not written yet. */
async function recordWhatIsThere({ database, projectId }: RebuildOptions, repository: BareRepository): Promise<void> {
  const db = queryBuilder<RepositoryTables>(database.dialect)
  const project = db.selectFrom('content_projects').select(['seq', 'written_seq', 'tip'])
  const [row] = await database.read(rowsOf(project.where('project_id', '=', projectId)))
  const branches = await branchRows(database, projectId)
  const tips = [row?.tip, ...branches.map(({ tip }) => tip)].filter((tip) => typeof tip === 'string')
  const there = await commitsThere(repository, tips)

  const tracked = await repository.tip(`refs/remotes/origin/${CONTENT_BRANCH}`)
  const known = row?.tip && there.has(row.tip) ? { seq: row.written_seq, oid: row.tip } : undefined
  const last = known ?? (tracked === undefined ? undefined : await repository.lastWritten(tracked))
  // A number beyond what there is comes from elsewhere and says nothing.
  const begin = last && last.seq <= (row?.seq ?? 0) ? last : undefined
  const kept = branches.filter(({ tip }) => begin && tip !== null && there.has(tip))
  const open = kept.filter(({ state }) => state === 'open')
  const refs = [
    ...(begin ? [{ ref: branchRef(CONTENT_BRANCH), from: undefined, to: begin.oid }] : []),
    ...open.flatMap(({ name, tip }) => (tip === null ? [] : [{ ref: branchRef(name), from: undefined, to: tip }])),
  ]
  if (!(await repository.setRefs(refs))) throw new Error('The branches of the repository could not be set.')
  const keptIds = new Set(kept.map(({ id }) => id))
  const lost = branches.filter(({ id }) => !keptIds.has(id)).map(({ id }) => id)
  await database.transact(function* () {
    const progress = { written_seq: begin?.seq ?? 0, tip: begin?.oid ?? null }
    const own = db.updateTable('content_projects').where('project_id', '=', projectId)
    yield* affectedBy(own.set({ ...progress, pushed_seq: 0 }))
    for (const id of lost) {
      const branch = db.updateTable('content_branches').where('project_id', '=', projectId).where('id', '=', id)
      yield* affectedBy(branch.set({ written_seq: 0, tip: null, base_tip: null }))
    }
  })
}

function branchRows(database: Database, projectId: string) {
  const db = queryBuilder<RepositoryTables>(database.dialect)
  const rows = db.selectFrom('content_branches').select(['id', 'name', 'state', 'tip'])
  return database.read(rowsOf(rows.where('project_id', '=', projectId)))
}

/** Those of the commits that the repository has. */
async function commitsThere({ git, path }: BareRepository, oids: readonly string[]): Promise<ReadonlySet<string>> {
  const input = oids.filter(isObjectName).map((oid) => `${oid}\n`)
  if (input.length === 0) return new Set()
  const args = ['cat-file', '--batch-check=%(objectname) %(objecttype)']
  const outcome = await git.run(args, { repository: path, input: input.join(''), maxOutput: 16 * 1024 * 1024 })
  if (!outcome.ok) return new Set()
  const lines = outcome.output.toString('utf8').split('\n')
  return new Set(lines.flatMap((line) => (line.endsWith(' commit') ? [line.slice(0, line.indexOf(' '))] : [])))
}
