import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type BareRepository, RepositoryError } from './bareRepository.ts'

export interface QuarantineLimits {
  /** Limits of the bytes on the wire, and of one unpacked object. */
  maxBytes: number
  maxObjects: number
}

/**
 * The limit of all unpacked objects together, in `maxBytes`. A history holds each state of a large file whole, in a pack
 * that is small; no process ever unpacks more than the files of one commit.
 */
const HISTORY = 50

/** A place for objects that are not of the repository yet. `remove` deletes objects that were not admitted. */
export interface Quarantine {
  /** Variables of the environment by which a git process reads the repository and writes here. */
  env: Readonly<Record<string, string>>
  /** Bytes that are here now. */
  size(): Promise<number>
  /** Whether the objects that came stay within the limits when they are unpacked. */
  withinLimits(limits: QuarantineLimits): Promise<boolean>
  /** Moves all objects into the repository. No ref names them yet. */
  admit(): Promise<void>
  remove(): Promise<void>
}

/** Opens a quarantine beside the objects of a repository, as git itself has one for pushes. */
export async function openQuarantine(repository: BareRepository): Promise<Quarantine> {
  const folder = join(repository.path, `incoming-${randomBytes(6).toString('hex')}`)
  const packs = join(folder, 'pack')
  await mkdir(packs, { recursive: true, mode: 0o700 })
  const objects = join(repository.path, 'objects')
  const env = {
    GIT_OBJECT_DIRECTORY: folder,
    // Between quotes, since a colon would end the path.
    GIT_ALTERNATE_OBJECT_DIRECTORIES: `"${objects.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`,
  }
  return {
    env,
    size: () => folderSize(folder),
    async withinLimits({ maxBytes, maxObjects }) {
      if ((await folderSize(folder)) > maxBytes) return false
      let left = { bytes: HISTORY * maxBytes, objects: maxObjects }
      for (const name of await readdir(packs)) {
        if (!name.endsWith('.idx')) continue
        left = await unpackedSize(repository, env, join(packs, name), left, maxBytes)
        if (left.bytes < 0 || left.objects < 0) return false
      }
      return true
    },
    async admit() {
      const names = (await readdir(packs)).filter((name) => /^pack-[0-9a-f]+\.(?:pack|rev|idx)$/.test(name))
      // A pack is seen by its index, which therefore comes last.
      names.sort((a, b) => Number(a.endsWith('.idx')) - Number(b.endsWith('.idx')))
      for (const name of names) await rename(join(packs, name), join(objects, 'pack', name))
    },
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }),
  }
}

/** The rest of a limit after the objects of one pack; below zero when it is too much. */
async function unpackedSize(
  { git, path }: BareRepository,
  env: Readonly<Record<string, string>>,
  index: string,
  left: { bytes: number; objects: number },
  largest: number,
): Promise<{ bytes: number; objects: number }> {
  const listing = git.start(['show-index'], { repository: path })
  const sizing = git.start(['cat-file', '--batch-check=%(objectsize)', '--buffer'], { repository: path, env })
  const listed = pipeline(createReadStream(index), listing.stdin).catch(() => {})
  let { bytes, objects } = left
  const asking = pipeline(
    inputLines(listing.stdout),
    async function* (lines) {
      for await (const line of lines) {
        // <offset> <object> (<crc>)
        objects -= 1
        if (objects < 0) return
        yield `${line.split(' ')[1] ?? ''}\n`
      }
    },
    sizing.stdin,
  ).catch(() => {})
  for await (const line of inputLines(sizing.stdout)) {
    bytes = Number(line) > largest ? -1 : bytes - Number(line)
    if (bytes < 0) break
  }
  const within = bytes >= 0 && objects >= 0
  if (!within) for (const each of [listing, sizing]) each.kill()
  await Promise.all([listed, asking])
  for (const outcome of [await listing.ended, await sizing.ended])
    if (within && !outcome.ok) throw new RepositoryError('A pack could not be read', outcome)
  return { bytes, objects }
}

const inputLines = (input: Readable) => createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })

async function folderSize(folder: string): Promise<number> {
  let bytes = 0
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => [])) {
    if (!entry.isFile()) continue
    const size = await stat(join(entry.parentPath, entry.name)).then(
      (found) => found.size,
      // It was renamed while it was looked for.
      () => 0,
    )
    bytes += size
  }
  return bytes
}
