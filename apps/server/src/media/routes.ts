import { Readable } from 'node:stream'
import { readFile, readMedia, uploadMedia } from '@atelier/api'
import type { Documents } from '@atelier/documents'
import {
  cropByPath,
  imageVariants,
  isUpload,
  type MediaEntry,
  mediaByPath,
  mediaEntries,
  mediaEntry,
  partOfPicture,
} from '@atelier/site'
import { Busboy } from '@fastify/busboy'
import { Hono } from 'hono'
import type { Environment, RequestContext } from '../auth/environment.ts'
import { notFound, Refusal } from '../http/refusal.ts'
import type { Projects } from '../projects/projects.ts'
import { createMount, type MountServices } from '../workspaces/mount.ts'
import type { ProjectRow } from '../workspaces/workspaces.ts'
import type { MediaFiles } from './files.ts'
import { serveFile } from './serve.ts'
import { takeUpload, type Upload, type Uploaded } from './upload.ts'
import type { Variants } from './variants.ts'

interface MediaServices extends MountServices {
  projects: Projects
  mediaFiles: MediaFiles
  variants: Variants
  /** Pictures of CAD parts, as an editor shows them on a page. */
  partPictures: {
    onPage(
      of: { projectId: string; partId: string },
      query: { view?: string | undefined; config?: string | undefined; ifNoneMatch: string | undefined },
    ): Promise<Response | undefined>
  }
  documents: Documents
  now(): number
}

/** Files of one multipart request. */
const maxFiles = 100

/** Uploading and serving a project's media. */
export function mediaRoutes(services: MediaServices): Hono<Environment> {
  const { projects, mediaFiles } = services
  const routes = new Hono<Environment>()
  const mount = createMount(services)

  mount(routes, uploadMedia, async ({ identity: { userId }, access, query, context }) => {
    const { project, capabilities } = access
    const { name, folder, alt } = query
    const type = context.req.header('content-type') ?? ''
    const { body } = context.req.raw
    if (type.startsWith('multipart/form-data')) {
      if (!body) throw new Refusal(400, 'invalid_input', 'The request holds no files.')
      return context.json(
        { files: await takeAll(services, { project, userId, capabilities, folder }, type, body) },
        200,
      )
    }
    if (name === undefined || name.trim() === '') {
      throw new Refusal(400, 'invalid_input', 'The file needs a name.', { path: '/name', hint: 'Add ?name=photo.jpg.' })
    }
    const taken = await takeUpload(services, {
      ...{ project, userId, capabilities, name, folder, alt },
      body: body ?? noBytes(),
    })
    return context.json(uploadedView(taken), taken.added ? 201 : 200)
  })

  const answer = async (
    context: RequestContext,
    project: ProjectRow,
    entry: MediaEntry | undefined,
    immutable: boolean,
  ) => {
    const { hash = '', type = '', name = '' } = entry ?? {}
    const found =
      entry && (await serveFile(mediaFiles, context.req.raw, { projectId: project.id, hash, type, name, immutable }))
    if (!found) throw notFound('file')
    return found
  }

  mount(routes, readMedia, async ({ access: { project }, params: { mediaId }, query: { width }, context }) => {
    const site = await projects.view(project, project.site_document_id)
    const entry = site && mediaEntry(site, mediaId)
    const small =
      entry && width !== undefined ? await services.variants.one(project.id, entry, Number(width)) : undefined
    // The content of an id never changes.
    return answer(context, project, entry && small ? { ...entry, hash: small, type: 'image/webp' } : entry, true)
  })

  mount(routes, readFile, async ({ access: { project }, query: { view, config }, context }) => {
    const site = await projects.view(project, project.site_document_id)
    const path = pathBehind(context.req.path, '/files/')
    const entry = site && path !== undefined ? mediaByPath(site, path) : undefined
    if (entry || !site || path === undefined) {
      return answer(context, project, entry, entry !== undefined && isUpload(entry))
    }
    // A page that is shown as it is published names its pictures in the widths that screens need.
    for (const each of mediaEntries(site)) {
      const variant = imageVariants(each).find((one) => one.path === path)
      const hash = variant && (await services.variants.one(project.id, each, variant.width))
      if (hash) return answer(context, project, { ...each, hash, type: 'image/webp' }, false)
    }
    const crop = cropByPath(site, path)
    const [cut] = crop ? (await services.variants.crops(project.id, [crop])).files : []
    if (crop && cut) return answer(context, project, { ...crop.entry, hash: cut.blob, type: cut.contentType }, false)
    const partId = partOfPicture(path)
    const picture =
      partId === undefined
        ? undefined
        : await services.partPictures.onPage(
            { projectId: project.id, partId },
            { view, config, ifNoneMatch: context.req.header('if-none-match') },
          )
    return picture ?? answer(context, project, undefined, false)
  })

  return routes
}

function uploadedView({ entry, added, warnings, changeSetId }: Uploaded) {
  return { ...entry, added, ...(warnings.length > 0 ? { warnings } : {}), changeSetId }
}

type FileOutcome = ({ ok: true } & ReturnType<typeof uploadedView>) | { ok: false; name: string; error: object }

/** The files of a multipart request, one after the other; a refused one does not stop the others. */
async function takeAll(
  services: MediaServices,
  target: Pick<Upload, 'userId' | 'capabilities' | 'folder'> & { project: ProjectRow },
  type: string,
  body: NonNullable<Request['body']>,
): Promise<FileOutcome[]> {
  const outcomes: Promise<FileOutcome>[] = []
  const parser = new Busboy({
    headers: { 'content-type': type },
    limits: { files: maxFiles, fields: 20, fieldSize: 1_000 },
  })
  const open = new Set<Readable>()
  parser.on('file', (_field, stream, filename) => {
    const name = filename || 'file'
    open.add(stream)
    // The rest of the request can only be read when this part of it is, so a file that is refused is read to its end.
    const bytes = stream.iterator({ destroyOnReturn: false })
    const taken = takeUpload(services, { ...target, name, body: bytes }).then(
      (uploaded): FileOutcome => ({ ok: true, ...uploadedView(uploaded) }),
      (error: unknown): FileOutcome => {
        stream.resume()
        if (error instanceof Refusal) return { ok: false, name, error: error.body.error }
        throw error
      },
    )
    taken.catch(() => stream.resume())
    outcomes.push(taken)
  })
  await new Promise<void>((resolve, reject) => {
    parser.on('finish', resolve)
    const fail = (error: unknown) => {
      for (const stream of open) stream.destroy(new Error('The request was cut off'))
      reject(error)
    }
    parser.on('error', (error: unknown) => fail(malformed(error)))
    Readable.from(body).on('error', fail).pipe(parser)
  })
  if (outcomes.length === 0) throw malformed(undefined)
  return Promise.all(outcomes)
}

function malformed(error: unknown): Refusal {
  const reason = error instanceof Error ? ` (${error.message.slice(0, 100)})` : ''
  return new Refusal(400, 'invalid_input', `The request holds no files that can be read${reason}.`, {
    hint: 'Send multipart/form-data with one part per file, or the bytes of one file with ?name=.',
  })
}

async function* noBytes(): AsyncGenerator<Uint8Array> {
  // A request without a body is a file without bytes, which is refused like any other empty one.
}

/** The part of a path after a marker, decoded. */
function pathBehind(path: string, mark: string): string | undefined {
  try {
    return decodeURIComponent(path.slice(path.indexOf(mark) + mark.length)).normalize('NFC')
  } catch {
    return undefined
  }
}
