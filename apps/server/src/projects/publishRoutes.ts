import { Hono } from 'hono'
import { type Environment, projectAccess } from '../http/environment.ts'
import { notFound } from '../http/refusal.ts'
import type { Release } from '../publish/publisher.ts'
import type { Services } from '../services.ts'
import type { ProjectRow } from '../workspaces/workspaces.ts'

/** Publishing a project and putting an earlier release back. */
export function publishRoutes(services: Services): Hono<Environment> {
  const { publisher } = services
  const routes = new Hono<Environment>()
  const shown = (project: ProjectRow, release: Release) => ({ ...release, url: services.siteUrl(project.slug) })

  routes.post('/projects/:id/publish', async (context) => {
    const identity = context.get('identity')
    const { project } = await projectAccess(services, identity, context.req.param('id'), 'project.publish')
    const { release, report } = await publisher.publish(project.id, identity.userId)
    return context.json({ ...shown(project, release), report }, 201)
  })

  routes.get('/projects/:id/releases', async (context) => {
    const { project } = await projectAccess(services, context.get('identity'), context.req.param('id'), 'document.read')
    return context.json({ releases: (await publisher.list(project.id)).map((release) => shown(project, release)) })
  })

  routes.post('/projects/:id/releases/:releaseId/restore', async (context) => {
    const identity = context.get('identity')
    const { project } = await projectAccess(services, identity, context.req.param('id'), 'project.publish')
    const release = await publisher.restore(project.id, context.req.param('releaseId'))
    if (!release) throw notFound('release')
    return context.json(shown(project, release))
  })

  return routes
}
