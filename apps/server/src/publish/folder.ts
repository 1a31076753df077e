import { mkdir, open, readdir, readFile, readlink, rename, rm, stat, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { yieldToOthers } from '@atelier/operation'
import { REDIRECT_STATUSES, type Redirect, type ReleaseFile, ReleaseRecord } from '@atelier/site'
import Type from 'typebox'
import { Compile } from 'typebox/compile'
import { createPool, eachOf, hashOf, isMissing, type Pool, syncFolder } from './pool.ts'

const Manifest = Type.Object({
  files: Type.Array(
    Type.Object({
      path: Type.String(),
      contentType: Type.String(),
      bytes: Type.Integer(),
      etag: Type.String(),
      /** Where its bytes are in the pool; of a release of an earlier version they are in its own folder, `site/`. */
      hash: Type.Optional(Type.String()),
      /** Which of `policies` it has. */
      policy: Type.Optional(Type.Integer()),
    }),
  ),
  /** The Content-Security-Policies of pages. */
  policies: Type.Optional(Type.Array(Type.String())),
  redirects: Type.Optional(
    Type.Array(
      Type.Object({
        from: Type.String(),
        to: Type.String(),
        status: Type.Optional(Type.Enum([...REDIRECT_STATUSES])),
      }),
    ),
  ),
})

/** The contents of a release: the only paths that are ever read from it. */
export type Manifest = Type.Static<typeof Manifest>
export type ManifestFile = Manifest['files'][number]

/** The sources of a release. */
export interface NewRelease {
  files: readonly ReleaseFile[]
  redirects?: readonly Redirect[]
  record?: ReleaseRecord
  /** The release that the kept files are copied from. */
  previous?: Manifest
}

export interface Written {
  manifest: Manifest
  /** Hashes of texts that no release had before. */
  fresh: string[]
  /** Paths of media that were left out, since their bytes are gone. */
  missing: string[]
}

/**
 * Releases on disk, below the data folder: `sites/<project id>/releases/<release id>/` with `manifest.json`, which names
 * the files, and `record.json`, by which the next release is made; the contents of all releases, each once, in
 * `sites/<project id>/objects/`; `sites/<project id>/current` is a symbolic link to the live release. Servers that share
 * a database share this folder too.
 */
export interface ReleaseFolder {
  /** Writes a whole release; it is complete and durable when this resolves, and not yet live. */
  write(projectId: string, releaseId: string, release: NewRelease): Promise<Written>
  /** Makes a release live by one rename: a visitor sees the old one or the new one. */
  goLive(projectId: string, releaseId: string): Promise<void>
  /** The id of the live release; undefined if nothing was published. */
  live(projectId: string): Promise<string | undefined>
  has(projectId: string, releaseId: string): Promise<boolean>
  manifest(projectId: string, releaseId: string): Promise<Manifest>
  /** The dependencies of its pages; undefined if that is not known. */
  record(projectId: string, releaseId: string): Promise<ReleaseRecord | undefined>
  read(projectId: string, releaseId: string, file: ManifestFile): Promise<Buffer>
  /** The path of a file's bytes. */
  pathOf(projectId: string, releaseId: string, file: ManifestFile): string
  pool(projectId: string): Pool
  /** The path of the bytes of a project's media. */
  mediaPath(projectId: string, hash: string): string
  /** Removes one release. Its contents go with the next `sweep`. */
  removeRelease(projectId: string, releaseId: string): Promise<void>
  /** Removes contents that no release names and that are older than `before` (epoch milliseconds). */
  sweep(projectId: string, before: number): Promise<number>
  /** Removes everything of a deleted project. */
  remove(projectId: string): Promise<void>
}

/** The manifest and the record of a release, as they are in its files, which never change. */
interface Known {
  manifest: Manifest
  record: ReleaseRecord | undefined
}

/** The number of releases for which both are kept in memory: the next release of a site is made from its newest. */
const KNOWN_RELEASES = 8

/** How many files are listed before others have their turn. */
const AT_ONCE = 1_000

export interface ReleaseFolderOptions {
  /** Where the bytes of a project's media lie, by their hash. */
  mediaPath?(projectId: string, hash: string): string
}

export function createReleaseFolder(dataDir: string, { mediaPath }: ReleaseFolderOptions = {}): ReleaseFolder {
  const projectDir = (projectId: string) => join(dataDir, 'sites', checked(projectId))
  const releaseDir = (projectId: string, releaseId: string) =>
    join(projectDir(projectId), 'releases', checked(releaseId))
  const poolOf = (projectId: string) => createPool(join(projectDir(projectId), 'objects'))
  const known = new Map<string, Known>()
  // Compiled when first needed: the record of 1,000 pages is then checked in a tenth of the time.
  const validators = once(() => ({ manifest: Compile(Manifest), record: Compile(ReleaseRecord) }))
  const remember = (projectId: string, releaseId: string, release: Known) => {
    known.set(`${projectId}/${releaseId}`, release)
    const oldest = known.keys().next()
    if (known.size > KNOWN_RELEASES && !oldest.done) known.delete(oldest.value)
  }
  const mediaOf = mediaPath ?? ((projectId, hash) => join(dataDir, 'media', checked(projectId), hash))

  const pathOf = (projectId: string, releaseId: string, file: ManifestFile) =>
    file.hash === undefined
      ? join(releaseDir(projectId, releaseId), 'site', ...file.path.split('/').map(checkedSegment))
      : poolOf(projectId).pathOf(file.hash)

  /** Lists the files, and takes media into the pool; texts are still to be taken in. */
  const collect = async (
    projectId: string,
    { files, redirects = [], previous }: NewRelease,
  ): Promise<Omit<Written, 'fresh'> & { texts: Map<string, Buffer> }> => {
    const pool = poolOf(projectId)
    const before = new Map(previous?.files.map((file) => [file.path, file]))
    const policies: string[] = []
    const numbers = new Map<string, number>()
    const numberOf = (policy: string) => {
      const known = numbers.get(policy)
      if (known !== undefined) return known
      numbers.set(policy, policies.length)
      return policies.push(policy) - 1
    }
    const texts = new Map<string, Buffer>()
    const blobs = new Set<string>()
    const listed: ManifestFile[] = []
    for (const [i, file] of files.entries()) {
      if (i % AT_ONCE === AT_ONCE - 1) await yieldToOthers()
      for (const segment of file.path.split('/')) checkedSegment(segment)
      if ('kept' in file) {
        const kept = before.get(file.path)
        if (kept?.hash === undefined) throw new Error(`There is no earlier ${file.path} to keep`)
        const { policy, ...same } = kept
        const written = policy === undefined ? undefined : previous?.policies?.[policy]
        listed.push(written === undefined ? same : { ...same, policy: numberOf(written) })
      } else if ('blob' in file) {
        blobs.add(file.blob)
        const { path, contentType, blob } = file
        listed.push({ path, contentType, bytes: -1, etag: blob.slice(0, 20), hash: blob })
      } else {
        const bytes = Buffer.from(file.text, 'utf8')
        const hash = hashOf(bytes)
        texts.set(hash, bytes)
        const entry: ManifestFile = {
          path: file.path,
          contentType: file.contentType,
          bytes: bytes.length,
          etag: hash.slice(0, 20),
          hash,
        }
        if (file.policy !== undefined) entry.policy = numberOf(file.policy)
        listed.push(entry)
      }
    }
    await mkdir(join(projectDir(projectId), 'objects'), { recursive: true })
    const gone = new Set<string>()
    await eachOf([...blobs], 16, async (hash) => {
      try {
        await pool.link(hash, mediaOf(projectId, hash))
      } catch (error) {
        if (!isMissing(error)) throw error
        gone.add(hash)
      }
    })
    const manifest: Manifest = { files: [], policies, redirects: [...redirects] }
    const missing: string[] = []
    for (const file of listed) {
      if (file.bytes >= 0) manifest.files.push(file)
      else if (file.hash === undefined || gone.has(file.hash)) missing.push(file.path)
      else manifest.files.push({ ...file, bytes: (await pool.size(file.hash)) ?? 0 })
    }
    return { manifest, texts, missing }
  }

  const folder: ReleaseFolder = {
    async write(projectId, releaseId, release) {
      const target = releaseDir(projectId, releaseId)
      const building = `${target}.building`
      try {
        await rm(building, { recursive: true, force: true })
        await mkdir(building, { recursive: true })
        const { record } = release
        const { manifest, texts, missing } = await collect(projectId, release)
        // At once, since the disk takes longest to say that something is durable, and says so of all together.
        const taken = poolOf(projectId).put(texts)
        const outcomes = await Promise.allSettled([
          taken,
          writeDurably(join(building, 'manifest.json'), JSON.stringify(manifest)),
          ...(record ? [writeDurably(join(building, 'record.json'), JSON.stringify(record))] : []),
        ])
        const failed = outcomes.find(({ status }) => status === 'rejected')
        if (failed?.status === 'rejected') throw failed.reason
        await syncFolder(building)
        await rename(building, target)
        await syncFolder(dirname(target))
        remember(projectId, releaseId, { manifest, record })
        return { manifest, fresh: await taken, missing }
      } catch (error) {
        // An unfinished release would only take up the space that ran out.
        await rm(building, { recursive: true, force: true })
        throw error
      }
    },

    async goLive(projectId, releaseId) {
      const link = join(projectDir(projectId), 'current')
      const next = `${link}.${checked(releaseId)}`
      await rm(next, { force: true })
      await symlink(join('releases', releaseId), next)
      await rename(next, link)
      await syncFolder(dirname(link))
    },

    async live(projectId) {
      try {
        return (await readlink(join(projectDir(projectId), 'current'))).split(/[\\/]/).at(-1)
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },

    async has(projectId, releaseId) {
      try {
        return (await stat(join(releaseDir(projectId, releaseId), 'manifest.json'))).isFile()
      } catch (error) {
        if (isMissing(error)) return false
        throw error
      }
    },

    async manifest(projectId, releaseId) {
      const found = known.get(`${projectId}/${releaseId}`)?.manifest
      if (found) return found
      const text = await readFile(join(releaseDir(projectId, releaseId), 'manifest.json'), 'utf8')
      return validators().manifest.Parse(JSON.parse(text))
    },

    async record(projectId, releaseId) {
      const found = known.get(`${projectId}/${releaseId}`)?.record
      if (found) return found
      const text = await readFileText(join(releaseDir(projectId, releaseId), 'record.json'))
      const value: unknown = text === undefined ? undefined : JSON.parse(text)
      // A record of another form is of another version: everything is then rendered again.
      return validators().record.Check(value) ? value : undefined
    },

    pathOf,
    read: (projectId, releaseId, file) => readFile(pathOf(projectId, releaseId, file)),
    pool: poolOf,
    mediaPath: mediaOf,

    async removeRelease(projectId, releaseId) {
      known.delete(`${projectId}/${releaseId}`)
      await rm(releaseDir(projectId, releaseId), { recursive: true, force: true })
    },

    async sweep(projectId, before) {
      const named = new Set<string>()
      const releases = join(projectDir(projectId), 'releases')
      for (const id of await siteFileNames(releases)) {
        if (id.endsWith('.building') || !(await folder.has(projectId, id))) continue
        for (const { hash } of (await folder.manifest(projectId, id)).files) if (hash !== undefined) named.add(hash)
      }
      return poolOf(projectId).sweep(named, before)
    },

    async remove(projectId) {
      for (const key of [...known.keys()]) if (key.startsWith(`${projectId}/`)) known.delete(key)
      // Background compression may finish in between.
      await rm(projectDir(projectId), { recursive: true, force: true, maxRetries: 10, retryDelay: 20 })
    },
  }
  return folder
}

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** Ids come from this server; one that could leave its folder is a bug. */
function checked(id: string): string {
  if (!/^[\w-]{1,100}$/.test(id)) throw new Error(`"${id}" cannot name a folder`)
  return id
}

function checkedSegment(segment: string): string {
  if (segment === '' || segment === '.' || segment === '..' || /[/\\\0]/.test(segment)) {
    throw new Error(`"${segment}" cannot name a file`)
  }
  return segment
}

async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'w')
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function readFileText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

async function siteFileNames(path: string): Promise<string[]> {
  try {
    return await readdir(path)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}
