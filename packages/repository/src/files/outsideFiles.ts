import {
  ATELIER_PATH,
  type AtelierFile,
  CONFIG_PATH,
  CONTENT_FOLDER,
  type ContentSchema,
  canRead,
  contentFolder,
  type Entry,
  emptyAtelier,
  type FileChanges,
  type Finding,
  isSchemaPath,
  needsReading,
  placesIn,
  type ReadContent,
  type ReadLimits,
  readAtelier,
  readLimits,
} from '@atelier/content'
import type { BareRepository } from '../git/bareRepository.ts'
import { type ChangedFile, changedFiles, listFiles, openBlobs, TooManyFiles, type TreeFile } from '../git/catFile.ts'
import type { FileChange } from '../git/fastImport.ts'
import { pathProblem } from '../git/names.ts'
import { type FileReading, readHere, TooMuchToRead } from './fileReading.ts'

/** The changes of a remote commit. */
export interface OutsideChanges {
  content: FileChanges
  /** All that is different, of the content or not. */
  changed: readonly ChangedFile[]
  /** Files that are not of the content, and those that cannot be read, as they are to be taken over. */
  foreign: FileChange[]
  /** Older commits that tell what a file held which could not be read in the common one. */
  readAt: readonly string[]
}

/** How files are read; `readLimits` and in this thread when absent. */
interface Reading {
  limits?: ReadLimits
  reading?: FileReading
}

/** How many commits are looked at for a state of a file that can be read. */
const OLDER_COMMITS = 50

/**
 * The changes of a commit since a common ancestor.
 *
 * @param base undefined when the two have no history in common; then everything in `tip` is new
 * @param current the schema here, for what has no base
 */
export async function outsideChanges(
  repository: BareRepository,
  base: string | undefined,
  tip: string,
  current: ContentSchema,
  { limits = readLimits, reading = readHere }: Reading = {},
): Promise<OutsideChanges> {
  const was = base === undefined ? undefined : await schemaOf(repository, base, reading)
  const is = await schemaOf(repository, tip, reading)
  const schema = was?.schema ?? current
  const after = is.schema ?? schema
  const changed = await changedFiles(repository, base, tip, { maxFiles: limits.files })
  const isContent = isContentPath([schema, current, after])
  const own = [
    ...changed.filter(({ path }) => isContent(path)),
    ...(await arrived(repository, tip, changed, schema, after)),
    ...(await translated(repository, tip, changed, after, { before: was?.atelier, after: is.atelier })),
  ]
  const { before, ...now } = await readChanged(repository, own, limits)
  const { modes, sizes } = now
  const read = () => {
    const { atelier } = was ?? {}
    const old = { schema, ...(atelier ? { atelier } : {}) }
    return reading.changes(old, { before, after: now.after }, { modes, sizes, limits })
  }
  let content = await read()
  const readAt: string[] = []
  for (const path of base === undefined ? [] : content.brokenBefore) {
    const older = await lastReadable(repository, base ?? '', path)
    if (older) readAt.push(older.commit)
    before.set(path, older?.bytes ?? EMPTY)
  }
  if (content.brokenBefore.length > 0) content = await read()
  // Two models may be wrong only together, such as those that keep their content in one place.
  const known = new Set(content.broken)
  const others = is.broken.filter((path) => !known.has(path))
  const findings = is.findings.filter(({ file }) => file !== undefined && others.includes(file))
  content = { ...content, broken: [...content.broken, ...others], findings: [...content.findings, ...findings] }
  const unread = new Set(content.broken)
  return {
    content: base === undefined ? withoutBase(content, current) : content,
    changed,
    foreign: changed.filter(({ path }) => !isContent(path) || unread.has(path)).flatMap(toForeign),
    readAt,
  }
}

/** The content of a commit, and the files of it that cannot be read. */
export interface WholeContent {
  ok: true
  schema: ContentSchema
  entries: readonly Entry[]
  findings: readonly Finding[]
  broken: readonly string[]
}

/**
 * All that a commit holds of content; files that cannot be read are named and left out.
 *
 * @returns what is wrong with it as a sentence, if there is nothing to work with
 */
