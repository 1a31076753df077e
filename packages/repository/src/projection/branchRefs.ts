import { type Branch, type ContentConfig, configDefaults, conflictsOf, readBranch } from '@atelier/content'
import { beforeView, type Patch, type View } from '@atelier/documents'
import { inSlices } from '@atelier/operation'
import { affectedBy, type Database, queryBuilder, rowsOf } from '@atelier/streams'
import type { Selectable } from 'kysely'
import type { ContentProjects } from '../contract/projects.ts'
import type { RepositoryTables } from '../contract/tables.ts'
import { readFindings } from '../files/findings.ts'
import { isContentPath } from '../files/outsideFiles.ts'
import { blobName, openTree } from '../files/workingTree.ts'
import { type BareRepository, CONTENT_BRANCH, RepositoryError } from '../git/bareRepository.ts'
import { changedFiles, listFiles } from '../git/catFile.ts'
import { type CommitToWrite, type FileChange, writeCommits } from '../git/fastImport.ts'
import { branchRef, isRefName } from '../git/names.ts'
import { type BranchEdit, branchEdits } from '../log/branchLog.ts'
import { type Change, type ChangeGroup, groupChanges, trailersOf } from '../log/groups.ts'
import { branchStates } from './branchStates.ts'
import { type ContentAt, contentAt, type StatesOptions } from './contentStates.ts'
import { changedBy, subjectOf } from './projection.ts'

/** Refs of branches. */
export const BRANCH_REFS = 'refs/heads/cr/'
const DAY = 24 * 3_600_000
/** Branches that are read at once. */
const AT_ONCE = 200

export interface BranchRefs {
  /**
   * Writes what was written to open branches, up to a change: commits over the content's own, which is at this change
   * too. Deletes the refs of branches that were closed long ago.
   *
   * @returns how many commits were made
   */
  write(repository: BareRepository, seq: number, signal: AbortSignal): Promise<number>
}

type Row = Selectable<RepositoryTables['content_branches']> & { last: number }

