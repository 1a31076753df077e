import {
  listContentEntries,
  listMedia,
  type QueryOf,
  readContent,
  readContentBranch,
  readContentChanges,
  readContentEntry,
  readContentVocabulary,
  readMediaUses,
  readShownContent,
} from '@atelier/api'
import type { ContentStore } from '@atelier/content'
import type { Documents } from '@atelier/documents'
import type { Database } from '@atelier/streams'
import { Hono } from 'hono'
import type { Environment } from '../auth/environment.ts'
import type { Identity } from '../auth/identity.ts'
import { notFound, Refusal } from '../http/refusal.ts'
import type { Projects } from '../projects/projects.ts'
import { createMount, type MountServices } from '../workspaces/mount.ts'
import type { Access } from '../workspaces/workspaces.ts'
import { createContentReview } from './branches/review.ts'
import { createLibrary } from './library/library.ts'
import type { createContentChanges } from './projects/changes.ts'
import { type Caller, createContentScreens, type ListRequest } from './screens/screens.ts'
import { createShownContent } from './screens/shownContent.ts'

interface ContentServices extends MountServices {
  contentChanges: ReturnType<typeof createContentChanges>
  content: ContentStore
  database: Database
  documents: Documents
  projects: Projects
  now(): number
}

/** The routes of a project's content: what has changed, the data of its screens, and the review of a branch. */
export function contentRoutes(services: ContentServices): Hono<Environment> {
  const { contentChanges } = services
  const screens = createContentScreens(services)
  const review = createContentReview(services)
  const library = createLibrary(services)
  const shown = createShownContent({ show: screens.show, seq: contentChanges.seq, now: services.now })
  const routes = new Hono<Environment>()
  const mount = createMount(services)

  mount(routes, readContentChanges, async ({ access, query: { after = '0', wait }, signal }) => {
    const { project, restriction } = access
    return wait === undefined
      ? contentChanges.since(project.id, Number(after), restriction)
      : contentChanges.next(project.id, Number(after), signal, restriction)
  })

  mount(routes, readContent, ({ access, identity, query: { branch } }) =>
    screens.overview(access.project.id, callerOf(access, identity, branch)),
  )

  mount(routes, readContentVocabulary, ({ access, identity, query: { branch } }) =>
    screens.vocabulary(access.project.id, callerOf(access, identity, branch)),
  )

  mount(routes, listContentEntries, async ({ access, identity, params: { model }, query }) => {
    const caller = callerOf(access, identity, query.branch)
    const found = await screens.entries(access.project.id, model, listRequest(query), caller)
    if (!found) throw notFound('model')
    return found
  })

  mount(routes, readContentEntry, async ({ access, identity, params: { model, entry }, query }) => {
    const caller = callerOf(access, identity, query.branch)
    const found = await screens.entry(access.project.id, model, { id: entry, documentId: query.document }, caller)
    if (!found) throw notFound('entry')
    return found
  })

  mount(routes, readShownContent, ({ access, identity, body }) =>
    shown(access.project.id, body, callerOf(access, identity, body.branch)),
  )

  mount(routes, readContentBranch, async ({ access: { project, restriction }, params: { branch }, query }) => {
    const found = await review.read(project.id, branch, Number(query.offset ?? 0), restriction)
    if (!found) throw notFound('branch')
    return found
  })

  mount(routes, listMedia, ({ access: { project, restriction }, query: { unused, offset, limit, ...query } }) =>
    library.list(
      project,
      {
        ...query,
        unused: unused !== undefined,
        ...(offset === undefined ? {} : { offset: Number(offset) }),
        ...(limit === undefined ? {} : { limit: Number(limit) }),
      },
      restriction,
    ),
  )

  mount(routes, readMediaUses, async ({ access: { project, restriction }, params: { mediaId } }) => {
    const found = await library.uses(project, mediaId, restriction)
    if (!found) throw notFound('file')
    return found
  })

  return routes
}

const callerOf = ({ capabilities, restriction }: Access, { userId }: Identity, branch: string | undefined): Caller => ({
  userId,
  capabilities,
  restriction,
  branch,
})

function listRequest(query: NonNullable<QueryOf<typeof listContentEntries>>): ListRequest {
  const { offset = '0', limit, columns, where, ids, branch: _, ...view } = query
  return {
    ...view,
    offset: Number(offset),
    ...(limit === undefined ? {} : { limit: Number(limit) }),
    ...(columns === undefined ? {} : { columns: columns.split(',') }),
    ...(where === undefined ? {} : { where: conditionsOf(where) }),
    ...(ids ? { ids: true } : {}),
  }
}

function conditionsOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  } catch {
    // Said below.
  }
  throw new Refusal(400, 'invalid_input', '`where` is a JSON object of conditions by field.')
}
