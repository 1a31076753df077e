import { listContentEntries, readContent, readContentChanges, readContentEntry } from '@atelier/api'
import type { ContentStore } from '@atelier/content'
import type { Documents } from '@atelier/documents'
import type { Database } from '@atelier/streams'
import { Hono } from 'hono'
import type { Environment } from '../auth/environment.ts'
import { notFound } from '../http/refusal.ts'
import { createMount, type MountServices } from '../workspaces/mount.ts'
import type { createContentChanges } from './changes.ts'
import { createContentScreens } from './screens.ts'

interface ContentServices extends MountServices {
  contentChanges: ReturnType<typeof createContentChanges>
  content: ContentStore
  database: Database
  documents: Documents
}

/** What is told of a project's content beside its operations. */
export function contentRoutes(services: ContentServices): Hono<Environment> {
  const { contentChanges } = services
  const screens = createContentScreens(services)
  const routes = new Hono<Environment>()
  const mount = createMount(services)

  mount(routes, readContentChanges, async ({ access: { project }, query: { after = '0', wait }, context }) =>
    wait === undefined
      ? contentChanges.since(project.id, Number(after))
      : contentChanges.next(project.id, Number(after), context.req.raw.signal),
  )

  mount(routes, readContent, ({ access: { project } }) => screens.overview(project.id))

  mount(routes, listContentEntries, async ({ access: { project }, params: { model }, query }) => {
    const found = await screens.entries(project.id, model, { search: query.search, offset: Number(query.offset ?? 0) })
    if (!found) throw notFound('model')
    return found
  })

  mount(routes, readContentEntry, async ({ access: { project }, params: { model, entry } }) => {
    const found = await screens.entry(project.id, model, entry)
    if (!found) throw notFound('entry')
    return found
  })

  return routes
}