/** Only who holds the lease of the project's repository MUST write. */
export function createBranchRefs(options: StatesOptions): BranchRefs {
  const { database, documents, projects, projectId, now } = options
  const db = queryBuilder<RepositoryTables>(database.dialect)

  /** Open branches whose refs are behind. */
  async function behind(seq: number): Promise<Row[]> {
    const open = db
      .selectFrom('content_branches')
      .selectAll()
      .where('project_id', '=', projectId)
      .where('state', '=', 'open')
      .where(({ or, eb }) => or([eb('changes', '>', 0), eb('tip', 'is not', null)]))
    const rows = await database.read(rowsOf(open))
    const found: Row[] = []
    for (let from = 0; from < rows.length; from += AT_ONCE) {
      const some = rows.slice(from, from + AT_ONCE)
      const last = db
        .selectFrom('content_changes')
        .select(['document_id', ({ fn }) => fn.max('seq').as('last')])
        .where(
          'document_id',
          'in',
          some.map(({ id }) => id),
        )
        .where('seq', '<=', seq)
        .groupBy('document_id')
      const numbers = new Map((await database.read(rowsOf(last))).map((row) => [row.document_id, row.last]))
      for (const row of some) found.push({ ...row, last: numbers.get(row.id) ?? 0 })
    }
    return found.filter(({ name, last, written_seq }) => last > written_seq && isRefName(`refs/heads/${name}`))
  }

  async function write(repository: BareRepository, seq: number, signal: AbortSignal): Promise<number> {
    await removeClosed(repository)
    const rows = await behind(seq)
    const tip = rows.length === 0 ? undefined : await repository.tip(branchRef(CONTENT_BRANCH))
    if (tip === undefined) return 0
    const refs = await repository.refs(BRANCH_REFS)
    const contents = new Map<number, Promise<ContentAt>>()
    const at = (number: number): Promise<ContentAt> => {
      const content = contents.get(number) ?? contentAt(options, number)
      contents.set(number, content)
      return content
    }
    const commits: CommitToWrite[] = []
    const bases = new Map<string, string>()
    for (const row of rows) {
      signal.throwIfAborted()
      const made = await commitsOf(repository, row, { seq, tip, known: refs.get(branchRef(row.name)), at })
      if (!made) continue
      bases.set(row.id, made.base)
      commits.push(...made.commits)
    }
    if (commits.length > 0) {
      const imported = await writeCommits(repository, commits, { signal })
      if (!imported.ok) {
        signal.throwIfAborted()
        if (imported.code === 'stale')
          throw new Error(`Another process has written to ${imported.refs.join(', ')} in the meantime.`)
        throw new RepositoryError('Branches could not be written to the repository', imported.failure)
      }
    }
    const left = await repository.refs(BRANCH_REFS)
    await database.transact(function* () {
      for (const row of rows) {
        const base = bases.get(row.id)
        const change = { written_seq: row.last, tip: left.get(branchRef(row.name)) ?? null }
        yield* affectedBy(
          db
            .updateTable('content_branches')
            .set(base === undefined ? change : { ...change, base_tip: base })
            .where('project_id', '=', projectId)
            .where('id', '=', row.id),
        )
      }
    })
    return commits.length
  }

  async function commitsOf(
    repository: BareRepository,
    row: Row,
    {
      seq,
      tip,
      known,
      at,
    }: { seq: number; tip: string; known: string | undefined; at(seq: number): Promise<ContentAt> },
  ): Promise<{ commits: CommitToWrite[]; base: string } | undefined> {
    const ref = branchRef(row.name)
    const live = await documents.inProject(projectId).open(row.id)
    if (!live) return undefined
    const edits = await branchEdits(database, row.id, ref)
    const written = await writtenTo(repository, row, known, seq)
    const isNew = ({ change }: BranchEdit) =>
      change.seq > written && change.seq <= row.last && change.documents.length > 0
    const groups = groupChanges(edits.filter(isNew).map(({ change }) => change))
    if (groups.length === 0) return undefined

    const branch = readBranch(live)
    const base = await baseOf(repository, row, { tip, seq, branch, at })
    const content = await at(base.seq)
    const unreadable = new Set((await readFindings(database, projectId)).broken)
    const commits: CommitToWrite[] = []
    const joins = known !== undefined && !(await repository.isAncestor(base.commit, known))
    let before: ReadonlyMap<string, FileChange> | undefined
    for (const [index, group] of groups.entries()) {
      const later = new Set(groups.slice(index + 1).flatMap(({ changes }) => changes.map((change) => change.seq)))
      const isLater = ({ change }: BranchEdit) => later.has(change.seq) || change.seq > row.last
      const view = beforeView(
        live,
        edits.filter(isLater).flatMap(({ patches }): readonly Patch[] => patches),
      )
      const states = await branchStates(content, view, lastEdits(edits.filter((edit) => !isLater(edit))))
      const tree = openTree(repository, base.commit, unreadable)
      const overlay = await changedBy(group, states, tree).finally(() => tree.close())
      const files: Map<string, FileChange> = new Map(overlay.map((file) => [file.path, file]))
      const changes =
        before === undefined && known !== undefined
          ? await sinceTip(repository, known, base.commit, files, content)
          : await sinceCommit(repository, base.commit, before ?? new Map(), files)
      before = files
      if (changes.length === 0) continue
      const subject = await subjectOf(group, states)
      commits.push({
        ...commitBy(group),
        ref,
        subject,
        files: changes,
        ...firstParent(commits, known, base.commit, joins),
      })
    }
    return { commits, base: base.commit }
  }

  /** The base of the branch's files: the newest content, unless the branch has a conflict with that. */
  async function baseOf(
    repository: BareRepository,
    row: Row,
    { tip, seq, branch, at }: { tip: string; seq: number; branch: Branch; at(seq: number): Promise<ContentAt> },
  ): Promise<{ commit: string; seq: number }> {
    const newest = { commit: tip, seq }
    const old = row.base_tip
    if (old === null || old === tip || !(await repository.isAncestor(old, tip))) return newest
    const content = await at(seq)
    const views = new Map<string, View>()
    for (const { documentId, created } of branch.documents.values()) {
      const view = created ? undefined : await content.open(documentId)
      if (view) views.set(documentId, view)
    }
    if (conflictsOf(branch, (id) => views.get(id), content.schema).length === 0) return newest
    const number = await repository.seqAt(old)
    // Seen from an older state, the conflict is also one for users who merge the ref elsewhere.
    return number > 0 && number <= seq ? { commit: old, seq: number } : newest
  }

  /** Deletes the refs of branches that were closed before the time that they are kept. */
  async function removeClosed(repository: BareRepository): Promise<void> {
    const config = (await projects.find(projectId))?.schema?.config
    const query = db
      .selectFrom('content_branches')
      .select(['id', 'name', 'tip', 'closed_at'])
      .where('project_id', '=', projectId)
      .where('tip', 'is not', null)
      .where('closed_at', 'is not', null)
    const rows = (await database.read(rowsOf(query))).filter(({ closed_at }) => isOver(closed_at, config, now()))
    if (rows.length === 0) return
    const refs = await repository.refs(BRANCH_REFS)
    for (const { id, name, tip } of rows) {
      const ref = branchRef(name)
      const from = refs.get(ref)
      // A ref that was moved since stays as it is.
      if (from !== undefined && from === tip && !(await repository.setRefs([{ ref, from, to: undefined }]))) continue
      const update = db.updateTable('content_branches').set({ tip: null }).where('project_id', '=', projectId)
      await database.transact(() => affectedBy(update.where('id', '=', id)))
    }
  }

  return { write }
}

/** Whether a branch was closed so long ago that its ref is kept no more. */
export function isOver(closedAt: number | null, config: ContentConfig | undefined, now: number): boolean {
  const days = config?.branchRetention ?? configDefaults.branchRetention
  return closedAt !== null && closedAt <= now - days * DAY
}

/** The projects with refs of branches that were closed so long ago. */
export async function projectsToTidy(database: Database, projects: ContentProjects, now: number): Promise<string[]> {
  const query = queryBuilder<RepositoryTables>(database.dialect)
    .selectFrom('content_branches')
    .select(({ fn }) => ['project_id', fn.min('closed_at').as('closed_at')])
    .where('tip', 'is not', null)
    .where('closed_at', 'is not', null)
    .groupBy('project_id')
  const found: string[] = []
  for (const { project_id: id, closed_at } of await database.read(rowsOf(query)))
    if (isOver(closed_at, (await projects.find(id))?.schema?.config, now)) found.push(id)
  return found
}

/** The last commit of a branch, as it is recorded; undefined if it has none. */
export async function branchTip(database: Database, branchId: string): Promise<string | undefined> {
  const query = queryBuilder<RepositoryTables>(database.dialect)
    .selectFrom('content_branches')
    .select('tip')
    .where('id', '=', branchId)
  return (await database.read(rowsOf(query)))[0]?.tip ?? undefined
}

/** Up to which of its edits a branch is in its ref, also where that was not recorded any more. */
async function writtenTo(
  repository: BareRepository,
  { tip, written_seq }: Row,
  known: string | undefined,
  seq: number,
): Promise<number> {
  if (known === undefined) return 0
  if (known === tip) return written_seq
  const number = Number((await repository.commit(known)).trailers['Atelier-Seq'])
  return Number.isSafeInteger(number) && number <= seq ? Math.max(number, written_seq) : written_seq
}

/** By document of the content: the edit that wrote in it last. */
function lastEdits(edits: readonly BranchEdit[]): ReadonlyMap<string, Change> {
  return new Map(edits.flatMap(({ change }) => change.documents.map((id) => [id, change] as const)))
}

const commitBy = (group: ChangeGroup) => ({
  author: group.by,
  coAuthors: group.coAuthors,
  at: Math.max(...group.changes.map(({ at }) => at)),
  trailers: trailersOf(group),
})

/** Where the first commit of a branch begins; those behind it follow each other. */
function firstParent(
  commits: readonly CommitToWrite[],
  known: string | undefined,
  base: string,
  joins: boolean,
): Pick<CommitToWrite, 'parent' | 'begins' | 'merged'> {
  if (commits.length > 0) return {}
  if (known === undefined) return { parent: base, begins: true }
  return { parent: known, ...(joins ? { merged: [base] } : {}) }
}

/** The changes that turn a commit of the content with `files` over it into the files of a branch's tip. */
async function sinceTip(
  repository: BareRepository,
  tip: string,
  base: string,
  files: ReadonlyMap<string, FileChange>,
  { schema }: ContentAt,
): Promise<FileChange[]> {
  const different = await changedFiles(repository, tip, base)
  const fork = await repository.mergeBase(tip, base)
  const own = new Set((await changedFiles(repository, fork, tip)).map(({ path }) => path))
  const isContent = isContentPath(schema ? [schema] : [])
  const changes: FileChange[] = []
  const there = new Map(different.map((file) => [file.path, file.change === 'added' ? undefined : file.before]))
  for (const { path, oid, mode, change, readable } of different) {
    // Files of others stay as the branch has them.
    if (!readable || files.has(path) || (own.has(path) && !isContent(path))) continue
    changes.push(change === 'deleted' ? { path, bytes: null } : { path, oid, mode })
  }
  for (const file of files.values()) {
    if (!there.has(file.path) || there.get(file.path) !== (await storedObject(file))) changes.push(file)
  }
  return removedFirst(changes)
}

/** As `sinceTip`, for a commit behind one that has `before` over the same commit of the content. */
async function sinceCommit(
  repository: BareRepository,
  base: string,
  before: ReadonlyMap<string, FileChange>,
  files: ReadonlyMap<string, FileChange>,
): Promise<FileChange[]> {
  const changes: FileChange[] = []
  const back = [...before.keys()].filter((path) => !files.has(path))
  const stored = back.length === 0 ? [] : await listFiles(repository, base, { under: back })
  for (const path of back) {
    const file = stored.find((each) => each.path === path)
    changes.push(file ? { path, oid: file.oid, mode: file.mode } : { path, bytes: null })
  }
  for (const file of files.values()) {
    const old = before.get(file.path)
    if (!old || (await storedObject(old)) !== (await storedObject(file))) changes.push(file)
  }
  return removedFirst(changes)
}

/** A file may replace a folder, so deletions come first. */
const removedFirst = (changes: readonly FileChange[]) =>
  [...changes].sort((a, b) => Number(isRemoval(b)) - Number(isRemoval(a)))

const isRemoval = (file: FileChange) => !('oid' in file) && file.bytes === null

/** The object that a file is; undefined for none. */
async function storedObject(file: FileChange): Promise<string | undefined> {
  if ('oid' in file) return file.oid
  return file.bytes === null ? undefined : inSlices(blobName(Buffer.from(file.bytes)))
}
