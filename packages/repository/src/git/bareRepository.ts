import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { committer, readCommit, type SeenCommit } from './commits.ts'
import { type Git, type GitFailure, noRoom } from './git.ts'
import { branchRef, isObjectName, isRefName } from './names.ts'
import { readRefFiles } from './refFiles.ts'

/** The branch that content is written to. */
export const CONTENT_BRANCH = 'contentrain'

const DAY = 24 * 3_600_000
/** Commits after which the repository is packed before a day is over. */
const COMMITS_BEFORE_GC = 200

/** The bare repository of one project. Only who holds its lease MUST write. */
export interface BareRepository {
  /** The folder. */
  path: string
  git: Git
  /** The commit that a ref names; undefined if there is no such ref. */
  tip(ref: string): Promise<string | undefined>
  /** Commits by the names of their refs, for all refs below a prefix such as `refs/heads/cr/`. */
  refs(prefix: string): Promise<ReadonlyMap<string, string>>
  /** Author, time, subject and trailers of a commit. */
  commit(oid: string): Promise<SeenCommit>
  /** The `Atelier-Seq` of the newest commit of a ref that has one; 0 without any. */
  writtenSeq(ref: string): Promise<number>
  /** As `writtenSeq`, from a commit on. */
  seqAt(oid: string): Promise<number>
  /** The newest commit of a history that has an `Atelier-Seq`, from a commit on; undefined without any. */
  lastWritten(oid: string): Promise<{ oid: string; seq: number } | undefined>
  /** Whether the history of `of` contains `commit`. */
  isAncestor(commit: string, of: string): Promise<boolean>
  /** The nearest commit that both contain; undefined if they have none in common. */
  mergeBase(one: string, other: string): Promise<string | undefined>
  /**
   * Sets refs in one step, each only if it still has the value `from` (undefined: it does not exist). `to` undefined
   * deletes. Returns whether all were set; none is when one is refused.
   */
  setRefs(changes: readonly { ref: string; from: string | undefined; to: string | undefined }[]): Promise<boolean>
  /** Moves the default branch to the tip of the content if that only goes forward. */
  followDefault(name: string): Promise<'followed' | 'diverged' | 'nothing'>
  /** Packs the repository when a day or 200 commits have passed. Returns whether it did. */
  packWhenDue(now: number): Promise<boolean>
  /** git's findings about the objects and refs; empty when all is well. */
  check(): Promise<string[]>
  /** Removes locks and half-written files of processes that were killed; only who has taken the lease may. */
  removeLeftovers(): Promise<string[]>
}

/** Thrown when git fails where it should not: a broken repository, a full disk. The message is git's own. */
export class RepositoryError extends Error {
  override name = 'RepositoryError'
  failure: GitFailure
  constructor(what: string, failure: GitFailure) {
    const said = failure.said.split('\n').slice(-3).join(' ') || failure.code
    super(`${what}: ${noRoom.test(failure.said) ? 'the disk of this server is full.' : said}`)
    this.failure = failure
  }
}

/** The folder of a project's repository inside the data folder. */
export function repositoryPath(dataDir: string, projectId: string): string {
  if (!/^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/.test(projectId)) throw new Error(`"${projectId}" is no id of a project`)
  return join(dataDir, 'content', `${projectId}.git`)
}

/** Opens the repository of a project, making it if there is none. Several servers may do so at once. */
export async function openRepository(git: Git, dataDir: string, projectId: string): Promise<BareRepository> {
  const path = repositoryPath(dataDir, projectId)
  if (!(await exists(join(path, 'HEAD')))) await create(git, path)
  return repositoryAt(git, path)
}

async function create(git: Git, path: string): Promise<void> {
  await mkdir(join(path, '..'), { recursive: true, mode: 0o700 })
  const made = `${path.slice(0, -'.git'.length)}.new-${randomBytes(6).toString('hex')}`
  const args = [
    'init',
    '--quiet',
    '--bare',
    '--template=',
    '--object-format=sha1',
    `--initial-branch=${CONTENT_BRANCH}`,
  ]
  const outcome = await git.run([...args, '--end-of-options', made])
  if (!outcome.ok) throw new RepositoryError('The repository could not be made', outcome)
  await rename(made, path).catch(async (error: unknown) => {
    await rm(made, { recursive: true, force: true })
    // Another server was faster.
    if (!(await exists(join(path, 'HEAD')))) throw error
  })
}

