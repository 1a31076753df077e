import { type BareRepository, RepositoryError } from './bareRepository.ts'
import type { GitProcess } from './git.ts'
import { isObjectName } from './names.ts'

/** The kind of the object at a path: a file, or what is named and never followed. */
export type TreeKind = 'file' | 'link' | 'submodule'

export interface TreeFile {
  /** As it is in the repository; a name that is not in UTF-8 has U+FFFD for what could not be read. */
  path: string
  /** Whether `path` is exactly the name that the repository has. */
  readable: boolean
  kind: TreeKind
  /** As git writes it, such as `100644`. */
  mode: string
  oid: string
}

export interface ChangedFile extends TreeFile {
  change: 'added' | 'changed' | 'deleted'
  /** The object that stood there before, unless it was added. */
  before?: string
}

/** More files than the limit of the reader. */
export class TooManyFiles extends Error {
  override name = 'TooManyFiles'
}

export const MAX_FILES = 100_000
export const MAX_BLOB = 20 * 1024 * 1024

interface TreeOptions {
  /** Only what is at or below one of these folders or files; everything when absent. */
  under?: readonly string[]
  /** The most files; `TooManyFiles` is thrown beyond it. */
  maxFiles?: number
  signal?: AbortSignal
}

/** Every file of a commit, folder by folder, in git's order. */
export async function listFiles(
  { git, path }: BareRepository,
  commit: string,
  { under = [], maxFiles = MAX_FILES, signal }: TreeOptions = {},
): Promise<TreeFile[]> {
  requireObjects(commit)
  const args = ['ls-tree', '-r', '-z', '--full-tree', commit, '--', ...under]
  const found: TreeFile[] = []
  const running = git.start(args, { repository: path, ...(signal ? { signal } : {}) })
  running.stdin.end()
  for await (const record of recordsOf(running)) {
    if (found.length >= maxFiles) return tooMany(running, maxFiles)
    // <mode> <type> <oid>\t<path>
    const tab = record.indexOf(9)
    const [mode = '', , oid = ''] = record.toString('latin1', 0, tab).split(' ')
    found.push({ ...pathOf(record.subarray(tab + 1)), kind: treeKind(mode), mode, oid })
  }
  await finished(running, 'The files of a commit could not be listed')
  return found
}

/** The difference between `from` and `to`; from an empty repository when `from` is undefined. Renames are two changes. */
export async function changedFiles(
  { git, path }: BareRepository,
  from: string | undefined,
  to: string,
  { under = [], maxFiles = MAX_FILES, signal }: TreeOptions = {},
): Promise<ChangedFile[]> {
  requireObjects(to, ...(from === undefined ? [] : [from]))
  const options = ['-r', '-z', '--raw', '--no-abbrev', '--no-renames', '--no-ext-diff', '--no-textconv']
  const args = ['diff-tree', ...options, from ?? EMPTY_TREE, to, '--', ...under]
  const found: ChangedFile[] = []
  const running = git.start(args, { repository: path, ...(signal ? { signal } : {}) })
  running.stdin.end()
  let head: { oldMode: string; mode: string; old: string; oid: string; status: string } | undefined
  for await (const record of recordsOf(running)) {
    if (head === undefined) {
      // :<old mode> <mode> <old oid> <oid> <status>
      const [oldMode = '', mode = '', old = '', oid = '', status = ''] = record.toString('latin1', 1).split(' ')
      head = { oldMode, mode, old, oid, status }
      continue
    }
    if (found.length >= maxFiles) return tooMany(running, maxFiles)
    const { oldMode, mode, old, oid, status } = head
    head = undefined
    const deleted = status === 'D'
    found.push({
      ...pathOf(record),
      kind: treeKind(deleted ? oldMode : mode),
      mode: deleted ? oldMode : mode,
      oid: deleted ? old : oid,
      change: deleted ? 'deleted' : status === 'A' ? 'added' : 'changed',
      ...(status === 'A' ? {} : { before: old }),
    })
  }
  await finished(running, 'The changes between two commits could not be listed')
  return found
}

/** The tree without files, which git knows without having it. */
const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904'

export type ReadBlob =
  | { ok: true; bytes: Buffer }
  /** `size` of what is too large. */
  | { ok: false; code: 'missing' | 'not_a_file' }
  | { ok: false; code: 'too_large'; size: number }

