import {
  compareVersion,
  deleteVersion,
  listVersions,
  type PartUse,
  previewVersion,
  readFrame,
  readUnpublished,
  readWriters,
  redoChange,
  restoreVersion,
  saveVersion,
  undoChange,
} from '@atelier/api'
import { partKinds, partType } from '@atelier/cad'
import type { Documents } from '@atelier/documents'
import { rebaseHtml } from '@atelier/site'
import { type Database, queryBuilder, rowsOf } from '@atelier/streams'
import { Hono } from 'hono'
import type { Environment } from '../auth/environment.ts'
import { handOrigin } from '../auth/handOrigin.ts'
import { findPartUses } from '../cad/partUses.ts'
import { unreleasedEntries } from '../content/site/unreleased.ts'
import type { ServerTables } from '../database/tables.ts'
import { notFound } from '../http/refusal.ts'
import { type Turns, turnRefusal } from '../operations/turns.ts'
import type { Publisher } from '../publish/publisher.ts'
import { type Arrival, createMount, type MountServices } from '../workspaces/mount.ts'
import type { Version } from './store.ts'
import type { Comparison, ProjectRef, Versions } from './versions.ts'
import { type Author, authorsBetween } from './who.ts'

interface VersionServices extends MountServices {
  versions: Versions
  documents: Documents
  database: Database
  publisher: Publisher
  turns: Turns
}

/** A comparison that names the pages that show each CAD part. */
type ShownComparison = Omit<Comparison, 'documents'> & {
  documents: (Comparison['documents'][number] & { part?: { pages: PartUse[] } })[]
}

const isOfParts = (kind: string): boolean => partKinds.some((each) => each === kind)

/** How many people may be named for a value of which only the authors of its document are known. */
const MOST_WRITERS = 3

type ChangeArrival = Arrival<typeof undoChange | typeof redoChange>

