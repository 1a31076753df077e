import { once } from 'node:events'
import type { BareRepository } from './bareRepository.ts'
import { commitMessage, committer, type Person, personLine, type Trailers } from './commits.ts'
import type { GitFailure } from './git.ts'
import { isObjectName, isRefName, pathProblem } from './names.ts'

/** The change of one file: its bytes, null when it is deleted, or an object that the repository has already. */
export type FileChange = { path: string; bytes: Uint8Array | string | null } | StoredFile

export interface StoredFile {
  path: string
  oid: string
  /** As `git ls-tree` has it: `100644`, `100755`, `120000` or `160000`. */
  mode: string
}

export interface CommitToWrite {
  ref: string
  /** The tip that `ref` must have, only on the first commit for this ref; absent when there is no such ref yet. */
  parent?: string
  /** `ref` is a new branch that starts at `parent`. */
  begins?: boolean
  /** Further parents, of a merge. */
  merged?: readonly string[]
  author: Person
  coAuthors?: readonly Person[]
  /** Epoch milliseconds. */
  at: number
  subject: string
  trailers: Trailers
  /** Asked for when the commit is written, so that one commit's files are in memory at a time. */
  files: Iterable<FileChange> | AsyncIterable<FileChange>
}

export type Imported =
  /** `commits` in the order of what was given; `tips` by ref. */
  | { ok: true; commits: string[]; tips: ReadonlyMap<string, string> }
  /** The refs that no longer had the expected tip. Nothing of them was changed. */
  | { ok: false; code: 'stale'; refs: string[] }
  | { ok: false; code: 'failed'; failure: GitFailure }

export interface ImportOptions {
  signal?: AbortSignal
  timeoutMs?: number
}

/**
 * Writes commits with one `git fast-import`: all of a ref or none, whenever the process or the server is killed. A ref
 * whose tip is not the first commit's `parent` is refused.
 *
 * @throws on a path, a ref or a parent that no repository may have; nothing was written then
 */
export async function writeCommits(
  repository: BareRepository,
  commits: Iterable<CommitToWrite> | AsyncIterable<CommitToWrite>,
  { signal, timeoutMs = 120_000 }: ImportOptions = {},
): Promise<Imported> {
  // It would write each file as its difference from the file before it, which is of another model or locale: that is
  // larger than the file itself, and packing keeps it.
  const running = repository.git.start(['fast-import', '--quiet', '--done', '--date-format=raw', '--depth=0'], {
    repository: repository.path,
    timeoutMs,
    ...(signal ? { signal } : {}),
    // One pack each time is one file to flush to the disk; packing joins them.
    config: { 'fastimport.unpackLimit': '0' },
  })
  let printed = ''
  running.stdout.setEncoding('latin1').on('data', (text: string) => {
    printed += text
  })
  const order: string[] = []
  const gone = { value: false }
  const settled = running.ended.then((outcome) => {
    gone.value = true
    return outcome
  })
  const write = async (chunk: Uint8Array | string) => {
    if (gone.value || running.stdin.destroyed) throw new ProcessGone()
    if (!running.stdin.write(chunk)) await Promise.race([once(running.stdin, 'drain').catch(() => {}), settled])
  }
  try {
    await write('feature done\n')
    const started = new Map<string, string | undefined>()
    for await (const commit of commits) {
      const stale = started.has(commit.ref) ? undefined : await staleRef(repository, commit)
      if (stale) {
        running.kill()
        await settled
        return stale
      }
      await writeCommit(commit, order.length + 1, !started.has(commit.ref), write)
      started.set(commit.ref, commit.parent)
      order.push(commit.ref)
    }
    await write('done\n')
    running.stdin.end()
  } catch (error) {
    if (!(error instanceof ProcessGone)) {
      running.kill()
      await settled
      throw error
    }
  }
  const outcome = await settled
  const oids = printed.split('\n').filter(isObjectName)
  if (outcome.ok && oids.length === order.length) {
    const tips = new Map(order.map((ref, index) => [ref, oids[index] ?? ''] as const))
    return { ok: true, commits: oids, tips }
  }
  if (outcome.ok)
    return { ok: false, code: 'failed', failure: { ok: false, code: 'failed', said: 'no commit was named' } }
  const refused = [...outcome.said.matchAll(/Not updating (\S+) \(new tip/g)].map(([, ref = '']) => ref)
  return refused.length > 0
    ? { ok: false, code: 'stale', refs: refused }
    : { ok: false, code: 'failed', failure: outcome }
}

/** The process ended while it was written to; how it ended says why. */
class ProcessGone extends Error {}

async function staleRef(
  repository: BareRepository,
  { ref, parent, begins = false }: CommitToWrite,
): Promise<{ ok: false; code: 'stale'; refs: string[] } | undefined> {
  return (await repository.tip(ref)) === (begins ? undefined : parent)
    ? undefined
    : { ok: false, code: 'stale', refs: [ref] }
}

async function writeCommit(
  commit: CommitToWrite,
  mark: number,
  first: boolean,
  write: (chunk: Uint8Array | string) => Promise<void>,
): Promise<void> {
  const { ref, parent, merged = [], author, coAuthors, at, subject, trailers, files } = commit
  if (!isRefName(ref)) throw new Error(`"${ref}" is no name of a ref`)
  for (const oid of [...(parent === undefined ? [] : [parent]), ...merged])
    if (!isObjectName(oid)) throw new Error(`"${oid}" is no name of an object`)
  const seconds = Math.max(0, Math.floor(at / 1000))
  const message = Buffer.from(commitMessage(subject, trailers, coAuthors))
  await write(
    [
      `commit ${ref}`,
      `mark :${mark}`,
      `author ${personLine(author)} ${seconds} +0000`,
      `committer ${personLine(committer)} ${seconds} +0000`,
      `data ${message.length}`,
      '',
    ].join('\n'),
  )
  await write(message)
  // Only the first commit of a ref names its parent: those after it follow each other.
  if (first && parent !== undefined) await write(`from ${parent}\n`)
  for (const oid of merged) await write(`merge ${oid}\n`)
  for await (const file of files) {
    const { path } = file
    const problem = pathProblem(path)
    if (problem) throw new Error(`"${path}": ${problem}`)
    if ('oid' in file) {
      if (!isObjectName(file.oid) || !/^1[0-7]{5}$/.test(file.mode)) throw new Error(`"${path}" names no object`)
      await write(`M ${file.mode} ${file.oid} ${quoted(path)}\n`)
      continue
    }
    const { bytes } = file
    if (bytes === null) {
      await write(`D ${quoted(path)}\n`)
      continue
    }
    const content = typeof bytes === 'string' ? Buffer.from(bytes) : bytes
    await write(`M 100644 inline ${quoted(path)}\ndata ${content.length}\n`)
    await write(content)
    await write('\n')
  }
  await write(`get-mark :${mark}\n`)
}

/** A path as fast-import reads it, which needs quotes around one that begins with a quote. */
const quoted = (path: string): string => `"${path.replaceAll('"', '\\"')}"`
