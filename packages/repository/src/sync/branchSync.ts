import { branchHealth, type ContentSchema, scheduleMerge } from '@atelier/content'
import { affectedBy, queryBuilder, rowsOf } from '@atelier/streams'
import type { Selectable } from 'kysely'
import type { RepositoryTables } from '../contract/tables.ts'
import { type OutsideChanges, outsideChanges, sentenceOf, tooLarge } from '../files/outsideFiles.ts'
import { type BareRepository, CONTENT_BRANCH } from '../git/bareRepository.ts'
import { committer } from '../git/commits.ts'
import { writeCommits } from '../git/fastImport.ts'
import { branchRef, isRefName } from '../git/names.ts'
import { branchEdits } from '../log/branchLog.ts'
import { BRANCH_REFS, isOver } from '../projection/branchRefs.ts'
import { type PushChange, type Remote, TRACKED } from '../remote/remote.ts'
import { takeIn } from './outsideEdits.ts'
import { type Failed, findEntry, flushPending, leased, notNow, type SyncOptions } from './syncSupport.ts'

type Row = Selectable<RepositoryTables['content_branches']>

/** The outcome for the branches of a remote. */
export interface BranchOutcome {
  /** Values of branches that were written here because of the remote. */
  applied: number
  conflicts: number
  /** The parts that could not be imported, as sentences; everything else was. */
  problems: string[]
}

interface Known {
  /** Branches of the project by their names. */
  rows: ReadonlyMap<string, Row>
  /** The tips of their refs here, and those that were last seen there. */
  local: ReadonlyMap<string, string>
  tracked: ReadonlyMap<string, string>
}

const content = branchRef(CONTENT_BRANCH)
const LONGEST_NAME = 200
const OUTSIDE = { kind: 'hand', userId: 'system' } as const

/** Whether a branch of a remote is a proposal, which is reviewed here. */
const isProposal = (name: string) =>
  name.startsWith('cr/') && name.length <= LONGEST_NAME && isRefName(`refs/heads/${name}`)

/**
 * Takes in the branches `cr/…` of a remote: one that is not known becomes an open branch, one that has moved is merged
 * into its document by field, one that is gone is closed. Branches that were closed here are not imported.
 *
 * @param there all branches of the remote
 */
export async function takeInBranches(
  options: SyncOptions,
  there: ReadonlyMap<string, string>,
  connect: (repository: BareRepository, signal: AbortSignal) => Remote,
): Promise<({ ok: true } & BranchOutcome) | Failed> {
  const outcome: BranchOutcome = { applied: 0, conflicts: 0, problems: [] }
  const listed = new Map([...there].filter(([name]) => isProposal(name)))
  const fetched = await leased(options, async (repository, signal) => {
    const { rows, local, tracked } = await knownOf(options, repository)
    const names = [...listed.keys()].filter((name) => {
      const tip = listed.get(name)
      // For a closed branch the last known tip is kept, so that one that has moved is not deleted there.
      const isClosed = (rows.get(name)?.state ?? 'open') !== 'open'
      return !isClosed && local.get(name) !== tip && tracked.get(name) !== tip
    })
    return names.length === 0 ? { ok: true as const } : connect(repository, signal).fetch(names)
  })
  // Branches that cannot be fetched do not hold up the content.
  if (!fetched.ok) return { ok: true, ...outcome, problems: [fetched.problem] }

  const repository = await options.repository()
  const known = await knownOf(options, repository)
  const project = await options.projects.find(options.projectId)
  let open = [...known.rows.values()].filter(({ state }) => state === 'open').length
  for (const [name, seen] of listed) {
    const row = known.rows.get(name)
    const ours = known.local.get(name)
    // The fetched tip may be newer than the listed one.
    const tip = ours === seen ? undefined : known.tracked.get(name)
    if (!project?.schema || tip === undefined || ours === tip || (row && row.state !== 'open')) continue
    if (ours !== undefined && (await repository.isAncestor(tip, ours))) continue
    if (!row && branchHealth(open, project.schema.config).state === 'blocked') {
      outcome.problems.push(`${name} of the remote waits, since ${open} branches are open: merge or reject some.`)
      continue
    }
    const taken = row ? await follow(options, row, tip) : await begin(options, name, tip)
    if (!taken.ok) outcome.problems.push(`${name}: ${taken.problem}`)
    else {
      outcome.applied += taken.applied
      outcome.conflicts += taken.conflicts
      open += taken.opened ? 1 : 0
    }
  }
  // A remote that was made anew has deleted nothing.
  if (there.has(CONTENT_BRANCH)) {
    for (const [name, tip] of known.tracked) if (!listed.has(name)) await closeGone(options, known, name, tip)
  }
  return { ok: true, ...outcome }
}

/** Pushes open branches, and removes closed ones from the remote unless they have moved there since the last fetch. */
export async function pushBranches(
  options: SyncOptions,
  repository: BareRepository,
  there: ReadonlyMap<string, string>,
  remote: () => Remote,
): Promise<{ ok: true } | Failed> {
  const { rows, local, tracked } = await knownOf(options, repository)
  const config = (await options.projects.find(options.projectId))?.schema?.config
  const goes = (row: Row) =>
    config?.remoteBranchCleanup === true ||
    (config?.remoteBranchCleanup !== false && isOver(row.closed_at, config, options.now()))
  const changes: PushChange[] = []
  const same: { ref: string; from: string | undefined; to: string | undefined }[] = []
  for (const row of rows.values()) {
    const { name, state } = row
    const [here, seen, last] = [local.get(name), there.get(name), tracked.get(name)]
    if (state === 'open') {
      if (here === undefined) continue
      const isBehind = seen === undefined || (seen !== here && (await contains(repository, here, seen)))
      if (isBehind) changes.push({ name, to: here })
      else if (seen === here && last !== here) same.push({ ref: `${TRACKED}${name}`, from: last, to: here })
    } else if (seen !== undefined && seen === last && goes(row)) changes.push({ name, from: seen, to: undefined })
  }
  if (changes.length > 0) {
    const pushed = await remote().push(changes)
    // Who moved one in the meantime is merged with the next time; some remotes protect them.
    if (!pushed.ok) return ['not_fast_forward', 'protected'].includes(pushed.code) ? { ok: true } : pushed
    for (const { name, to } of changes) same.push({ ref: `${TRACKED}${name}`, from: tracked.get(name), to })
  }
  return (await repository.setRefs(same)) ? { ok: true } : moved
}

/** Branches that a commit contains, and another one does not: they were merged in between, somewhere else. */
export async function mergedBetween(
  options: SyncOptions,
  repository: BareRepository,
  from: string,
  to: string,
): Promise<string[]> {
  const { rows, local } = await knownOf(options, repository)
  const merged: string[] = []
  for (const { id, name, state } of rows.values()) {
    const tip = local.get(name)
    if (state !== 'open' || tip === undefined) continue
    if ((await contains(repository, to, tip)) && !(await contains(repository, from, tip))) merged.push(id)
  }
  return merged
}

/** Closes branches that are still open. */
export async function closeBranches(
  { documents, projectId }: SyncOptions,
  ids: readonly string[],
  state: 'merged' | 'rejected',
): Promise<void> {
  if (ids.length === 0) return
  const outcome = await documents.transact({
    projectId,
    origin: OUTSIDE,
    label: state === 'merged' ? 'Merged at the remote' : 'Deleted at the remote',
    async body(drafts) {
      let closed = 0
      for (const id of ids) {
        const draft = await drafts.open(id)
        if (draft?.get('state') !== 'open') continue
        draft.set('state', state)
        scheduleMerge(draft)
        closed += 1
      }
      return { result: null, commit: closed > 0 }
    },
  })
  if (!outcome.ok) throw new Error(`A branch could not be closed: ${outcome.message}`)
}

