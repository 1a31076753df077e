import {
  createProject,
  deleteProject,
  listOperations,
  listPages,
  listProjects,
  readProject,
  renameProject,
  runOperation,
} from '@atelier/api'
import type { Documents } from '@atelier/documents'
import { homePage } from '@atelier/site'
import { Hono } from 'hono'
import { type Environment, signedIn } from '../auth/environment.ts'
import { conflict, notFound, Refusal } from '../http/refusal.ts'
import type { CallServices } from '../operations/callOperation.ts'
import { callOperation } from '../operations/callOperation.ts'
import type { Scopes } from '../operations/scopes.ts'
import { projectAccess } from '../workspaces/access.ts'
import { createMount, type MountServices } from '../workspaces/mount.ts'
import type { Access, ProjectRow } from '../workspaces/workspaces.ts'
import type { Projects } from './projects.ts'

interface ProjectServices extends CallServices, MountServices {
  projects: Projects
  documents: Documents
  scopes: Scopes
  publisher: {
    /** The version that visitors see; undefined if nothing was published. */
    live(projectId: string): Promise<{ id: string; createdAt: number } | undefined>
    /** Removes the releases of a project. */
    remove(projectId: string): Promise<void>
  }
  siteUrl(slug: string): string
  /** Removes the conversations of a project and returns the ids of their runs at work. */
  sessions: { removeOf(projectId: string): Promise<string[]> }
  runner: { abort(runId: string): Promise<unknown> }
}

/** Projects, their pages, and the operations on their documents. */
export function projectRoutes(services: ProjectServices): Hono<Environment> {
  const { projects, workspaces, documents, publisher } = services
  const routes = new Hono<Environment>()
  const mount = createMount(services)
  for (const path of ['projects', 'projects/*', 'operations']) routes.use(`/api/${path}`, signedIn(services))

  const shown = async ({ project, role }: Access) => {
    const live = await publisher.live(project.id)
    const changedAt = await documents.changedAt(project.id)
    return {
      id: project.id,
      slug: project.slug,
      name: project.name,
      role,
      siteDocumentId: project.site_document_id,
      createdAt: project.created_at,
      updatedAt: Math.max(project.updated_at, changedAt ?? 0),
      ...(live ? { published: { releaseId: live.id, url: services.siteUrl(project.slug), at: live.createdAt } } : {}),
    }
  }

  mount(routes, listProjects, async ({ identity }) => ({
    projects: await Promise.all((await workspaces.all(identity)).map(shown)),
  }))

  mount(routes, createProject, async ({ identity: { workspaceId, userId }, body: { name, starter } }) => {
    const made = await projects.create({ workspaceId, userId, name, starter })
    if (!made) throw new Refusal(400, 'invalid_input', `There is no starter "${starter}".`, { path: '/starter' })
    return { id: made.id, slug: made.slug }
  })

  mount(routes, readProject, ({ access }) => shown(access))

  mount(routes, renameProject, async ({ identity, access: { project }, body: { name } }) => {
    await projects.rename(project.id, name)
    return shown(await projectAccess(services, identity, project.id))
  })

  mount(routes, deleteProject, async ({ identity, access: { project } }) => {
    if (identity.key && (await projects.hasLocks(project))) throw deletesLocked
    await projects.remove(project.id)
    for (const runId of await services.sessions.removeOf(project.id)) await services.runner.abort(runId)
    await publisher.remove(project.id)
  })

  mount(routes, listPages, async ({ access: { project } }) => ({ pages: await projects.pages(project) }))

  mount(routes, listOperations, ({ query: { scope } }) => ({
    operations: services.scopes.operations
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
  }))

  mount(routes, runOperation, async ({ identity, access, params, body }) => {
    const found = services.scopes.find(params.operationId)
    if (!found.ok) {
      if (found.candidates.length === 0) throw notFound('operation')
      throw conflict(
        'ambiguous',
        `Several operations have this name: ${found.candidates.join(', ')}.`,
        'Use the whole id.',
      )
    }
    const { operation } = found
    const { input = {}, picture, changeSetId: joins, key, focus: told = {}, ...aimed } = body
    const known = operation.scope.focusFields ?? []
    const focus = { ...Object.fromEntries(Object.entries(told).filter(([name]) => known.includes(name))), ...aimed }
    const call = { identity, access, operation, input, focus, picture, joins, key }
    const { result, changeSetId } = await callOperation(services, call)
    return { revision: await revision(access.project, aimed.documentId), ...result, changeSetId }
  })

  /** The heads of the site and of the page that was aimed at: the same as long as nothing in them changes. */
  const revision = async (project: ProjectRow, documentId: string | undefined) => {
    const views = documents.inProject(project.id)
    const site = await views.live(project.site_document_id)
    const pageId = documentId ?? (site && homePage(site.view)?.id)
    const page = pageId === undefined || pageId === site?.id ? undefined : await views.live(pageId)
    return [site?.head ?? 0, ...(page ? [page.head] : [])].join('.')
  }

  return routes
}

const deletesLocked = conflict(
  'locked',
  'A part of this site is locked: a program does not delete it.',
  'Sign in and delete it in the studio, or have a person unlock it.',
)
