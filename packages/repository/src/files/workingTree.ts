import { createHash } from 'node:crypto'
import { inSlices, type Steps } from '@atelier/operation'
import type { BareRepository } from '../git/bareRepository.ts'
import { type BlobReader, listFiles, openBlobs } from '../git/catFile.ts'

/** The files of a branch, from its tip and what has been written on top since. */
export interface WorkingTree {
  /** Whether there is no commit, and nothing was written yet. */
  readonly empty: boolean
  /** The texts of those paths that are files; one that is a link or too large is left out. */
  read(paths: readonly string[]): Promise<Map<string, string>>
  /** The edits after which these paths have these texts, and `gone` ones none. */
  change(wanted: ReadonlyMap<string, string>, gone: readonly string[]): Promise<WrittenFile[]>
  close(): Promise<void>
}

export interface WrittenFile {
  path: string
  bytes: Uint8Array | null
}

/** Paths in one command; more of them, and the whole tree is listed once. */
const MAX_PATHS = 200

/** @param locked paths that are never changed */
export function openTree(
  repository: BareRepository,
  tip: string | undefined,
  locked: ReadonlySet<string> = new Set(),
): WorkingTree {
  /** The name of the object at a path; undefined if there is none. */
  const known = new Map<string, string | undefined>()
  const texts = new Map<string, string>()
  /** Paths that are no longer what the tip has there. */
  const touched = new Set<string>()
  /** Paths where a link or a submodule is, which stay as they are. */
  const others = new Set<string>()
  let listed = tip === undefined
  let blobs: BlobReader | undefined

  async function look(paths: readonly string[]): Promise<void> {
    const unknown = listed ? [] : paths.filter((path) => !known.has(path))
    if (tip === undefined || unknown.length === 0) return
    const all = unknown.length > MAX_PATHS
    const files = await listFiles(repository, tip, all ? {} : { under: unknown })
    for (const path of unknown) known.set(path, undefined)
    for (const { path, kind, oid } of files) {
      if (kind !== 'file') others.add(path)
      else if (!touched.has(path)) known.set(path, oid)
    }
    listed ||= all
  }

  /** Holds what is wanted as what is there. @returns what has to be written for it */
  function* write(wanted: ReadonlyMap<string, string>): Steps<WrittenFile[]> {
    const changes: WrittenFile[] = []
    for (const [path, text] of wanted) {
      if (locked.has(path) || others.has(path)) continue
      const bytes = Buffer.from(text)
      const oid = yield* blobName(bytes)
      if (known.get(path) === oid) continue
      known.set(path, oid)
      touched.add(path)
      texts.set(path, text)
      changes.push({ path, bytes })
    }
    return changes
  }

  return {
    get empty() {
      return tip === undefined && touched.size === 0
    },
    async read(paths) {
      await look(paths)
      const found = new Map<string, string>()
      for (const path of paths) {
        const oid = known.get(path)
        const written = texts.get(path)
        if (written !== undefined) found.set(path, written)
        else if (oid !== undefined) {
          blobs ??= openBlobs(repository)
          const blob = await blobs.read(oid)
          if (blob.ok) found.set(path, blob.bytes.toString('utf8'))
        }
      }
      return found
    },
    async change(wanted, gone) {
      await look([...wanted.keys(), ...gone])
      const changes = await inSlices(write(wanted))
      for (const path of gone) {
        if (known.get(path) === undefined || locked.has(path)) continue
        known.set(path, undefined)
        touched.add(path)
        texts.delete(path)
        changes.push({ path, bytes: null })
      }
      // A file may replace a folder, so deletions come first.
      return changes.sort((a, b) => Number(b.bytes === null) - Number(a.bytes === null))
    },
    async close() {
      await blobs?.close()
    },
  }
}

/** Bytes that are hashed in one step. */
const STEP = 64 * 1024

/** The name that git gives to these bytes. */
export function* blobName(bytes: Uint8Array): Steps<string> {
  const hash = createHash('sha1').update(`blob ${bytes.length}\0`)
  for (let from = 0; from < bytes.length; from += STEP) {
    hash.update(bytes.subarray(from, from + STEP))
    yield
  }
  return hash.digest('hex')
}