async function knownOf({ database, projectId }: SyncOptions, repository: BareRepository): Promise<Known> {
  const query = queryBuilder<RepositoryTables>(database.dialect)
    .selectFrom('content_branches')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('created_at')
  const rows = await database.read(rowsOf(query))
  const [local, tracked] = [await repository.refs(BRANCH_REFS), await repository.refs(`${TRACKED}cr/`)]
  const named = (refs: ReadonlyMap<string, string>, prefix: string) =>
    new Map([...refs].map(([ref, tip]) => [ref.slice(prefix.length), tip]))
  return {
    rows: new Map(rows.map((row) => [row.name, row])),
    local: named(local, 'refs/heads/'),
    tracked: named(tracked, TRACKED),
  }
}

/** Whether a commit's history has another one, which may not be here at all. */
const contains = async (repository: BareRepository, commit: string, other: string): Promise<boolean> => {
  const found = await repository.git.run(['cat-file', '-e', `${other}^{commit}`], { repository: repository.path })
  return found.ok && repository.isAncestor(other, commit)
}

type Taken = { ok: true; applied: number; conflicts: number; opened: boolean } | Failed

const moved: Failed = { ok: false, problem: 'The refs of branches could not be set. They are tried again.' }

const nothing = { ok: true as const, applied: 0, conflicts: 0, opened: false }

/** The changes of a remote branch. One of which a file cannot be read is taken in when that is mended. */
async function readChanges(
  options: SyncOptions,
  repository: BareRepository,
  { base, tip }: { base: string; tip: string },
  schema: ContentSchema,
): Promise<{ ok: true; changes: OutsideChanges } | Failed> {
  const changes = await outsideChanges(repository, base, tip, schema, options).catch(tooLarge)
  if ('problem' in changes) return changes
  const { broken, findings } = changes.content
  const [path] = broken
  if (path === undefined) return { ok: true, changes }
  const finding = findings.find(({ file, severity }) => file === path && severity === 'error')
  return { ok: false, problem: finding ? sentenceOf(finding) : `${path} cannot be read.` }
}

/** Opens a branch for one that was pushed. One that changes nothing of the content is left to the others. */
async function begin(options: SyncOptions, name: string, tip: string): Promise<Taken> {
  const { documents, projectId, projects, newId, now } = options
  return leased(options, async (repository): Promise<Taken> => {
    const project = await projects.find(projectId)
    const ours = await repository.tip(content)
    if (!project?.schema || ours === undefined || (await repository.isAncestor(tip, ours))) return nothing
    const base = await repository.mergeBase(ours, tip)
    if (base === undefined) return { ok: false, problem: 'It has no history in common with the content.' }
    const read = await readChanges(options, repository, { base, tip }, project.schema)
    if (!read.ok) return read
    const ref = branchRef(name)
    const refs = await repository.refs(BRANCH_REFS)
    if ([...refs.keys()].some((other) => other.startsWith(`${ref}/`) || ref.startsWith(`${other}/`)))
      return { ok: false, problem: 'Its name is a folder of another branch here.' }
    const { subject } = await repository.commit(tip)
    const id = newId()
    const opens = { name, title: subject || name, about: 'Pushed to the remote.' }
    const taken = await takeIn(read.changes.content, {
      documents,
      projectId,
      contentDocumentId: project.documentId,
      findEntry: (model, entry) => findEntry(options, model, entry),
      editedSince: async () => false,
      onto: { id, opens },
      newId,
      now,
    })
    if (taken.applied + taken.conflicts === 0) return nothing
    // The ref comes last: a server that is killed before finds a branch whose ref is behind, and follows it.
    if (!(await repository.setRefs([{ ref, from: refs.get(ref), to: tip }]))) return moved
    await record(options, id, { tip, base_tip: base }, 0)
    return { ...nothing, applied: taken.applied, conflicts: taken.conflicts, opened: true }
  })
}