export async function wholeContent(
  repository: BareRepository,
  tip: string,
  { limits = readLimits, reading = readHere }: Reading = {},
): Promise<WholeContent | { ok: false; problem: string }> {
  const { after, modes, sizes } = await contentFiles(repository, tip, { limits, reading })
  const { schema, entries, findings, broken } = await reading.read(after, { modes, sizes, limits })
  if (schema) return { ok: true, schema, entries, findings, broken }
  const errors = findings.filter(({ severity }) => severity === 'error')
  const finding = errors.find(({ file }) => file === CONFIG_PATH) ?? errors[0] ?? findings[0]
  const why = finding ? sentenceOf(finding) : `${CONFIG_PATH} is missing.`
  return { ok: false, problem: `The remote holds no content that can be read: ${why}` }
}

/** The files of a commit that are of its content, as far as they are read. */
export async function contentFiles(
  repository: BareRepository,
  tip: string,
  { limits = readLimits, reading = readHere }: Reading = {},
): Promise<ContentFiles> {
  const { schema } = await schemaOf(repository, tip, reading)
  const folders = schema?.models.map((model) => contentFolder(model)) ?? []
  const options = { under: [CONTENT_FOLDER, ...folders], maxFiles: limits.files }
  const listed = await listFiles(repository, tip, options)
  return readChanged(
    repository,
    listed.map((file) => ({ ...file, change: 'added' as const })),
    limits,
  )
}

/**
 * The files of content with their bytes. A path that is no file has none, and a file that is too large has its size.
 */
export interface ContentFiles {
  after: ReadonlyMap<string, Uint8Array>
  modes: ReadonlyMap<string, string>
  sizes: ReadonlyMap<string, number>
}

/** A finding with its place, as one text. */
export function sentenceOf({ file, line, message }: Finding): string {
  if (file === undefined) return message
  return `${file}${line === undefined ? '' : `:${line}`}: ${message}`
}

/** For two contents without a common ancestor: settings stay, and models that are here are not replaced. */
function withoutBase(changes: FileChanges, { models }: ContentSchema): FileChanges {
  return { ...changes, config: [], models: changes.models.filter(({ id }) => models.every((model) => model.id !== id)) }
}

/** Whether a path is one of the content by any of these schemas; the others are foreign files. */
export function isContentPath(schemas: readonly ContentSchema[]): (path: string) => boolean {
  const places = schemas.map(({ models, config }) => placesIn(models, config))
  return (path) => isSchemaPath(path) || places.some((placesOf) => placesOf(path).length > 0)
}

/** Files that have not changed and are of the content now: those of a new model, or of a locale that was added. */
async function arrived(
  repository: BareRepository,
  tip: string,
  changed: readonly ChangedFile[],
  before: ContentSchema,
  after: ContentSchema,
): Promise<ChangedFile[]> {
  if (placeText(before) === placeText(after)) return []
  const [was, is] = [isContentPath([before]), isContentPath([after])]
  const known = new Set(changed.map(({ path }) => path))
  const files = await listFiles(repository, tip)
  return files.flatMap((file) =>
    is(file.path) && !was(file.path) && !known.has(file.path) ? [{ ...file, change: 'added' as const }] : [],
  )
}

/** Files that have not changed and hold what only stood for a translation before. */
async function translated(
  repository: BareRepository,
  tip: string,
  changed: readonly ChangedFile[],
  { models, config }: ContentSchema,
  { before = emptyAtelier, after = emptyAtelier }: { before?: AtelierFile; after?: AtelierFile },
): Promise<ChangedFile[]> {
  const known = new Set(changed.map(({ path }) => path))
  if (!known.has(ATELIER_PATH)) return []
  const isRead = needsReading(models, config, { before, after })
  const files = await listFiles(repository, tip)
  return files.flatMap((file) =>
    isRead(file.path) && !known.has(file.path) ? [{ ...file, change: 'changed' as const, before: file.oid }] : [],
  )
}

