import type { Documents } from '@atelier/documents'
import { rebaseHtml } from '@atelier/site'
import { Hono } from 'hono'
import type { Kysely } from 'kysely'
import { Type } from 'typebox'
import type { Environment, RequestContext } from '../auth/environment.ts'
import type { Tables } from '../database/tables.ts'
import { readInput } from '../http/input.ts'
import { conflict, notFound } from '../http/refusal.ts'
import type { Publisher } from '../publish/publisher.ts'
import { projectAccess } from '../workspaces/access.ts'
import type { Workspaces } from '../workspaces/workspaces.ts'
import type { Version } from './store.ts'
import type { Comparison, Versions } from './versions.ts'
import type { Author } from './who.ts'

interface VersionServices {
  versions: Versions
  documents: Documents
  kysely: Kysely<Tables>
  publisher: Publisher
  workspaces: Workspaces
}

const Name = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' })
const NewVersion = Type.Object({ name: Name })
const Restore = Type.Object({ pageId: Type.Optional(Type.String({ maxLength: 100 })) })

/** The refusals that say that there is nothing left to do. */
const turned: ReadonlySet<string> = new Set(['already_undone', 'already_applied'])

/** A site's versions: kept, compared, looked at, put back. */
export function versionRoutes(services: VersionServices): Hono<Environment> {
  const { versions, documents } = services
  const routes = new Hono<Environment>()

  /** Names for the ids of people; those who are gone have none. */
  const named = async (ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
    if (ids.length === 0) return new Map()
    const rows = await services.kysely
      .selectFrom('auth_users')
      .select(['id', 'name'])
      .where('id', 'in', [...new Set(ids)])
      .execute()
    return new Map(rows.map(({ id, name }) => [id, name]))
  }
  const shown = async (all: readonly Version[]) => {
    const names = await named(all.map(({ createdBy }) => createdBy))
    return all.map((version) => ({ ...version, userName: names.get(version.createdBy) }))
  }
  const withNames = async (comparison: Comparison) => {
    const names = await named(comparison.authors.map(({ userId }) => userId))
    const named_ = (authors: readonly Author[]) =>
      authors.map((each) => ({ ...each, userName: names.get(each.userId) }))
    return {
      documents: comparison.documents.map((each) => ({ ...each, authors: named_(each.authors) })),
      authors: named_(comparison.authors),
    }
  }

  routes.get('/projects/:id/versions', async (context) => {
    const { project } = await projectAccess(services, context.get('identity'), context.req.param('id'), 'document.read')
    return context.json({ versions: await shown(await versions.list(project.id)) })
  })

  routes.post('/projects/:id/versions', async (context) => {
    const identity = context.get('identity')
    const { project } = await projectAccess(services, identity, context.req.param('id'), 'document.write')
    const { name } = await readInput(context, NewVersion)
    const made = await versions.save(project, { name: name.trim(), kind: 'hand', userId: identity.userId })
    const [version] = await shown([made])
    return context.json(version, 201)
  })

  routes.delete('/projects/:id/versions/:versionId', async (context) => {
    const identity = context.get('identity')
    const { project } = await projectAccess(services, identity, context.req.param('id'), 'document.write')
    if (!(await versions.remove(project.id, context.req.param('versionId')))) throw notFound('version')
    return context.body(null, 204)
  })

  routes.get('/projects/:id/versions/:versionId/changes', async (context) => {
    const { project } = await projectAccess(services, context.get('identity'), context.req.param('id'), 'document.read')
    const found = await versions.compare(project, context.req.param('versionId'), context.req.query('to'))
    if (!found) throw notFound('version')
    return context.json(await withNames(found))
  })

  routes.get('/projects/:id/versions/:versionId/pages/:pageId', async (context) => {
    const { project } = await projectAccess(services, context.get('identity'), context.req.param('id'), 'document.read')
    const { versionId, pageId } = context.req.param()
    const html = await versions.preview(project, pageId, versionId === 'now' ? undefined : versionId)
    if (html === undefined) throw notFound('page')
    return context.json({ html: rebaseHtml(html, `/api/projects/${project.id}/files`) })
  })

  routes.post('/projects/:id/versions/:versionId/restore', async (context) => {
    const identity = context.get('identity')
    const { project } = await projectAccess(services, identity, context.req.param('id'), 'document.write')
    const { pageId } = await readInput(context, Restore)
    const restored = await versions.restore(project, context.req.param('versionId'), {
      userId: identity.userId,
      ...(pageId === undefined ? {} : { pageId }),
    })
    if (!restored) throw notFound(pageId === undefined ? 'version' : 'page in this version')
    return context.json(restored)
  })

  const turn = async (context: RequestContext, to: 'undo' | 'redo') => {
    const identity = context.get('identity')
    const { project } = await projectAccess(services, identity, context.req.param('id') ?? '', 'document.write')
    const changeSetId = context.req.param('changeSetId') ?? ''
    const changeSet = await documents.changes(changeSetId)
    if (!changeSet || changeSet.projectId !== project.id || changeSet.runId !== undefined) throw notFound('change')
    const outcome = await documents[to](changeSetId, { kind: 'hand', userId: identity.userId })
    if (!outcome.ok) throw conflict(turned.has(outcome.refused) ? outcome.refused : 'conflict', outcome.message)
    const { state, applied, kept } = outcome
    return context.json({ undone: state === 'undone', applied, kept })
  }

  routes.post('/projects/:id/changes/:changeSetId/undo', (context) => turn(context, 'undo'))
  routes.post('/projects/:id/changes/:changeSetId/redo', (context) => turn(context, 'redo'))

  /** What has changed since visitors were last given something. */
  routes.get('/projects/:id/publish/changes', async (context) => {
    const { project } = await projectAccess(services, context.get('identity'), context.req.param('id'), 'document.read')
    const live = await services.publisher.live(project.id)
    const since =
      live &&
      (await versions.list(project.id)).find(
        // The newest one by then is what was published: one is kept before each publication.
        ({ createdAt }) => createdAt <= live.createdAt,
      )
    const comparison = since && (await versions.compare(project, since.id))
    return context.json({
      ...(live ? { release: { id: live.id, number: live.number, createdAt: live.createdAt } } : {}),
      ...(comparison ? await withNames(comparison) : {}),
    })
  })

  return routes
}
