import { affectedBy, queryBuilder } from '@atelier/streams'
import type { RepositoryTables } from '../contract/tables.ts'
import { findingsAfter, readFindings, recordFindings, unreadableSchema } from '../files/findings.ts'
import { outsideChanges, tooLarge } from '../files/outsideFiles.ts'
import { type BareRepository, CONTENT_BRANCH } from '../git/bareRepository.ts'
import { committer } from '../git/commits.ts'
import { writeCommits } from '../git/fastImport.ts'
import { branchRef } from '../git/names.ts'
import { recordUnreadable } from '../log/databasePort.ts'
import type { RemoteProblem } from '../remote/remoteProblem.ts'
import type { ProjectRemote } from '../remote/remoteStore.ts'
import { closeBranches, mergedBetween, pushBranches, takeInBranches } from './branchSync.ts'
import { takeIn } from './outsideEdits.ts'
import { publishedHere } from './publishedHere.ts'
import { repairedFiles, rewriteRepaired } from './repairedFiles.ts'
import {
  editedSince,
  findEntry,
  flushPending,
  leased,
  notNow,
  opened,
  type SyncOptions,
  type SyncOutcome,
} from './syncSupport.ts'
import { unsettledFiles } from './unsettledFiles.ts'

const content = branchRef(CONTENT_BRANCH)

/**
 * Brings a project's repository and its remote together: what the remote has is merged into the content by field, what
 * is here is pushed. Never rejects because of what the remote is or does.
 */
export async function syncRemote(options: SyncOptions): Promise<SyncOutcome> {
  const remote = await options.store.find(options.projectId)
  if (!remote) return { ok: true, pushed: false, applied: 0, conflicts: 0 }
  const written = await flushPending(options)
  if (!written.ok) return notNow(written)
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
  const unread = unreadableSchema(await readFindings(options.database, options.projectId))
  await recordUnreadable(options.database, options.projectId, unread)
  const known = { ...remote, ...fetched.seen }
  const connect = (repository: BareRepository, signal: AbortSignal) => opened(options, repository, known, signal)
  const branches = await takeInBranches(options, fetched.branches, connect)
  if (!branches.ok) return branches
  taken.applied += branches.applied
  taken.conflicts += branches.conflicts
  const pushed = await leased(options, (repository, signal) => push(options, repository, known, fetched, signal))
  if (!pushed.ok) return pushed
  const proposed = await leased(options, (repository, signal) =>
    pushBranches(options, repository, fetched.branches, () => connect(repository, signal)),
  )
  if (!proposed.ok) return proposed
  const [problem, ...others] = branches.problems
  if (problem !== undefined) {
    const more = others.length === 0 ? '' : ` ${others.length} more branches have a problem.`
    return { ok: false, problem: `${problem}${more}`, hint: 'Everything else was synchronized.' }
  }
  return { ok: true, pushed: true, ...taken, ...(branch === undefined ? {} : { branch }) }
}

interface Fetched {
  ok: true
  /** Those that hold content, of the remote. */
  tips: { name: string; tip: string }[]
  defaultBranch?: string
  /** All of the remote's branches. */
  branches: ReadonlyMap<string, string>
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
  return { ok: true, tips, branches, ...known, seen }
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
  const changes = await outsideChanges(repository, base, tip, project.schema, options).catch(tooLarge)
  if ('problem' in changes) return changes
  const known = await readFindings(options.database, options.projectId)
  const changed = new Set(changes.changed.map(({ path }) => path))
  const isNew = (path: string) => changed.has(path) || !known.broken.includes(path)
  const { broken, findings } = changes.content
  const unread = unreadableSchema({ broken: broken.filter(isNew), findings })
  if (unread !== undefined) {
    const problem = `The content of the remote cannot be read: ${unread}`
    await recordUnreadable(options.database, options.projectId, problem)
    return {
      ok: false as const,
      problem,
      hint: 'Mend the file there, then synchronize again. Nothing was changed here.',
    }
  }
  // Before anything is written, so that no file is overwritten which cannot be read.
  await recordFindings(options.database, options.projectId, findingsAfter(known, changed, changes.content))
  const since = Math.min(
    ...(await Promise.all([base, ...changes.readAt].map((commit) => seqAt(repository, ours, commit)))),
  )
  const taken = await takeIn(changes.content, {
    documents: options.documents,
    projectId: options.projectId,
    contentDocumentId: project.documentId,
    findEntry: (model, id) => findEntry(options, model, id),
    editedSince: (documentId) => editedSince(options, documentId, since),
    published: publishedHere(options),
    newId: options.newId,
    now: options.now,
  })
  const written = await flushPending(options)
  if (!written.ok) return notNow(written)
  const mended = known.broken.filter((path) => changed.has(path) && !broken.includes(path))
  const merged = await leased(options, async (repository, signal) => {
    const parent = await repository.tip(content)
    if (parent === undefined) return { ok: false as const, problem: 'The repository has no content.' }
    const own = await unsettledFiles(options, repository, { ours: parent, theirs: tip }, changes.content.entries)
    const foreign = [...changes.foreign, ...(await repairedFiles(repository, mended, { ours, parent, theirs: tip }))]
    const commit = { ref: content, parent, merged: [tip], author: committer, at: options.now(), trailers: {} }
    const subject = `Merge ${name} of the remote`
    const imported = await writeCommits(repository, [{ ...commit, subject, files: [...foreign, ...own] }], {
      signal,
    })
    if (!imported.ok) return { ok: false as const, problem: 'The commits of the remote could not be merged.' }
    const { written } = await options.port.progress()
    await options.port.written(written, imported.tips.get(content))
    options.merged?.()
    return { ok: true as const }
  })
  if (merged.ok && (await rewriteRepaired(options, mended, { tip, since }))) {
    const rewritten = await flushPending(options)
    if (!rewritten.ok) return notNow(rewritten)
  }
  // A merge on the remote is a merge here; its values are in the content by now.
  if (merged.ok) await closeBranches(options, await mergedBetween(options, repository, ours, tip), 'merged')
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
  const update = queryBuilder<RepositoryTables>(database.dialect)
    .updateTable('content_projects')
    .set({ pushed_seq: written })
    .where('project_id', '=', projectId)
  await database.transact(() => affectedBy(update))
  return { ok: true }
}

/**
 * The last change that our history held when it came to contain a commit, which others may have made; 0 if that is not
 * known.
 */
async function seqAt(repository: BareRepository, ours: string, commit: string | undefined): Promise<number> {
  if (commit === undefined) return 0
  const since = ['rev-list', '--first-parent', '--ancestry-path', `${commit}..${ours}`]
  const later = await repository.git.run(since, { repository: repository.path })
  const oldest = later.ok ? later.output.toString('utf8').trim().split('\n').at(-1) : ''
  const isOwn = !oldest || (await repository.commit(oldest)).parents[0] === commit
  return repository.seqAt(isOwn ? commit : oldest)
}
