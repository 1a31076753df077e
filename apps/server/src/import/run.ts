import { createHash } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import {
  applyImport,
  type ImportChoices,
  type ImportContext,
  type ImportFile,
  type ImportPlan,
  type ImportReport,
  importedMedia,
  type KeptMedia,
  type PreparedImport,
  planImport,
  prepareImport,
  readMedia,
  type SameMedia,
  untouchedStarter,
} from '@atelier/site'
import { conflict, notFound } from '../http/refusal.ts'
import { nodeId } from '../projects/nodeId.ts'
import type { Services } from '../services.ts'
import type { ProjectRow } from '../workspaces/workspaces.ts'

export interface ImportProgress {
  step: 'pages' | 'media' | 'writing'
  done: number
  total: number
}

export interface ImportRequest {
  project: ProjectRow
  userId: string
  choices: ImportChoices
  files: readonly ImportFile[]
  onProgress?(progress: ImportProgress): void
}

/** What an import would do to a project, without doing it. */
export async function planOf(services: Services, request: ImportRequest): Promise<ImportPlan> {
  const prepared = await prepare(request)
  const { project, choices } = request
  const site = await services.projects.view(project, project.site_document_id)
  if (!site) throw notFound('project')
  const starter = await untouchedStarter(site, (id) => services.projects.view(project, id))
  return planImport(prepared, site, starter, choices, sameMedia)
}

/** By the hash of what would be kept. */
const sameMedia: SameMedia = (entry, { path, bytes }) => {
  const read = readMedia(bytes, path)
  return read.ok && mediaHash(read.media.cleaned ?? bytes) === entry.hash
}

const mediaHash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/**
 * Imports files into a project as one commit with a change set of its own, after a version of what stood before was kept:
 * bytes of media first, where they do no harm if nothing comes of it, then every document at once.
 * @throws Refusal 409 where the documents were edited faster than it could be written
 */
export async function runImport(
  services: Services,
  request: ImportRequest,
): Promise<{ changeSetId: string; report: ImportReport; plan: ImportPlan }> {
  const { documents, versions, now } = services
  const { project, choices, userId, onProgress } = request
  const prepared = await prepare(request)
  const media = await keepMedia(services, request, prepared)
  onProgress?.({ step: 'writing', done: 0, total: 1 })
  await versions.save(project, { name: 'Before an import', kind: 'import', userId })
  const changeSetId = services.newId()
  const outcome = await documents.transact<{ report: ImportReport; plan: ImportPlan } | undefined>({
    projectId: project.id,
    origin: { kind: 'hand', userId },
    changeSetId,
    label: 'Import of a site',
    async body(drafts) {
      const site = await drafts.open(project.site_document_id)
      if (!site) return { result: undefined, commit: false }
      const starter = await untouchedStarter(site, (id) => drafts.open(id))
      const context: ImportContext = { site, drafts, newId: nodeId, now, media, starter }
      const plan = planImport(prepared, site, starter, choices, sameMedia)
      return { result: { report: applyImport(context, prepared, choices), plan }, commit: true }
    },
  })
  if (!outcome.ok) throw conflict('conflict', outcome.message, 'Import it again.')
  if (!outcome.result) throw notFound('project')
  return { changeSetId, ...outcome.result }
}

function prepare({ files, onProgress }: ImportRequest): Promise<PreparedImport> {
  return prepareImport(files, async (done, total) => {
    onProgress?.({ step: 'pages', done, total })
    await turn()
  })
}

/** Keeps the bytes of each file that can be media; the others are listed as left out. */
async function keepMedia(
  { mediaFiles }: Services,
  { project, choices, onProgress }: ImportRequest,
  prepared: PreparedImport,
): Promise<ReadonlyMap<string, KeptMedia>> {
  const kept = new Map<string, KeptMedia>()
  const files = importedMedia(prepared, choices)
  for (const [index, { path, bytes }] of files.entries()) {
    onProgress?.({ step: 'media', done: index, total: files.length })
    const read = readMedia(bytes, path)
    if (!read.ok) {
      prepared.leftOut.push({ path, why: read.problem.message })
      continue
    }
    const { type, cleaned, width, height, warnings } = read.media
    for (const message of warnings) prepared.warnings.push({ path, message })
    const content = cleaned ?? bytes
    const { hash } = await mediaFiles.put(project.id, content)
    const size = width !== undefined && height !== undefined ? { width, height } : {}
    kept.set(path, { hash, type: type.type, bytes: content.byteLength, ...size })
  }
  return kept
}
