import { randomBytes } from 'node:crypto'
import { importSite } from '@atelier/api'
import type { ImportChoices } from '@atelier/site'
import { Hono } from 'hono'
import { stream } from 'hono/streaming'
import { Type } from 'typebox'
import type { Environment } from '../auth/environment.ts'
import { handOrigin } from '../auth/handOrigin.ts'
import { checked } from '../http/input.ts'
import { Refusal } from '../http/refusal.ts'
import type { Log } from '../log/log.ts'
import { createMount, type MountServices } from '../workspaces/mount.ts'
import { readArchive } from './archive.ts'
import { type ImportServices, planOf, runImport } from './run.ts'
import { createUploads } from './uploads.ts'

interface ImportRouteServices extends ImportServices, MountServices {
  log: Log
  now(): number
}

const Items = Type.Record(Type.String(), Type.Enum(['keep', 'replace', 'rename', 'skip']))

/** Bringing a whole site into a project. */
export function importRoutes(services: ImportRouteServices): Hono<Environment> {
  const routes = new Hono<Environment>()
  const uploads = createUploads({ now: services.now, newToken: () => randomBytes(24).toString('base64url') })
  const mount = createMount(services)

  mount(routes, importSite, async ({ identity, access: { project, capabilities }, query, context }) => {
    const choices: ImportChoices = {
      ...(query.conflicts ? { conflicts: query.conflicts } : {}),
      ...(query.items === undefined ? {} : { items: readItems(query.items) }),
      ...(query.starter ? { replaceStarter: query.starter === 'replace' } : {}),
      ...(query.template ? { template: query.template === '1' } : {}),
      ...(query.frames ? { frames: query.frames === '1' } : {}),
      ...(query.unused ? { unused: query.unused === '1' } : {}),
    }
    const owner = { projectId: project.id, userId: identity.userId }
    const files =
      query.upload === undefined
        ? await readArchive(context.req.raw.body, Number(context.req.header('content-length') ?? 0))
        : uploads.take(query.upload, owner)
    if (!files) {
      throw new Refusal(410, 'upload_gone', 'The planned archive is no longer stored.', {
        hint: 'Send it again.',
      })
    }
    const request = { project, origin: handOrigin(identity), capabilities, choices, files }
    if (query.plan === '1') {
      const plan = await planOf(services, request)
      const upload = uploads.keep(owner, files)
      return upload === undefined ? plan : { ...plan, upload }
    }

    context.header('Content-Type', 'application/x-ndjson')
    context.header('X-Accel-Buffering', 'no')
    return stream(context, async (out) => {
      // In order, and without holding up the import for a reader who is slow.
      let written = Promise.resolve()
      const line = (value: object) => {
        written = written.then(async () => void (await out.write(`${JSON.stringify(value)}\n`)))
      }
      try {
        const onProgress = (progress: object) => line({ type: 'progress', ...progress })
        const done = await runImport(services, { ...request, onProgress })
        if (query.upload !== undefined) uploads.drop(query.upload)
        line({ type: 'done', ...done })
      } catch (error) {
        if (!(error instanceof Refusal)) services.log.error({ err: error }, 'an import failed')
        const unknown = { code: 'internal', message: 'Something went wrong on the server.' }
        line({ type: 'error', error: error instanceof Refusal ? error.body.error : unknown })
      }
      await written
    })
  })

  return routes
}

function readItems(text: string): ImportChoices['items'] {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Refusal(400, 'invalid_input', 'The items are not valid JSON.', { path: '/items' })
  }
  return checked(Items, value)
}
