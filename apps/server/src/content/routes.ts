import { readContentChanges } from '@atelier/api'
import { Hono } from 'hono'
import type { Environment } from '../auth/environment.ts'
import { createMount, type MountServices } from '../workspaces/mount.ts'
import type { createContentChanges } from './changes.ts'

interface ContentServices extends MountServices {
  contentChanges: ReturnType<typeof createContentChanges>
}

/** What is told of a project's content beside its operations. */
export function contentRoutes(services: ContentServices): Hono<Environment> {
  const { contentChanges } = services
  const routes = new Hono<Environment>()
  const mount = createMount(services)
  mount(routes, readContentChanges, async ({ access: { project }, query: { after = '0', wait }, context }) =>
    wait === undefined
      ? contentChanges.since(project.id, Number(after))
      : contentChanges.next(project.id, Number(after), context.req.raw.signal),
  )
  return routes
}