/** A site's versions: saved, compared, viewed and restored. */
export function versionRoutes(services: VersionServices): Hono<Environment> {
  const { versions, documents, database } = services
  const db = queryBuilder<ServerTables>(database.dialect)
  const routes = new Hono<Environment>()
  const mount = createMount(services)

  /** Names for the ids of people; deleted users have none. */
  const named = async (ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
    if (ids.length === 0) return new Map()
    const rows = await database.read(
      rowsOf(
        db
          .selectFrom('auth_users')
          .select(['id', 'name'])
          .where('id', 'in', [...new Set(ids)]),
      ),
    )
    return new Map(rows.map(({ id, name }) => [id, name]))
  }
  const shown = async (all: readonly Version[]) => {
    const names = await named(all.map(({ createdBy }) => createdBy))
    return all.map((version) => ({ ...version, userName: names.get(version.createdBy) }))
  }
  const withNames = async (comparison: ShownComparison) => {
    const names = await named(comparison.authors.map(({ userId }) => userId))
    const named_ = (authors: readonly Author[]) =>
      authors.map((each) => ({ ...each, userName: names.get(each.userId) }))
    return {
      documents: comparison.documents.map(({ kind: _, ...each }) => ({ ...each, authors: named_(each.authors) })),
      authors: named_(comparison.authors),
    }
  }

  /** A comparison with the CAD parts that pages show, each with these pages, and without all other parts. */
  const withShownParts = async (project: ProjectRef, comparison: Comparison): Promise<ShownComparison> => {
    const parts = comparison.documents.flatMap(({ kind, documentId }) => (kind === partType.kind ? [documentId] : []))
    const uses = await findPartUses(documents, project, parts)
    return {
      ...comparison,
      documents: comparison.documents.flatMap((each) => {
        if (!isOfParts(each.kind)) return [each]
        const pages = uses.get(each.documentId)
        return pages ? [{ ...each, part: { pages } }] : []
      }),
    }
  }

  mount(routes, listVersions, async ({ access: { project } }) => ({
    versions: await shown(await versions.list(project.id)),
  }))

  mount(routes, saveVersion, async ({ identity: { userId }, access: { project }, body: { name } }) => {
    const made = await versions.save(project, { name: name.trim(), kind: 'hand', userId })
    return { ...made, userName: (await named([made.createdBy])).get(made.createdBy) }
  })

  mount(routes, deleteVersion, async ({ access: { project }, params: { versionId } }) => {
    if (!(await versions.remove(project.id, versionId))) throw notFound('version')
  })

  mount(routes, compareVersion, async ({ access: { project }, params: { versionId }, query: { to } }) => {
    const found = await versions.compare(project, versionId, to)
    if (!found) throw notFound('version')
    return withNames(found)
  })

  mount(routes, previewVersion, async ({ access: { project }, params: { versionId, pageId } }) => {
    const html = await versions.preview(project, pageId, versionId === 'now' ? undefined : versionId)
    if (html === undefined) throw notFound('page')
    return { html: rebaseHtml(html, `/api/projects/${project.id}/files`) }
  })

  mount(routes, readFrame, async ({ access: { project }, params: { pageId }, query: { version, changeSet, side } }) => {
    const moment = changeSet === undefined ? { version } : { changeSet, side: side ?? 'before' }
    const html = await versions.frame(project, pageId, moment)
    if (html === undefined) throw notFound('page')
    return { html }
  })

  mount(routes, readWriters, async ({ identity, access: { project }, params: { documentId }, body: { keys } }) => {
    const isHere = await documents.inProject(project.id).open(documentId)
    const writers = isHere && (await documents.writersOf(documentId, keys))
    if (!writers) throw notFound('document')
    const ofDocument = (await authorsBetween(database, documentId, 0, Number.MAX_SAFE_INTEGER)).map(
      ({ userId }) => userId,
    )
    const others = (ids: readonly string[], most: number) =>
      [...new Set(ids)].filter((id) => id !== identity.userId).slice(0, most)
    const found = keys.map((key) => {
      const exact = others(
        (writers.get(key) ?? []).map(({ userId }) => userId),
        1,
      )
      return { key, ids: exact.length > 0 ? exact : others(ofDocument, MOST_WRITERS) }
    })
    const names = await named(found.flatMap(({ ids }) => ids))
    return {
      writers: found.map(({ key, ids }) => ({ key, by: ids.map((id) => ({ userId: id, userName: names.get(id) })) })),
    }
  })

  mount(routes, restoreVersion, async ({ identity, access, params, body: { pageId } }) => {
    const { project, capabilities } = access
    const restored = await versions.restore(project, params.versionId, {
      origin: handOrigin(identity),
      capabilities,
      ...(pageId === undefined ? {} : { pageId }),
    })
    if (!restored) throw notFound(pageId === undefined ? 'version' : 'page in this version')
    return restored
  })

  const turn = async (arrival: ChangeArrival, to: 'undo' | 'redo') => {
    const { identity, access, params } = arrival
    const { project, capabilities } = access
    const changeSet = await documents.changes(params.changeSetId)
    if (!changeSet || changeSet.projectId !== project.id || changeSet.runId !== undefined) throw notFound('change')
    const outcome = await services.turns.turn(params.changeSetId, to, { origin: handOrigin(identity), capabilities })
    if (!outcome.ok) throw turnRefusal(outcome)
    const { state, applied, kept } = outcome
    return { undone: state === 'undone', applied, kept }
  }

  mount(routes, undoChange, (arrival) => turn(arrival, 'undo'))
  mount(routes, redoChange, (arrival) => turn(arrival, 'redo'))

  /** Changes since the last publication. */
  mount(routes, readUnpublished, async ({ access: { project, restriction } }) => {
    const live = await services.publisher.live(project.id)
    const since =
      live &&
      (await versions.list(project.id)).find(({ id, createdAt }) =>
        // Where it is not known, the newest one by then: one is kept before each publication.
        live.versionId === undefined ? createdAt <= live.createdAt : id === live.versionId,
      )
    const comparison = since && (await versions.compare(project, since.id))
    return {
      ...(since ? { versionId: since.id } : {}),
      ...(live ? { release: { id: live.id, number: live.number, createdAt: live.createdAt } } : {}),
      ...(comparison ? await withNames(await withShownParts(project, comparison)) : {}),
      ...(live && !restriction ? { content: await unreleasedEntries(database, project.id, live.createdAt) } : {}),
    }
  })

  return routes
}