const placeText = ({ models, config }: ContentSchema): string =>
  JSON.stringify([
    config.locales,
    models.map(({ id, kind, domain, i18n, content_path, locale_strategy }) => [
      id,
      kind,
      domain,
      i18n,
      content_path,
      locale_strategy,
    ]),
  ])

function toForeign({ path, oid, mode, change, readable }: ChangedFile): FileChange[] {
  // A name that cannot be written as text stays where it is: in the history of the other side.
  if (!readable || pathProblem(path)) return []
  return [change === 'deleted' ? { path, bytes: null } : { path, oid, mode }]
}

async function schemaOf(
  repository: BareRepository,
  commit: string,
  reading: FileReading,
): Promise<{ atelier: AtelierFile | undefined } & Pick<ReadContent, 'broken' | 'findings' | 'schema'>> {
  const files = await listFiles(repository, commit, { under: [CONTENT_FOLDER] })
  const wanted = files.filter(({ path }) => isSchemaPath(path))
  const { after, modes, sizes } = await readChanged(
    repository,
    wanted.map((file) => ({ ...file, change: 'added' as const })),
    readLimits,
  )
  const own = after.get(ATELIER_PATH)
  return { ...(await reading.read(after, { modes, sizes })), atelier: own && readAtelier(own).value }
}

/**
 * The bytes of changed files, before and after. A path that is no file has none, and a file that is too large has its
 * size.
 */
async function readChanged(
  repository: BareRepository,
  files: readonly (TreeFile & Pick<ChangedFile, 'change' | 'before'>)[],
  limits: ReadLimits,
) {
  const before = new Map<string, Uint8Array>()
  const after = new Map<string, Uint8Array>()
  const modes = new Map<string, string>()
  const sizes = new Map<string, number>()
  const blobs = openBlobs(repository, { maxBytes: limits.fileBytes })
  let left = limits.allBytes
  try {
    for (const { path, oid, mode, before: old, kind, change } of files) {
      if (change !== 'deleted') {
        modes.set(path, mode)
        const blob = kind === 'file' ? await blobs.read(oid) : undefined
        after.set(path, blob?.ok ? blob.bytes : EMPTY)
        if (blob && !blob.ok && blob.code === 'too_large') sizes.set(path, blob.size)
        left -= blob?.ok ? blob.bytes.length : 0
      }
      const was = old === undefined ? undefined : await blobs.read(old)
      if (was?.ok) before.set(path, was.bytes)
      left -= was?.ok ? was.bytes.length : 0
      if (left < 0) throw new TooManyBytes(limits.allBytes)
    }
  } finally {
    await blobs.close()
  }
  return { before, after, modes, sizes }
}

/** More content than is read at once. */
export class TooManyBytes extends Error {
  override name = 'TooManyBytes'
  constructor(most: number) {
    super(`The content of the remote has more than ${most} bytes.`)
  }
}

/** The answer if there are more files than the limit. Throws what is anything else. */
export function tooLarge(error: unknown): { ok: false; problem: string } {
  const isTooLarge = error instanceof TooManyBytes || error instanceof TooManyFiles || error instanceof TooMuchToRead
  if (isTooLarge) return { ok: false, problem: error.message }
  throw error
}

const EMPTY = new Uint8Array()

/** A file's content in the newest of the last commits in which it can be read. */
async function lastReadable(
  repository: BareRepository,
  from: string,
  path: string,
): Promise<{ commit: string; bytes: Uint8Array } | undefined> {
  const args = ['log', `-${OLDER_COMMITS}`, '--format=%H', '--end-of-options', from, '--', path]
  const outcome = await repository.git.run(args, { repository: repository.path })
  const commits = outcome.ok ? outcome.output.toString('utf8').split('\n').filter(Boolean) : []
  const blobs = openBlobs(repository)
  try {
    for (const commit of commits) {
      const [file] = await listFiles(repository, commit, { under: [path] })
      const blob = file?.kind === 'file' ? await blobs.read(file.oid) : undefined
      if (blob?.ok && canRead(path, blob.bytes)) return { commit, bytes: blob.bytes }
    }
  } finally {
    await blobs.close()
  }
  return undefined
}
