import { listContentEntries, readContent, readContentBranch, readContentChanges, readContentEntry } from '@atelier/api'
import type { ContentStore } from '@atelier/content'
import type { Documents } from '@atelier/documents'
import type { Database } from '@atelier/streams'
import { Hono } from 'hono'
import type { Environment } from '../auth/environment.ts'
import type { Identity } from '../auth/identity.ts'
import { notFound } from '../http/refusal.ts'
import { createMount, type MountServices } from '../workspaces/mount.ts'
import type { Access } from '../workspaces/workspaces.ts'
import type { createContentChanges } from './changes.ts'
import { createContentReview } from './review.ts'
import { type Caller, createContentScreens } from './screens.ts'

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
  const review = createContentReview(services)
  const routes = new Hono<Environment>()
  const mount = createMount(services)

  mount(routes, readContentChanges, async ({ access: { project }, query: { after = '0', wait }, context }) =>
    wait === undefined
      ? contentChanges.since(project.id, Number(after))
      : contentChanges.next(project.id, Number(after), context.req.raw.signal),
  )

  mount(routes, readContent, ({ access, identity, query: { branch } }) =>
    screens.overview(access.project.id, callerOf(access, identity, branch)),
  )

  mount(routes, listContentEntries, async ({ access, identity, params: { model }, query }) => {
    const caller = callerOf(access, identity, query.branch)
    const page = { search: query.search, offset: Number(query.offset ?? 0) }
    const found = await screens.entries(access.project.id, model, page, caller)
    if (!found) throw notFound('model')
    return found
  })

  mount(routes, readContentEntry, async ({ access, identity, params: { model, entry }, query: { branch } }) => {
    const found = await screens.entry(access.project.id, model, entry, callerOf(access, identity, branch))
    if (!found) throw notFound('entry')
    return found
  })

  mount(routes, readContentBranch, async ({ access: { project }, params: { branch }, query }) => {
    const found = await review.read(project.id, branch, Number(query.offset ?? 0))
    if (!found) throw notFound('branch')
    return found
  })

  return routes
}

const callerOf = ({ capabilities }: Access, { userId }: Identity, branch: string | undefined): Caller => ({
  userId,
  capabilities,
  branch,
})