/** Merges a push to a branch into its document by field; the ref follows, or both histories become one. */
async function follow(options: SyncOptions, row: Row, tip: string): Promise<Taken> {
  const { id, name } = row
  const { documents, projectId, projects, newId, now } = options
  const ref = branchRef(name)
  const repository = await options.repository()
  const project = await projects.find(projectId)
  const here = await repository.tip(ref)
  const ours = here ?? (await repository.tip(content))
  if (!project?.schema || ours === undefined) return nothing
  const base = await repository.mergeBase(ours, tip)
  if (base === undefined) return { ok: false, problem: 'Its history was written anew at the remote.' }
  const read = await readChanges(options, repository, { base, tip }, project.schema)
  if (!read.ok) return read
  const since = Number((await repository.commit(base)).trailers['Atelier-Seq'] ?? 0)
  const edits = await branchEdits(options.database, id, ref)
  const take = () =>
    takeIn(read.changes.content, {
      documents,
      projectId,
      contentDocumentId: project.documentId,
      findEntry: (model, entry) => findEntry(options, model, entry),
      editedSince: async (entry) => edits.some(({ change }) => change.seq > since && change.documents.includes(entry)),
      onto: { id },
      newId,
      now,
    })
  if (here === undefined || base === here) {
    return leased(options, async (own): Promise<Taken> => {
      const { applied, conflicts } = await take()
      if (!(await own.setRefs([{ ref, from: here, to: tip }]))) return moved
      await record(options, id, { tip }, row.written_seq)
      return { ...nothing, applied, conflicts }
    })
  }
  const { applied, conflicts } = await take()
  const written = await flushPending(options)
  if (!written.ok) return notNow(written)
  return leased(options, async (own, signal): Promise<Taken> => {
    const parent = await own.tip(ref)
    if (parent === undefined) return nothing
    const commit = { ref, parent, merged: [tip], author: committer, at: now(), trailers: {} }
    const subject = `Merge ${name} of the remote`
    const imported = await writeCommits(own, [{ ...commit, subject, files: read.changes.foreign }], { signal })
    if (!imported.ok) return { ok: false, problem: 'The commits of the remote could not be merged.' }
    await record(options, id, { tip: imported.tips.get(ref) ?? null })
    return { ...nothing, applied, conflicts }
  })
}

/** Closes a branch that the remote has no more, unless something here was not there yet. */
async function closeGone(options: SyncOptions, { rows, local }: Known, name: string, last: string): Promise<void> {
  const repository = await options.repository()
  const row = rows.get(name)
  const here = local.get(name)
  if (row?.state === 'open' && here !== undefined && (await contains(repository, last, here))) {
    const tip = await repository.tip(content)
    const isMerged = tip !== undefined && (await repository.isAncestor(here, tip))
    await closeBranches(options, [row.id], isMerged ? 'merged' : 'rejected')
  }
  await leased(options, async (own) => {
    const isForgotten = await own.setRefs([{ ref: `${TRACKED}${name}`, from: last, to: undefined }])
    return isForgotten ? { ok: true } : moved
  })
}

/**
 * Records where the ref of a branch is.
 *
 * @param since if the branch was not edited here after this number, the ref has all that its document has
 */
async function record(
  { database, projectId }: SyncOptions,
  id: string,
  change: { tip: string | null; base_tip?: string },
  since?: number,
): Promise<void> {
  const edits =
    since === undefined ? [] : (await branchEdits(database, id, '')).filter((each) => each.change.seq > since)
  const isTaken = edits.every(({ change: { by } }) => by === committer)
  const last = edits.at(-1)?.change.seq
  const update = queryBuilder<RepositoryTables>(database.dialect)
    .updateTable('content_branches')
    .set(last !== undefined && isTaken ? { ...change, written_seq: last } : change)
    .where('project_id', '=', projectId)
    .where('id', '=', id)
  await database.transact(() => affectedBy(update))
}
