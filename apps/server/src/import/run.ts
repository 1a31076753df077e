import type { Documents, Origin, View } from '@atelier/documents'
import type { Capability } from '@atelier/operation'
import type { ImportChoices, ImportFile, ImportPlan, ImportReport, LeftOut } from '@atelier/site'
import type { Threads } from '../heavy/threads.ts'
import { TaskGivenUp, type ThreadSession } from '../heavy/threads.ts'
import { conflict, notFound, Refusal } from '../http/refusal.ts'
import type { MediaFiles } from '../media/files.ts'
import type { Projects } from '../projects/projects.ts'
import type { Versions } from '../versions/versions.ts'
import type { ProjectRow } from '../workspaces/workspaces.ts'

export interface ImportServices {
  importThreads: Threads
  mediaFiles: MediaFiles
  projects: Projects
  documents: Documents
  versions: Versions
  newId(): string
}

/** How long an import may be at work in its thread. */
const DEADLINE_MS = 5 * 60_000

export interface ImportProgress {
  step: 'pages' | 'media' | 'writing'
  done: number
  total: number
}

export interface ImportRequest {
  project: ProjectRow
  origin: Origin
  /** The capabilities of the importing user; absent where nothing is restricted. */
  capabilities?: ReadonlySet<Capability>
  choices: ImportChoices
  files: readonly ImportFile[]
  onProgress?(progress: ImportProgress): void
}

/**
 * The changes that an import would make, without making them.
 * @throws Refusal 413 if it is too much to be read
 */
export function planOf(services: ImportServices, request: ImportRequest): Promise<ImportPlan> {
  const { project, choices } = request
  const siteId = project.site_document_id
  const open = (documentId: string): Promise<View | undefined> => services.projects.view(project, documentId)
  return inThread(services, async (session) => {
    if (!(await open(siteId))) throw notFound('project')
    await prepare(services, session, request, false)
    const { plan } = await session.carryOut({ kind: 'planImport', choices, siteId }, { open })
    if (!plan) throw new Error('The thread returned no plan')
    return plan
  })
}

/**
 * Imports files into a project as one commit with a change set of its own, after a version of the old state was kept:
 * bytes of media first, where they do no harm if the import fails, then every document at once. Everything but the
 * commit happens in a thread.
 * @throws Refusal 409 if the documents were edited faster than it could be written, or a file in use would be left out
 *   that the choices do not skip by name; 413 if it is too much
 */
export function runImport(
  services: ImportServices,
  request: ImportRequest,
): Promise<{ changeSetId: string; report: ImportReport; plan: ImportPlan }> {
  const { documents, versions } = services
  const { project, choices, origin, capabilities, onProgress } = request
  const siteId = project.site_document_id
  return inThread(services, async (session) => {
    const [first, ...more] = await prepare(services, session, request, true)
    if (first) throw wouldLeaveOut(first, more.length)
    onProgress?.({ step: 'writing', done: 0, total: 1 })
    await versions.save(project, { name: 'Before an import', kind: 'import', userId: origin.userId })
    const changeSetId = services.newId()
    const outcome = await documents.transact<{ report: ImportReport; plan: ImportPlan } | undefined>({
      projectId: project.id,
      origin,
      capabilities,
      changeSetId,
      label: 'Import of a site',
      async body(drafts) {
        if (!(await drafts.open(siteId))) return { result: undefined, commit: false }
        const surroundings = { open: drafts.open, drafts }
        const { plan, report } = await session.carryOut({ kind: 'applyImport', choices, siteId }, surroundings)
        if (!plan || !report) throw new Error('The thread returned no report')
        return { result: { report, plan }, commit: true }
      },
    })
    if (!outcome.ok && outcome.refused === 'locked') throw conflict('locked', outcome.message)
    if (!outcome.ok) throw conflict('conflict', outcome.message, 'Import it again.')
    if (!outcome.result) throw notFound('project')
    return { changeSetId, ...outcome.result }
  })
}

async function inThread<Result>(
  { importThreads }: ImportServices,
  work: (session: ThreadSession) => Promise<Result>,
): Promise<Result> {
  try {
    return await importThreads.use(DEADLINE_MS, work)
  } catch (error) {
    if (!(error instanceof TaskGivenUp)) throw error
    throw new Refusal(413, 'too_large', 'This is more than one import can read.', { hint: 'Import it in parts.' })
  }
}

const wouldLeaveOut = ({ path, why }: LeftOut, more: number) =>
  conflict(
    'would_leave_out',
    `The site uses “${path}”, which cannot be imported: ${why}${more === 0 ? '' : ` ${more} more files that it uses cannot be imported either; the plan lists them.`}`,
    'Make it smaller, or agree by name to import the site without it. Nothing was changed.',
  )

/**
 * Has the thread read the files and, if it is more than a plan, keeps the bytes of those that can be media.
 * @returns the files in use that would be left out without an agreement; no bytes were kept if there are any
 */
async function prepare(
  { mediaFiles, projects }: ImportServices,
  session: ThreadSession,
  { project, files, choices, onProgress }: ImportRequest,
  keepsMedia: boolean,
): Promise<readonly LeftOut[]> {
  for (const { path, bytes, isLink } of files) await session.sendFile(path, bytes, isLink)
  const media = { put: (bytes: Uint8Array) => mediaFiles.put(project.id, bytes) }
  const open = (documentId: string) => projects.view(project, documentId)
  const task = { kind: 'prepareImport' as const, choices, keepsMedia }
  const outcome = await session.carryOut(task, { open, services: { media }, onProgress })
  return outcome.unanswered ?? []
}
