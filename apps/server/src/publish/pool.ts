import { createHash, randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, link, mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'

export type Encoding = 'br' | 'gzip'

/**
 * The contents of a project's releases, each once, named by its SHA-256: what does not change from one release to the
 * next is not written again. Beside a text are its compressed forms.
 */
export interface Pool {
  /** Takes texts in, durable when it resolves; returns what was not there before. */
  put(texts: ReadonlyMap<string, Buffer>): Promise<string[]>
  /** Takes a file in without reading it, as another name of the same bytes where the file system can. */
  link(hash: string, from: string): Promise<void>
  pathOf(hash: string, encoding?: Encoding): string
  read(hash: string, encoding?: Encoding): Promise<Buffer | undefined>
  size(hash: string): Promise<number | undefined>
  /** Makes the compressed forms of a text that are worth it. */
  compress(hash: string): Promise<void>
  /** Removes the contents that nothing names any more and that were not taken in after `before`. */
  sweep(named: ReadonlySet<string>, before: number): Promise<number>
}

/** How many files are written at a time. */
const AT_ONCE = 24
/** Smaller texts gain nothing on the way. */
const WORTH_BYTES = 600

const compressors: Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: { [zlib.BROTLI_PARAM_QUALITY]: 9, [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 9 }),
}

export function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

export function createPool(folder: string): Pool {
  const pathOf = (hash: string, encoding?: Encoding) => {
    if (!/^[0-9a-f]{64}$/.test(hash)) throw new Error(`"${hash}" is not a SHA-256`)
    const path = join(folder, hash.slice(0, 2), hash)
    return encoding === undefined ? path : `${path}.${encoding}`
  }

  /** Writes a file whole before it has its name, into a folder that is there. */
  const write = async (path: string, bytes: Buffer) => {
    const draft = `${path}.${randomUUID()}.tmp`
    try {
      const file = await open(draft, 'wx')
      try {
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(draft, path)
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
  }

  /** A renewed name has a new time, so that a sweep of another server leaves it. */
  const renew = async (path: string): Promise<boolean> => {
    const now = new Date()
    try {
      await utimes(path, now, now)
      return true
    } catch (error) {
      if (isMissing(error)) return false
      throw error
    }
  }

  return {
    pathOf,
    async put(texts) {
      const fresh: string[] = []
      await eachOf([...texts], AT_ONCE, async ([hash, bytes]) => {
        const path = pathOf(hash)
        if (await renew(path)) return
        await mkdir(dirname(path), { recursive: true })
        await write(path, bytes)
        fresh.push(hash)
      })
      if (fresh.length > 0) {
        const folders = new Set(fresh.map((hash) => dirname(pathOf(hash))))
        await eachOf([...folders, folder], AT_ONCE, syncFolder)
      }
      return fresh
    },
    async link(hash, from) {
      const path = pathOf(hash)
      if (await renew(path)) return
      await mkdir(dirname(path), { recursive: true })
      try {
        await link(from, path)
      } catch (error) {
        if (hasCode(error, 'EEXIST')) return
        if (!hasCode(error, 'EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP')) throw error
        const draft = `${path}.${randomUUID()}.tmp`
        await copyFile(from, draft, constants.COPYFILE_FICLONE)
        await rename(draft, path)
      }
      await renew(path)
      await syncFolder(dirname(path))
    },
    async read(hash, encoding) {
      try {
        return await readFile(pathOf(hash, encoding))
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },
    async size(hash) {
      try {
        return (await stat(pathOf(hash))).size
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },
    async compress(hash) {
      const bytes = await this.read(hash)
      if (!bytes || bytes.length < WORTH_BYTES) return
      for (const encoding of ['br', 'gzip'] as const) {
        const small = await compressors[encoding](bytes)
        if (small.length >= bytes.length) continue
        try {
          await write(pathOf(hash, encoding), small)
        } catch (error) {
          // The project has been deleted meanwhile, folder and all: it is not to come back.
          if (!isMissing(error)) throw error
        }
      }
    },
    async sweep(named, before) {
      let removed = 0
      for (const part of await folderNames(folder)) {
        for (const name of await folderNames(join(folder, part))) {
          const [hash = ''] = name.split('.')
          if (named.has(hash) && !name.endsWith('.tmp')) continue
          const path = join(folder, part, name)
          // Checked last: a new use has renewed its time by now.
          const found = await stat(path).catch(() => undefined)
          if (!found || found.mtimeMs >= before) continue
          await rm(path, { force: true })
          removed += 1
        }
      }
      return removed
    },
  }
}

/** Does something to each, so many at a time; rejects with the first failure once all under way have ended. */
export async function eachOf<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  let next = 0
  const failures: unknown[] = []
  const worker = async () => {
    for (let item = items[next++]; item !== undefined && failures.length === 0; item = items[next++]) {
      try {
        await work(item)
      } catch (error) {
        failures.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker))
  if (failures.length > 0) throw failures[0]
}

/** Makes the names in a folder durable. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

async function folderNames(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

export const isMissing = (error: unknown) => hasCode(error, 'ENOENT', 'ENOTDIR')

function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.some((code) => error.code === code)
}