export interface BlobReader {
  /** The bytes of an object, unless it is larger than `maxBytes`; asked one after another. */
  read(oid: string): Promise<ReadBlob>
  /** Ends the process. */
  close(): Promise<void>
}

/** Reads objects over one `git cat-file`, which looks at the size before it reads. */
export function openBlobs(
  { git, path }: BareRepository,
  {
    maxBytes = MAX_BLOB,
    timeoutMs = 600_000,
    signal,
  }: { maxBytes?: number; timeoutMs?: number; signal?: AbortSignal } = {},
): BlobReader {
  const running = git.start(['cat-file', '--batch-command'], {
    repository: path,
    timeoutMs,
    ...(signal ? { signal } : {}),
  })
  const source = byteSource(running)
  const ask = async (command: string) => {
    running.stdin.write(`${command}\n`)
    const line = await source.line()
    return line?.split(' ') ?? (await broken(running, 'An object could not be read'))
  }
  let last: Promise<unknown> = Promise.resolve()
  const read = async (oid: string): Promise<ReadBlob> => {
    const [, type, sizeText = ''] = await ask(`info ${oid}`)
    if (type === 'missing') return { ok: false, code: 'missing' }
    if (type !== 'blob') return { ok: false, code: 'not_a_file' }
    const size = Number(sizeText)
    if (size > maxBytes) return { ok: false, code: 'too_large', size }
    await ask(`contents ${oid}`)
    const bytes = await source.take(size + 1)
    if (bytes === undefined) return broken(running, 'An object could not be read')
    return { ok: true, bytes: bytes.subarray(0, size) }
  }
  return {
    read(oid) {
      requireObjects(oid)
      const mine = last.then(() => read(oid))
      last = mine.catch(() => {})
      return mine
    },
    async close() {
      running.stdin.end()
      running.kill()
      await running.ended
    },
  }
}

/** The output of a process by lines and by counts of bytes; undefined when it has ended. */
function byteSource({ stdout }: GitProcess) {
  const incoming: AsyncIterator<Buffer> = stdout[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  const more = async (): Promise<Buffer | undefined> => {
    const next = await incoming.next().catch(() => undefined)
    return next === undefined || next.done ? undefined : next.value
  }
  return {
    async line(): Promise<string | undefined> {
      for (;;) {
        const end = rest.indexOf(10)
        if (end >= 0) {
          const line = rest.toString('utf8', 0, end)
          rest = rest.subarray(end + 1)
          return line
        }
        const chunk = await more()
        if (!chunk) return undefined
        rest = Buffer.concat([rest, chunk])
      }
    },
    async take(count: number): Promise<Buffer | undefined> {
      const chunks = [rest]
      let size = rest.length
      while (size < count) {
        const chunk = await more()
        if (!chunk) return undefined
        chunks.push(chunk)
        size += chunk.length
      }
      const all = chunks.length === 1 ? rest : Buffer.concat(chunks)
      rest = all.subarray(count)
      return all.subarray(0, count)
    },
  }
}

/** The output of a process, cut at each NUL. */
async function* recordsOf({ stdout }: GitProcess): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of stdout as AsyncIterable<Buffer>) {
    const all = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    let from = 0
    for (let at = all.indexOf(0); at >= 0; at = all.indexOf(0, from)) {
      yield all.subarray(from, at)
      from = at + 1
    }
    rest = all.subarray(from)
  }
}

const decoder = new TextDecoder('utf-8')

function pathOf(bytes: Buffer): { path: string; readable: boolean } {
  const path = decoder.decode(bytes)
  return { path, readable: !path.includes('\ufffd') && Buffer.byteLength(path) === bytes.length }
}

const treeKind = (mode: string): TreeKind => (mode === '120000' ? 'link' : mode === '160000' ? 'submodule' : 'file')

async function finished(running: GitProcess, what: string): Promise<void> {
  const outcome = await running.ended
  if (!outcome.ok) throw new RepositoryError(what, outcome)
}

async function broken(running: GitProcess, what: string): Promise<never> {
  running.kill()
  const outcome = await running.ended
  throw new RepositoryError(what, outcome.ok ? { ok: false, code: 'failed', said: 'the process ended' } : outcome)
}

async function tooMany(running: GitProcess, most: number): Promise<never> {
  running.kill()
  await running.ended
  throw new TooManyFiles(`The repository has more than ${most} files.`)
}

function requireObjects(...oids: string[]): void {
  for (const oid of oids) if (!isObjectName(oid)) throw new Error(`"${oid}" is no name of an object`)
}