/** A bare repository that exists. */
export function repositoryAt(git: Git, path: string): BareRepository {
  const read = async (what: string, args: readonly string[], maxOutput?: number) => {
    const outcome = await git.run(args, { repository: path, ...(maxOutput === undefined ? {} : { maxOutput }) })
    if (!outcome.ok) throw new RepositoryError(what, outcome)
    return outcome.output.toString('utf8')
  }
  const refs = async (pattern: string): Promise<ReadonlyMap<string, string>> => {
    const inFiles = await readRefFiles(path, pattern)
    if (inFiles) return inFiles
    const format = '--format=%(objectname) %(refname)'
    const text = await read('The branches could not be read', ['for-each-ref', format, pattern], 16 * 1024 * 1024)
    return new Map(
      text
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => [line.slice(line.indexOf(' ') + 1), line.slice(0, line.indexOf(' '))] as const),
    )
  }
  const repository: BareRepository = {
    path,
    git,
    refs,
    commit: (oid) => readCommit(git, path, oid),
    async tip(ref) {
      if (!isRefName(ref)) throw new Error(`"${ref}" is no name of a ref`)
      return (await refs(ref)).get(ref)
    },
    async writtenSeq(ref) {
      const tip = await repository.tip(ref)
      return tip === undefined ? 0 : repository.seqAt(tip)
    },
    seqAt: async (from) => (await repository.lastWritten(from))?.seq ?? 0,
    async lastWritten(from) {
      requireObjectNames(from)
      const named = ['--fixed-strings', '--grep=Atelier-Seq: ', `--committer=<${committer.userId}@users.invalid>`]
      const args = ['log', '-1', '--first-parent', ...named, '--format=%H', '--end-of-options', from]
      const oid = (await read('The history could not be read', args)).trim()
      const seq = oid === '' ? 0 : Number((await repository.commit(oid)).trailers['Atelier-Seq'])
      return Number.isSafeInteger(seq) && seq > 0 ? { oid, seq } : undefined
    },
    async isAncestor(commit, of) {
      requireObjectNames(commit, of)
      const outcome = await git.run(['merge-base', '--is-ancestor', commit, of], { repository: path })
      if (!outcome.ok && outcome.status !== 1) throw new RepositoryError('The history could not be read', outcome)
      return outcome.ok
    },
    async mergeBase(one, other) {
      requireObjectNames(one, other)
      const outcome = await git.run(['merge-base', one, other], { repository: path })
      if (!outcome.ok && outcome.status !== 1) throw new RepositoryError('The history could not be read', outcome)
      return outcome.ok ? outcome.output.toString('utf8').trim() : undefined
    },
    async setRefs(changes) {
      if (changes.length === 0) return true
      const none = '0'.repeat(40)
      const lines = changes.map(({ ref, from, to }) => {
        if (!isRefName(ref)) throw new Error(`"${ref}" is no name of a ref`)
        requireObjectNames(...[from, to].filter((each) => each !== undefined))
        if (to === undefined) return `delete ${ref} ${from ?? none}`
        return from === undefined ? `create ${ref} ${to}` : `update ${ref} ${to} ${from}`
      })
      const input = ['start', ...lines, 'prepare', 'commit', ''].join('\n')
      const outcome = await git.run(['update-ref', '--no-deref', '--stdin'], { repository: path, input })
      return outcome.ok
    },
    async followDefault(name) {
      const ref = branchRef(name)
      const [tip, current] = await Promise.all([repository.tip(branchRef(CONTENT_BRANCH)), repository.tip(ref)])
      if (tip === undefined || tip === current || name === CONTENT_BRANCH) return 'nothing'
      if (current !== undefined && !(await repository.isAncestor(current, tip))) return 'diverged'
      if (await repository.setRefs([{ ref, from: current, to: tip }])) return 'followed'
      throw new Error(`The branch ${name} could not be moved to the content.`)
    },
    packWhenDue: (now) => packWhenDue(repository, now),
    async check() {
      const args = ['fsck', '--full', '--strict', '--no-dangling', '--no-progress']
      const outcome = await git.run(args, { repository: path, timeoutMs: 600_000 })
      if (outcome.ok) return lines(outcome.output.toString('utf8'))
      return [...lines(outcome.said), ...(outcome.said ? [] : [`git fsck: ${outcome.code}`])]
    },
    removeLeftovers: () => removeLeftovers(path),
  }
  return repository
}

const lines = (text: string) => text.split('\n').filter((line) => line.trim() !== '')

function requireObjectNames(...oids: string[]): void {
  for (const oid of oids) if (!isObjectName(oid)) throw new Error(`"${oid}" is no name of an object`)
}

/** The time of the last packing, and the tip at that time, are in a file of ours beside git's. */
async function packWhenDue({ path, git, tip }: BareRepository, now: number): Promise<boolean> {
  const head = await tip(branchRef(CONTENT_BRANCH))
  if (head === undefined) return false
  const file = join(path, 'atelier-packed')
  const [at, packed = ''] = (await readFile(file, 'utf8').catch(() => '')).split(' ')
  if (packed === head) return false
  const range = isObjectName(packed) ? `${packed}..${head}` : head
  const counted = await git.run(['rev-list', '--count', '--end-of-options', range], { repository: path })
  // A history that was rewritten no longer has the commit: then it is time.
  const commits = counted.ok ? Number(counted.output.toString('utf8')) : COMMITS_BEFORE_GC
  if (commits < COMMITS_BEFORE_GC && now - Number(at || now) < DAY) {
    if (!at) await writeFile(file, `${now}`)
    return false
  }
  // Objects of the last day stay, since a process of a server that lost its lease may be about to name them.
  const args = ['gc', '--quiet', '--force', '--prune=1.day.ago']
  const outcome = await git.run(args, { repository: path, timeoutMs: 600_000 })
  if (!outcome.ok) throw new RepositoryError('The repository could not be packed', outcome)
  await writeFile(file, `${now} ${head}`)
  return true
}

/** Files that only a process under way has: at the root, among the refs and among the objects. */
const leftoverFile = /(?:\.lock$|^tmp_|^\.tmp-|^fast_import_crash_|^gc\.pid$|^FETCH_HEAD$)/
/** Folders that only a process under way has. */
const leftoverFolder = /^(?:tmp_objdir-|incoming-)/

async function removeLeftovers(path: string): Promise<string[]> {
  const removed: string[] = []
  const walk = async (folder: string, inside: string): Promise<void> => {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const name = inside === '' ? entry.name : `${inside}/${entry.name}`
      const gone = entry.isDirectory() ? leftoverFolder.test(entry.name) : leftoverFile.test(entry.name)
      if (gone) {
        await rm(join(folder, entry.name), { recursive: true, force: true })
        removed.push(name)
      } else if (entry.isDirectory()) await walk(join(folder, entry.name), name)
    }
  }
  await walk(path, '')
  return removed
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )
