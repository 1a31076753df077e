import { type RepositoryStatus, readContentChanges, readRepositoryStatus, syncRepository } from '@atelier/api'
import { type ContentStore, phaseOf } from '@atelier/content'
import { Hono } from 'hono'
import type { Environment } from '../auth/environment.ts'
import { createMount, type MountServices } from '../workspaces/mount.ts'
import type { createContentChanges } from './changes.ts'
import type { Repositories } from './repository/repositories.ts'

interface ContentServices extends MountServices {
  contentChanges: ReturnType<typeof createContentChanges>
  content: ContentStore
  repositories: Repositories
}

/** What is told of a project's content beside its operations. */
export function contentRoutes(services: ContentServices): Hono<Environment> {
  const { contentChanges, repositories } = services
  const routes = new Hono<Environment>()
  const mount = createMount(services)
  mount(routes, readContentChanges, async ({ access: { project }, query: { after = '0', wait }, context }) =>
    wait === undefined
      ? contentChanges.since(project.id, Number(after))
      : contentChanges.next(project.id, Number(after), context.req.raw.signal),
  )
  mount(routes, readRepositoryStatus, ({ access: { project } }) => statusOf(services, project.id))
  mount(routes, syncRepository, async ({ access: { project } }) => {
    if (await repositories.status(project.id)) await repositories.flush(project.id)
    return statusOf(services, project.id)
  })
  return routes
}

async function statusOf({ content, repositories }: ContentServices, projectId: string): Promise<RepositoryStatus> {
  const [schema, { branches, error }, repository] = await Promise.all([
    content.reader(projectId).schema(),
    content.state(projectId),
    repositories.status(projectId),
  ])
  const phase = phaseOf({
    config: schema?.config,
    branches: branches.filter(({ state }) => state === 'open'),
    ...(error === undefined ? {} : { status: 'error' }),
  })
  return { phase, ...(repository ?? { seq: 0, written: 0, pushed: 0, state: 'written' as const }) }
}
