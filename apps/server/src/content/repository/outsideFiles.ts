import {
  ATELIER_PATH,
  CONTENT_FOLDER,
  type ContentSchema,
  changesOfFiles,
  contentFolder,
  type Entry,
  type FileChanges,
  readAtelier,
  readFiles,
} from '@atelier/content'
import type { BareRepository } from './bareRepository.ts'
import { type ChangedFile, changedFiles, listFiles, openBlobs } from './catFile.ts'
import type { FileChange } from './fastImport.ts'
import { pathProblem } from './names.ts'

/** What a commit of others brings. */
export interface OutsideChanges {
  content: FileChanges
  /** Files that are not of the content, as they are to be taken over. */
  foreign: FileChange[]
}

const MAX_BYTES = 200 * 1024 * 1024

/**
 * What a commit changes since another one that both sides have.
 *
 * @param base undefined when the two have no history in common; then everything in `tip` is new
 * @param current the schema here, for what has no base
 */
export async function outsideChanges(
  repository: BareRepository,
  base: string | undefined,
  tip: string,
  current: ContentSchema,
): Promise<OutsideChanges> {
  const was = base === undefined ? undefined : await schemaOf(repository, base)
  const schema = was?.schema ?? current
  const changed = await changedFiles(repository, base, tip)
  const folders = [...new Set([...schema.models, ...current.models].map((model) => contentFolder(model)))]
  const isContent = (path: string) =>
    path.startsWith(`${CONTENT_FOLDER}/`) || folders.some((folder) => path.startsWith(`${folder}/`))
  const own = changed.filter(({ path }) => isContent(path))
  const { before, after } = await readChanged(repository, own)
  const atelier = was?.atelier
  const content = changesOfFiles({ schema, ...(atelier ? { atelier } : {}) }, { before, after })
  return {
    content: base === undefined ? withoutBase(content, current) : content,
    foreign: changed.filter(({ path }) => !isContent(path)).flatMap(toForeign),
  }
}

/**
 * All that a commit holds of content.
 *
 * @returns what is wrong with it as a sentence, if it cannot be read whole
 */
export async function wholeContent(
  repository: BareRepository,
  tip: string,
): Promise<{ ok: true; schema: ContentSchema; entries: readonly Entry[] } | { ok: false; problem: string }> {
  const { schema } = (await schemaOf(repository, tip)) ?? {}
  if (!schema) return { ok: false, problem: 'The remote holds no content that can be read: .contentrain/config.json.' }
  const folders = schema.models.map((model) => contentFolder(model))
  const listed = await listFiles(repository, tip, { under: [CONTENT_FOLDER, ...folders] })
  const { after } = await readChanged(
    repository,
    listed.map((file) => ({ ...file, change: 'added' as const })),
  )
  const { entries, findings, broken } = readFiles(after)
  const [unread] = broken
  if (unread !== undefined) {
    const finding = findings.find(({ file }) => file === unread)
    return { ok: false, problem: `${unread} cannot be read: ${finding?.message ?? 'it is no file of the format.'}` }
  }
  return { ok: true, schema, entries }
}

/** Of two contents that were never one: settings stay, and models that are here are not replaced. */
function withoutBase(changes: FileChanges, { models }: ContentSchema): FileChanges {
  return { ...changes, config: [], models: changes.models.filter(({ id }) => models.every((model) => model.id !== id)) }
}

function toForeign({ path, oid, mode, change, readable }: ChangedFile): FileChange[] {
  // A name that nobody can write down stays where it is: in the history of the other side.
  if (!readable || pathProblem(path)) return []
  return [change === 'deleted' ? { path, bytes: null } : { path, oid, mode }]
}

async function schemaOf(repository: BareRepository, commit: string) {
  const files = await listFiles(repository, commit, { under: [CONTENT_FOLDER] })
  const wanted = files.filter(
    ({ path, kind }) =>
      kind === 'file' && !path.startsWith(`${CONTENT_FOLDER}/content/`) && !path.startsWith(`${CONTENT_FOLDER}/meta/`),
  )
  const texts = new Map<string, Uint8Array>()
  const blobs = openBlobs(repository)
  try {
    for (const { path, oid } of wanted) {
      const blob = await blobs.read(oid)
      if (blob.ok) texts.set(path, blob.bytes)
    }
  } finally {
    await blobs.close()
  }
  const own = texts.get(ATELIER_PATH)
  const { schema } = readFiles(texts)
  return schema && { schema, atelier: own && readAtelier(own).value }
}

/** The bytes of changed files, before and after. A link, a submodule or a file that is too large stands as an unreadable one. */
async function readChanged(repository: BareRepository, files: readonly ChangedFile[]) {
  const before = new Map<string, Uint8Array>()
  const after = new Map<string, Uint8Array>()
  const blobs = openBlobs(repository)
  let left = MAX_BYTES
  try {
    for (const { path, oid, before: old, kind, change } of files) {
      if (change !== 'deleted') {
        const blob = kind === 'file' ? await blobs.read(oid) : undefined
        after.set(path, blob?.ok ? blob.bytes : UNREADABLE)
        left -= blob?.ok ? blob.bytes.length : 0
      }
      const was = old === undefined ? undefined : await blobs.read(old)
      if (was?.ok) before.set(path, was.bytes)
      left -= was?.ok ? was.bytes.length : 0
      if (left < 0) throw new Error('The changes of the remote hold more than 200 MB.')
    }
  } finally {
    await blobs.close()
  }
  return { before, after }
}

/** Bytes that are no text in UTF-8, so that whoever reads them says so. */
const UNREADABLE = new Uint8Array([0xff, 0xfe, 0xff])
