import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'

/** A file that was received whole and is not stored yet. */
export interface Incoming {
  hash: string
  bytes: number
  /** Its first bytes, as many as were asked for. */
  head: Uint8Array
  readWhole(): Promise<Uint8Array>
  /** Makes it durable under its hash. */
  keep(): Promise<void>
  discard(): Promise<void>
}

/** Both ends included. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * The bytes of each project's media below the data folder, `media/<project id>/<sha256>`: every content once, never
 * changed. Servers that share a database share this folder too.
 */
export interface MediaFiles {
  /** Durable when it resolves. Keeping the same bytes again renews their time. */
  put(projectId: string, bytes: Uint8Array): Promise<{ hash: string }>
  /** Takes a stream into a file of its own. `undefined` if it is longer than `mayGoOn` allows. */
  receive(
    projectId: string,
    body: AsyncIterable<Uint8Array>,
    options: { headBytes: number; mayGoOn(bytes: number, head: Uint8Array): boolean },
  ): Promise<Incoming | undefined>
  read(projectId: string, hash: string): Promise<Buffer | undefined>
  /** How many bytes are kept under a hash; undefined if none are. */
  size(projectId: string, hash: string): Promise<number | undefined>
  stream(projectId: string, hash: string, range?: ByteRange): ReadableStream<Uint8Array>
  /** The path of the bytes, for programs that read files by themselves. */
  pathOf(projectId: string, hash: string): string
  projects(): Promise<string[]>
  hashes(projectId: string): Promise<string[]>
  /** When the bytes were last kept, in epoch milliseconds. */
  keptAt(projectId: string, hash: string): Promise<number | undefined>
  removeHash(projectId: string, hash: string): Promise<void>
  /** Removes everything of a deleted project. */
  remove(projectId: string): Promise<void>
  /** Removes what uploads that never ended left behind, if it is older than `before`. */
  removeStale(projectId: string, before: number): Promise<void>
}

const incomingFolder = '.incoming'

export function createMediaFiles(dataDir: string): MediaFiles {
  const folderOf = (projectId: string) => join(dataDir, 'media', checkedId(projectId))
  const pathOf = (projectId: string, hash: string) => join(folderOf(projectId), checkedHash(hash))

  const statOf = async (path: string) => {
    try {
      return await stat(path)
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  /** Renames a durable file to its final name. If the name exists, the bytes are the same. */
  const settle = async (projectId: string, from: string, hash: string) => {
    const target = pathOf(projectId, hash)
    if (await statOf(target)) {
      const now = new Date()
      await utimes(target, now, now)
      await rm(from, { force: true })
      return
    }
    await rename(from, target)
    await syncFolder(folderOf(projectId))
  }

  const openIncoming = async (projectId: string) => {
    const folder = join(folderOf(projectId), incomingFolder)
    await mkdir(folder, { recursive: true })
    const path = join(folder, randomUUID())
    return { path, file: await open(path, 'wx') }
  }

  const files: MediaFiles = {
    pathOf,
    async put(projectId, bytes) {
      const hash = createHash('sha256').update(bytes).digest('hex')
      const { path, file } = await openIncoming(projectId)
      try {
        await file.writeFile(bytes)
        await file.sync()
      } catch (error) {
        await rm(path, { force: true })
        throw error
      } finally {
        await file.close()
      }
      await settle(projectId, path, hash)
      return { hash }
    },

    async receive(projectId, body, { headBytes, mayGoOn }) {
      const { path, file } = await openIncoming(projectId)
      const hashing = createHash('sha256')
      const first: Uint8Array[] = []
      let kept = 0
      let bytes = 0
      let head: Uint8Array = new Uint8Array()
      let whole = false
      try {
        for await (const chunk of body) {
          bytes += chunk.byteLength
          if (kept < headBytes) {
            const part = chunk.subarray(0, headBytes - kept)
            first.push(part)
            kept += part.byteLength
            if (kept === headBytes) head = Buffer.concat(first)
          }
          if (!mayGoOn(bytes, head)) return undefined
          hashing.update(chunk)
          await file.write(chunk)
        }
        if (kept < headBytes) head = Buffer.concat(first)
        await file.sync()
        whole = true
      } finally {
        await file.close()
        if (!whole) await rm(path, { force: true })
      }
      const hash = hashing.digest('hex')
      return {
        hash,
        bytes,
        head,
        readWhole: () => readFile(path),
        keep: () => settle(projectId, path, hash),
        discard: () => rm(path, { force: true }),
      }
    },

    async read(projectId, hash) {
      try {
        return await readFile(pathOf(projectId, hash))
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },
    size: async (projectId, hash) => (await statOf(pathOf(projectId, hash)))?.size,
    stream(projectId, hash, range) {
      return streamOf(pathOf(projectId, hash), range)
    },
    projects: () => fileNames(join(dataDir, 'media'), /^[\w-]{1,100}$/),
    hashes: (projectId) => fileNames(folderOf(projectId), /^[0-9a-f]{64}$/),
    keptAt: async (projectId, hash) => (await statOf(pathOf(projectId, hash)))?.mtimeMs,
    removeHash: (projectId, hash) => rm(pathOf(projectId, hash), { force: true }),
    remove: (projectId) => rm(folderOf(projectId), { recursive: true, force: true }),
    async removeStale(projectId, before) {
      const folder = join(folderOf(projectId), incomingFolder)
      for (const name of await fileNames(folder, /^[\w-]+$/)) {
        const found = await statOf(join(folder, name))
        if (found && found.mtimeMs < before) await rm(join(folder, name), { force: true })
      }
    },
  }
  return files
}

const chunkBytes = 128 * 1024

/** Reads as fast as its consumer takes it, and closes the file afterwards. */
function streamOf(path: string, range: ByteRange | undefined): ReadableStream<Uint8Array> {
  let file: FileHandle | undefined
  let at = range?.start ?? 0
  const end = range ? range.end + 1 : Number.POSITIVE_INFINITY
  const source: UnderlyingDefaultSource<Uint8Array> = {
    async pull(controller) {
      file ??= await open(path, 'r')
      const wanted = Math.min(chunkBytes, end - at)
      const { bytesRead, buffer } = await file.read(new Uint8Array(wanted), 0, wanted, at)
      at += bytesRead
      if (bytesRead > 0) controller.enqueue(buffer.subarray(0, bytesRead))
      if (bytesRead > 0 && at < end) return
      await file.close()
      controller.close()
    },
    async cancel() {
      await file?.close()
    },
  }
  // Nothing is opened before the first read.
  return new ReadableStream(source, { highWaterMark: 0 })
}

async function fileNames(folder: string, pattern: RegExp): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => pattern.test(name)).sort()
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

/** Ids come from this server; one that could leave its folder is a bug. */
function checkedId(id: string): string {
  if (!/^[\w-]{1,100}$/.test(id)) throw new Error(`"${id}" cannot name a folder`)
  return id
}

function checkedHash(hash: string): string {
  if (!/^[0-9a-f]{64}$/.test(hash)) throw new Error(`"${hash}" is not a SHA-256`)
  return hash
}

/** Makes the names in a folder durable. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
}
