import type { Documents } from '@atelier/documents'
import type { Capability } from '@atelier/operation'
import {
  addMedia,
  folderPath,
  type MediaEntry,
  type MediaProblem,
  maxBytesOf,
  mediaLimits,
  readMedia,
  sniffBytes,
  sniffMedia,
} from '@atelier/site'
import { nodeId } from '../documents/nodeId.ts'
import { conflict, Refusal } from '../http/refusal.ts'
import type { ProjectRow } from '../workspaces/workspaces.ts'
import type { Incoming, MediaFiles } from './files.ts'
import type { Variants } from './variants.ts'

export interface Upload {
  project: Pick<ProjectRow, 'id' | 'site_document_id'>
  userId: string
  /** The capabilities of the uploading user. */
  capabilities: ReadonlySet<Capability>
  name: string
  folder?: string
  alt?: string
  body: AsyncIterable<Uint8Array>
}

export interface Uploaded {
  entry: MediaEntry
  /** False if the same file was there already. */
  added: boolean
  warnings: string[]
  /** The change set to undo, if the file was added. */
  changeSetId?: string
}

const longest = Math.max(...Object.values(mediaLimits))

/**
 * Takes one file into a project's media: its bytes durably first, then its entry as an ordinary edit of the site, which
 * every tab sees and which can be undone.
 * @throws Refusal 413 `too_large`, 415 `unsupported_media`, 400 `invalid_media` or `invalid_input`, 507 `disk_full`
 */
export async function takeUpload(
  services: { documents: Documents; mediaFiles: MediaFiles; variants: Variants; now(): number },
  { project, userId, capabilities, body, ...upload }: Upload,
): Promise<Uploaded> {
  const { documents, mediaFiles, variants, now } = services
  const name = fileName(upload.name)
  const folder = folderPath(upload.folder ?? '')
  if (folder === undefined) {
    throw new Refusal(400, 'invalid_input', 'This is not a valid name of a folder.', {
      path: '/folder',
      expected: 'names with / between them, at most 8 deep',
    })
  }
  const incoming = await receive(mediaFiles, project.id, name, body)
  let hash = incoming.hash
  let bytes = incoming.bytes
  let read: ReturnType<typeof readMedia>
  try {
    read = await lookAt(incoming, name)
    if (!read.ok) throw mediaRefusal(read.problem)
    if (read.media.cleaned) {
      hash = (await mediaFiles.put(project.id, read.media.cleaned)).hash
      bytes = read.media.cleaned.byteLength
      await incoming.discard()
    } else await incoming.keep()
  } catch (error) {
    await incoming.discard()
    throw diskFull(error)
  }
  const { type, width, height, animated, warnings } = read.media
  const id = nodeId()
  const shows = type.kind === 'image' && type.type !== 'image/svg+xml' && !animated
  const blur = shows ? await variants.blur(mediaFiles.pathOf(project.id, hash)) : undefined
  const changeSetId = nodeId()
  const outcome = await documents.transact({
    projectId: project.id,
    origin: { kind: 'hand', userId },
    capabilities,
    label: `Upload ${name}`,
    changeSetId,
    async body(drafts) {
      const site = await drafts.open(project.site_document_id)
      if (!site) return { result: undefined, commit: false }
      const size = width !== undefined && height !== undefined ? { width, height } : {}
      const look = { ...(animated ? { animated } : {}), ...(blur === undefined ? {} : { blur }) }
      const alt = upload.alt === undefined || upload.alt === '' ? {} : { alt: upload.alt.slice(0, 2_000) }
      const result = addMedia(site, {
        id,
        name,
        hash,
        type: type.type,
        bytes,
        folder,
        ...alt,
        ...size,
        ...look,
        createdAt: now(),
      })
      return { result, commit: true }
    },
  })
  if (!outcome.ok || !outcome.result) {
    throw conflict('conflict', outcome.ok ? 'The site of this project is gone.' : outcome.message, 'Upload it again.')
  }
  if (outcome.result.added) variants.warm(project.id, outcome.result.entry)
  return { ...outcome.result, warnings, ...(outcome.changed.length > 0 ? { changeSetId } : {}) }
}

async function receive(files: MediaFiles, projectId: string, name: string, body: Upload['body']): Promise<Incoming> {
  let most = longest
  let looked = false
  try {
    const incoming = await files.receive(projectId, body, {
      headBytes: sniffBytes,
      mayGoOn(bytes, head) {
        if (!looked && head.byteLength > 0) {
          looked = true
          const type = sniffMedia(head, name)?.type
          if (type) most = maxBytesOf(type)
        }
        return bytes <= most
      },
    })
    if (incoming) return incoming
  } catch (error) {
    throw diskFull(error)
  }
  throw new Refusal(413, 'too_large', `“${name}” is larger than ${Math.round(most / 1024 / 1024)} MB.`, {
    hint: 'Make it smaller and upload it again.',
  })
}

/** A drawing or other XML is read whole; so is a picture whose size comes after much else. */
async function lookAt(incoming: Incoming, name: string): Promise<ReturnType<typeof readMedia>> {
  const { head, bytes } = incoming
  const sniffed = sniffMedia(head, name)
  const more = bytes > head.byteLength
  const type = sniffed?.type
  if (type && more && /xml$/.test(type.type) && bytes <= maxBytesOf(type)) {
    return readMedia(await incoming.readWhole(), name)
  }
  if (more && !sniffed && bytes <= mediaLimits.image) return readMedia(await incoming.readWhole(), name)
  return readMedia(head, name, bytes)
}

function mediaRefusal({ code, message, hint }: MediaProblem): Refusal {
  const status = code === 'too_large' ? 413 : code === 'unsupported_media' ? 415 : 400
  return new Refusal(status, code, message, hint ? { hint } : {})
}

function diskFull(error: unknown): unknown {
  if (!(error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT'))) return error
  return new Refusal(507, 'disk_full', 'The server’s disk is full; the file was not stored.', {
    hint: 'Make room in the data folder and upload it again.',
  })
}

/** The last part of a path, without what no name holds; never empty. */
export function fileName(sent: string): string {
  const last = sent.split(/[/\\]/).at(-1) ?? ''
  const clean = [...last.normalize('NFC')]
    .filter((each) => each >= ' ' && each !== '\x7f')
    .join('')
    .trim()
    .slice(0, 200)
    // The cut may leave half of a sign.
    .toWellFormed()
  return clean === '' ? 'file' : clean
}
