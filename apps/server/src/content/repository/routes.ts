import {
  callContentWebhook,
  connectRemote,
  disconnectRemote,
  type RepositoryStatus,
  readRepositoryStatus,
  rebuildRepository,
  syncRepository,
} from '@atelier/api'
import { type ContentStore, phaseOf } from '@atelier/content'
import type { Repositories } from '@atelier/repository'
import { Hono } from 'hono'
import type { Environment } from '../../auth/environment.ts'
import { readBytes } from '../../http/input.ts'
import { conflict, notFound } from '../../http/refusal.ts'
import { createMount, type MountServices } from '../../workspaces/mount.ts'

interface RepositoryServices extends MountServices {
  content: ContentStore
  repositories: Repositories
}

/** How far the repository of a project's content is, and writing it at once. */
export function repositoryRoutes(services: RepositoryServices): Hono<Environment> {
  const { repositories } = services
  const routes = new Hono<Environment>()
  const mount = createMount(services)
  mount(routes, readRepositoryStatus, ({ access: { project } }) => statusOf(services, project.id))
  mount(routes, syncRepository, async ({ access: { project } }) => {
    if (await repositories.status(project.id)) await repositories.sync(project.id)
    return statusOf(services, project.id)
  })
  mount(routes, rebuildRepository, async ({ access: { project } }) => {
    if (await repositories.status(project.id)) {
      const outcome = await repositories.rebuild(project.id)
      if (!outcome.ok) throw conflict('rebuild_failed', outcome.problem)
    }
    return statusOf(services, project.id)
  })
  mount(routes, connectRemote, async ({ access: { project }, body }) => {
    const outcome = await repositories.connect(project.id, body)
    if (!outcome.ok) throw conflict('remote_failed', outcome.problem, outcome.hint)
    return { ...(await statusOf(services, project.id)), webhookSecret: outcome.webhookSecret }
  })
  mount(routes, disconnectRemote, async ({ access: { project } }) => {
    if (!(await repositories.disconnect(project.id))) throw notFound('remote')
  })
  return routes
}

/** The address that the remote calls after a push; it has no session. */
export function webhookRoutes(services: RepositoryServices): Hono<Environment> {
  const { repositories } = services
  const routes = new Hono<Environment>()
  createMount(services)(routes, callContentWebhook, async ({ params: { id }, context }) => {
    const body = await readBytes(context.req.raw, callContentWebhook.request.maxBytes)
    const [signature, token] = [context.req.header('x-hub-signature-256'), context.req.header('x-gitlab-token')]
    if (!(await repositories.called(id, { body, signature, token }))) throw notFound('webhook')
    return { accepted: true }
  })
  return routes
}

async function statusOf({ content, repositories }: RepositoryServices, projectId: string): Promise<RepositoryStatus> {
  const [schema, { branches, error }, repository, underWay] = await Promise.all([
    content.reader(projectId).schema(),
    content.state(projectId),
    repositories.status(projectId),
    repositories.importing(projectId),
  ])
  const phase = phaseOf({
    config: schema?.config,
    branches: branches.filter(({ state }) => state === 'open'),
    ...(error === undefined ? {} : { status: 'error' }),
  })
  const none = { seq: 0, written: 0, pushed: 0, state: 'written' as const }
  return { phase, ...(repository ?? none), ...(underWay === undefined ? {} : { import: underWay }) }
}
