import type { Documents } from '@atelier/documents'
import { homePage } from '@atelier/site'
import { Hono } from 'hono'
import { Type } from 'typebox'
import { type Environment, signedIn } from '../auth/environment.ts'
import type { Identities } from '../auth/identity.ts'
import { readInput } from '../http/input.ts'
import { conflict, notFound, Refusal } from '../http/refusal.ts'
import type { Publisher } from '../publish/publisher.ts'
import { projectAccess, requireAdmin } from '../workspaces/access.ts'
import type { Access, ProjectRow, Workspaces } from '../workspaces/workspaces.ts'
import type { CallServices } from './callOperation.ts'
import { callOperation } from './callOperation.ts'
import type { Projects } from './projects.ts'
import { findOperation, operations } from './scopes.ts'

interface ProjectServices extends CallServices {
  projects: Projects
  workspaces: Workspaces
  identities: Identities
  documents: Documents
  publisher: Publisher
  siteUrl(slug: string): string
  /** Removes the conversations of a project and returns the ids of their runs at work. */
  sessions: { removeOf(projectId: string): Promise<string[]> }
  runner: { abort(runId: string): Promise<unknown> }
}

const Name = Type.String({ minLength: 1, maxLength: 120, pattern: '\\S' })
const NewProject = Type.Object({ name: Name, starter: Type.Optional(Type.String()) })
const ProjectChange = Type.Object({ name: Name })
const OperationRequest = Type.Object({
  input: Type.Optional(Type.Unknown()),
  documentId: Type.Optional(Type.String()),
  selectedNodeId: Type.Optional(Type.String()),
  activeBreakpointId: Type.Optional(Type.String()),
  /** Is a picture wanted, where the operation can make one? */
  picture: Type.Optional(Type.Boolean()),
})

/** Projects, their pages, and the operations on their documents. */
export function projectRoutes(services: ProjectServices): Hono<Environment> {
  const { projects, workspaces, documents, publisher } = services
  const routes = new Hono<Environment>()
  for (const path of ['/projects', '/projects/*', '/operations']) routes.use(path, signedIn(services))

  const shown = async ({ project, role }: Access) => {
    const live = await publisher.live(project.id)
    return {
      id: project.id,
      slug: project.slug,
      name: project.name,
      role,
      siteDocumentId: project.site_document_id,
      createdAt: project.created_at,
      updatedAt: project.updated_at,
      ...(live ? { published: { releaseId: live.id, url: services.siteUrl(project.slug), at: live.createdAt } } : {}),
    }
  }

  routes.get('/projects', async (context) => {
    const all = await workspaces.all(context.get('identity'))
    return context.json({ projects: await Promise.all(all.map(shown)) })
  })

  routes.post('/projects', async (context) => {
    const identity = context.get('identity')
    const { name, starter } = await readInput(context, NewProject)
    requireAdmin(services, identity)
    const made = await projects.create({ workspaceId: identity.workspaceId, userId: identity.userId, name, starter })
    if (!made) throw new Refusal(400, 'invalid_input', `There is no starter "${starter}".`, { path: '/starter' })
    return context.json({ id: made.id, slug: made.slug }, 201)
  })

  routes.get('/projects/:id', async (context) => {
    return context.json(await shown(await projectAccess(services, context.get('identity'), context.req.param('id'))))
  })

  routes.patch('/projects/:id', async (context) => {
    const identity = context.get('identity')
    const { project } = await projectAccess(services, identity, context.req.param('id'), 'document.write')
    await projects.rename(project.id, (await readInput(context, ProjectChange)).name)
    return context.json(await shown(await projectAccess(services, identity, project.id)))
  })

  routes.delete('/projects/:id', async (context) => {
    const { project } = await projectAccess(services, context.get('identity'), context.req.param('id'))
    requireAdmin(services, context.get('identity'))
    await projects.remove(project.id)
    for (const runId of await services.sessions.removeOf(project.id)) await services.runner.abort(runId)
    await publisher.remove(project.id)
    return context.body(null, 204)
  })

  routes.get('/projects/:id/pages', async (context) => {
    const { project } = await projectAccess(services, context.get('identity'), context.req.param('id'), 'document.read')
    return context.json({ pages: await projects.pages(project) })
  })

  routes.get('/operations', (context) => {
    const scope = context.req.query('scope')
    return context.json({
      operations: operations
        .filter((operation) => scope === undefined || operation.scope === scope)
        .map(({ id, name, summary, description, icon, effect, executor, input }) => ({
          id,
          name,
          summary,
          description,
          icon,
          effect,
          executor,
          input,
        })),
    })
  })

  routes.post('/projects/:id/operations/:operationId', async (context) => {
    const identity = context.get('identity')
    const access = await projectAccess(services, identity, context.req.param('id'))
    const found = findOperation(context.req.param('operationId'))
    if (!found.ok) {
      if (found.candidates.length === 0) throw notFound('operation')
      throw conflict(
        'ambiguous',
        `Several operations have this name: ${found.candidates.join(', ')}.`,
        'Use the whole id.',
      )
    }
    const { operation } = found
    const { input = {}, picture, ...editor } = await readInput(context, OperationRequest)
    const call = { identity, access, operation, input, editor, picture }
    const { result, changeSetId } = await callOperation(services, call)
    return context.json({ revision: await revision(access.project, editor.documentId), ...result, changeSetId })
  })

  /** The heads of the site and of the page that was aimed at: the same as long as nothing in them changes. */
  const revision = async (project: ProjectRow, documentId: string | undefined) => {
    const site = await documents.open(project.site_document_id)
    const pageId = documentId ?? (site && homePage(site.view)?.id)
    const page = pageId === undefined || pageId === site?.id ? undefined : await documents.open(pageId)
    return [site?.head ?? 0, ...(page ? [page.head] : [])].join('.')
  }

  return routes
}
