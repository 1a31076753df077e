import { partKinds } from '@atelier/cad'
import { createMemoryView, type Documents, type ProjectDocuments, type View } from '@atelier/documents'
import { allLocks, createSite, importPage, listPage, pages, siteKinds, slugify, starters } from '@atelier/site'
import { affectedBy, type Database, queryBuilder, rowsOf } from '@atelier/streams'
import type { ServerTables } from '../database/tables.ts'
import { nodeId } from '../documents/nodeId.ts'
import type { ProjectRow } from '../workspaces/workspaces.ts'

export interface PageInfo {
  id: string
  title: string
  slug: string
  documentId: string
  rootNodeId?: string
}

export interface Projects {
  /** Makes the project, its site and the starter's pages as one commit. undefined if the starter does not exist. */
  create(request: {
    workspaceId: string
    userId: string
    name: string
    starter?: string
  }): Promise<ProjectRow | undefined>
  rename(id: string, name: string): Promise<void>
  /** Removes the project and hides its documents; their rows go with the next pass of the maintenance. */
  remove(id: string): Promise<void>
  /** Whether something of its site is locked. */
  hasLocks(project: ProjectRow): Promise<boolean>
  pages(project: ProjectRow): Promise<PageInfo[]>
  /** A document of the project as it is committed now; undefined if it has none of that id. */
  view(project: ProjectRow, documentId: string): Promise<View | undefined>
}

/** The kinds of document that tabs show. */
const shownKinds = [...siteKinds, ...partKinds]

const attempts = 5

export function createProjects(services: {
  database: Database
  documents: Documents
  now(): number
  newId(): string
}): Projects {
  const { database, documents, now, newId } = services
  const query = queryBuilder<ServerTables>(database.dialect)

  const freeSlug = async (name: string) => {
    const wanted = slugify(name).slice(0, 50)
    const rows = await database.read(
      rowsOf(query.selectFrom('projects').select('slug').where('slug', 'like', `${wanted}%`)),
    )
    const taken = new Set(rows.map(({ slug }) => slug))
    let slug = wanted
    for (let number = 2; taken.has(slug); number += 1) slug = `${wanted}-${number}`
    return slug
  }

  const insert = async (row: ProjectRow, starter: (typeof starters)[number], userId: string) =>
    documents.transact({
      projectId: row.id,
      origin: { kind: 'hand', userId },
      async body(drafts) {
        const site = drafts.create(row.site_document_id, 'site')
        createSite(site, { name: row.name })
        for (const [index, { html, title, slug }] of starter.pages.entries()) {
          const id = nodeId()
          listPage(site, { id, title, slug })
          importPage(site, drafts.create(id, 'page'), { html, css: index === 0 ? starter.css : '', newId: nodeId })
        }
        return { result: null, commit: true }
      },
      rows: () => [query.insertInto('projects').values(row).compile()],
    })

  return {
    async create({ workspaceId, userId, name, starter = 'workshop' }) {
      const chosen = starters.find(({ id }) => id === starter)
      if (!chosen) return undefined
      for (let attempt = 1; ; attempt += 1) {
        const at = now()
        const row: ProjectRow = {
          id: newId(),
          workspace_id: workspaceId,
          slug: await freeSlug(name),
          name,
          site_document_id: newId(),
          created_at: at,
          updated_at: at,
        }
        try {
          const made = await insert(row, chosen, userId)
          if (!made.ok) throw new Error(`The project could not be made: ${made.message}`)
          return row
        } catch (error) {
          // Another user took the slug in between, so the next free one is used.
          const [taken] = await database.read(
            rowsOf(query.selectFrom('projects').select('id').where('slug', '=', row.slug)),
          )
          if (!taken || attempt === attempts) throw error
        }
      }
    },
    async rename(id, name) {
      await database.write(
        affectedBy(query.updateTable('projects').set({ name, updated_at: now() }).where('id', '=', id)),
      )
    },
    async remove(id) {
      await database.write(affectedBy(query.deleteFrom('projects').where('id', '=', id)))
      // One by one where a tab is to notice it; a project may have 10,000 entries besides.
      for (const { id: documentId } of await documents.list(id, shownKinds)) await documents.remove(documentId)
      await documents.removeAll(id)
    },
    async hasLocks(project) {
      const site = await viewOf(documents.inProject(project.id), project.site_document_id)
      return site !== undefined && allLocks(site).length > 0
    },
    async pages(project) {
      const views = documents.inProject(project.id)
      const site = await viewOf(views, project.site_document_id)
      if (!site) return []
      return Promise.all(
        pages(site).map(async ({ id, title, slug }) => {
          const root = (await viewOf(views, id))?.get('root')
          return { id, title, slug, documentId: id, ...(typeof root === 'string' ? { rootNodeId: root } : {}) }
        }),
      )
    },
    view: (project, documentId) => documents.inProject(project.id).open(documentId),
  }
}

async function viewOf(documents: ProjectDocuments, documentId: string): Promise<View | undefined> {
  const projection = await documents.projection(documentId)
  return projection && createMemoryView(Object.entries(projection.fields))
}
