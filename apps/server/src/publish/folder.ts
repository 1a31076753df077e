import { createHash } from 'node:crypto'
import { mkdir, open, readFile, readlink, rename, rm, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { PublishedFile } from '@atelier/site'
import Type from 'typebox'
import { Parse } from 'typebox/value'

const Manifest = Type.Object({
  files: Type.Array(
    Type.Object({ path: Type.String(), contentType: Type.String(), bytes: Type.Integer(), etag: Type.String() }),
  ),
})

/** What a release holds: the only paths that are ever read from its folder. */
export type Manifest = Type.Static<typeof Manifest>
export type ManifestFile = Manifest['files'][number]

/**
 * Releases on disk, below the data folder: `sites/<project id>/releases/<release id>/` with `manifest.json` and the
 * files in `site/`; `sites/<project id>/current` is a symbolic link to the live release.
 */
export interface ReleaseFolder {
  /** Writes a whole release; it is complete and durable when this resolves, and not yet live. */
  write(projectId: string, releaseId: string, files: readonly PublishedFile[]): Promise<Manifest>
  /** Makes a release live by one rename: a visitor sees the old one or the new one. */
  goLive(projectId: string, releaseId: string): Promise<void>
  /** The id of the live release; undefined where nothing was published. */
  live(projectId: string): Promise<string | undefined>
  has(projectId: string, releaseId: string): Promise<boolean>
  manifest(projectId: string, releaseId: string): Promise<Manifest>
  read(projectId: string, releaseId: string, file: ManifestFile): Promise<Buffer>
  /** Removes everything of a project that is no more. */
  remove(projectId: string): Promise<void>
}

export function createReleaseFolder(dataDir: string): ReleaseFolder {
  const projectDir = (projectId: string) => join(dataDir, 'sites', checked(projectId))
  const releaseDir = (projectId: string, releaseId: string) =>
    join(projectDir(projectId), 'releases', checked(releaseId))
  return {
    async write(projectId, releaseId, files) {
      const target = releaseDir(projectId, releaseId)
      const building = `${target}.building`
      try {
        return await build(building, target, files)
      } catch (error) {
        // What was begun would only take up the room that ran out.
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
        await readFile(join(releaseDir(projectId, releaseId), 'manifest.json'))
        return true
      } catch (error) {
        if (isMissing(error)) return false
        throw error
      }
    },

    async manifest(projectId, releaseId) {
      const text = await readFile(join(releaseDir(projectId, releaseId), 'manifest.json'), 'utf8')
      return Parse(Manifest, JSON.parse(text))
    },

    read: (projectId, releaseId, file) =>
      readFile(join(releaseDir(projectId, releaseId), 'site', ...file.path.split('/').map(checkedSegment))),

    remove: (projectId) => rm(projectDir(projectId), { recursive: true, force: true }),
  }
}

/** Writes everything below `building`, makes it durable, and gives it the name of the release. */
async function build(building: string, target: string, files: readonly PublishedFile[]): Promise<Manifest> {
  await rm(building, { recursive: true, force: true })
  const folders = new Set<string>([building])
  const manifest: Manifest = { files: [] }
  for (const file of files) {
    const path = join(building, 'site', ...file.path.split('/').map(checkedSegment))
    const bytes = Buffer.from(file.text, 'utf8')
    await mkdir(dirname(path), { recursive: true })
    for (let folder = dirname(path); folder.length > building.length; folder = dirname(folder)) folders.add(folder)
    await writeDurably(path, bytes)
    const etag = createHash('sha256').update(bytes).digest('hex').slice(0, 20)
    manifest.files.push({ path: file.path, contentType: file.contentType, bytes: bytes.length, etag })
  }
  await mkdir(building, { recursive: true })
  await writeDurably(join(building, 'manifest.json'), Buffer.from(JSON.stringify(manifest)))
  for (const folder of folders) await syncFolder(folder)
  await rename(building, target)
  await syncFolder(dirname(target))
  return manifest
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

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'w')
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
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
