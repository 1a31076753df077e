import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { partKinds } from '@atelier/cad'
import type { Documents, Fields } from '@atelier/documents'
import { pages, siteKinds, viewOfFields } from '@atelier/site'
import { affectedBy, type Database, queryBuilder, rowsOf, type Script } from '@atelier/streams'
import { Type } from 'typebox'
import { Parse } from 'typebox/value'
import type { VersionTables } from './tables.ts'

/** Why a version was kept. */
export type VersionKind = 'hand' | 'import' | 'restore' | 'publish'

export interface Version {
  id: string
  name: string
  kind: VersionKind
  createdAt: number
  createdBy: string
  pages: number
}

/** A document of a version, or its current state. */
export interface StoredState {
  documentId: string
  kind: string
  head: number
}

interface ProjectRef {
  id: string
  site_document_id: string
}

export interface SaveRequest {
  name: string
  kind: VersionKind
  userId: string
  /** Asked within a transaction, which may hold the documents: sources that only they need wait until afterwards. */
  within?: boolean
}

/** A site, and the CAD parts that its pages show. */
export const versionKinds: readonly string[] = [...siteKinds, ...partKinds]

/** Versions of whole sites: a list of documents at their heads, and the content of each head, once. */
export interface VersionStore {
  /**
   * Keeps the current state. If nothing has changed since the newest version nothing new is kept unless it is made by
   * hand under another name, and the newest one is returned.
   */
  save(project: ProjectRef, request: SaveRequest): Promise<Version>
  /** Newest first. */
  list(projectId: string): Promise<Version[]>
  /** The documents of a version; undefined if the project has no such version. */
  documents(projectId: string, id: string): Promise<StoredState[] | undefined>
  /** The fields of a document at a head that some version has, in the schema that its type has now. */
  fields(state: StoredState): Promise<Fields | undefined>
  remove(projectId: string, id: string): Promise<boolean>
  /** Removes everything of a deleted project. */
  removeAll(projectId: string): Promise<void>
}

/** How many automatic versions are kept; those that a user saved stay until a user deletes them. */
export const KEPT_AUTOMATIC = 40

const Documents_ = Type.Array(Type.Tuple([Type.String(), Type.String(), Type.Integer()]))
const deflate = promisify(gzip)
const inflate = promisify(gunzip)

export function createVersionStore(options: {
  database: Database
  documents: Documents
  now(): number
  newId(): string
  /** The kinds of document that a version holds; by default those of a site and of its CAD parts. */
  kinds?: readonly string[]
}): VersionStore {
  const { database, documents, now, newId, kinds = versionKinds } = options
  const sql = queryBuilder<VersionTables>(database.dialect)

  const rows = (projectId: string) =>
    database.read(
      rowsOf<Omit<VersionTables['versions'], 'documents' | 'project_id'>>(
        sql
          .selectFrom('versions')
          .select(['id', 'name', 'kind', 'created_at', 'created_by', 'pages'])
          .where('project_id', '=', projectId)
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc'),
      ),
    )

  const listed = async (projectId: string, id: string): Promise<StoredState[] | undefined> => {
    const query = sql
      .selectFrom('versions')
      .select('documents')
      .where('project_id', '=', projectId)
      .where('id', '=', id)
    const [row] = await database.read(rowsOf<{ documents: Uint8Array }>(query))
    if (!row) return undefined
    const list = Parse(Documents_, JSON.parse((await inflate(row.documents)).toString('utf8')))
    // Versions of earlier releases of Atelier hold the documents of the content, too.
    const own = list.filter(([, kind]) => kinds.includes(kind))
    return own.map(([documentId, kind, head]) => ({ documentId, kind, head }))
  }

  /** Which heads of the project are kept already, as `document:head`. */
  const known = async (projectId: string): Promise<Set<string>> => {
    const query = sql.selectFrom('version_contents').select(['document_id', 'head']).where('project_id', '=', projectId)
    const found = await database.read(rowsOf<{ document_id: string; head: number }>(query))
    return new Set(found.map(({ document_id, head }) => `${document_id}:${Number(head)}`))
  }

  /** Keeps what is not kept yet, and returns at which head each document was read. */
  const keepContents = async (
    projectId: string,
    states: readonly StoredState[],
    within: boolean,
  ): Promise<StoredState[]> => {
    const have = await known(projectId)
    const kept: StoredState[] = []
    for (const state of states) {
      if (have.has(`${state.documentId}:${state.head}`)) {
        kept.push(state)
        continue
      }
      // This separates who wrote what until now from what comes later.
      if (!within) await documents.compact(state.documentId)
      const stored = await documents.inProject(projectId).projectionText(state.documentId)
      if (!stored) continue
      const fields = await deflate(stored.text)
      const query = sql
        .insertInto('version_contents')
        .values({
          project_id: projectId,
          document_id: state.documentId,
          head: stored.head,
          schema_version: stored.schemaVersion,
          fields,
          created_at: now(),
        })
        .onConflict((conflict) => conflict.doNothing())
      await database.transact(function* (): Script<void> {
        yield query.compile()
      })
      kept.push({ ...state, head: stored.head })
    }
    return kept
  }

  const current = async (project: ProjectRef): Promise<StoredState[]> =>
    (await documents.list(project.id, kinds)).map(({ id, kind, head }) => ({ documentId: id, kind, head }))

  const insert = async (row: VersionTables['versions']) => {
    const query = sql.insertInto('versions').values(row)
    await database.transact(function* (): Script<void> {
      yield query.compile()
    })
  }

  const remove = async (projectId: string, id: string): Promise<boolean> => {
    const query = sql.deleteFrom('versions').where('project_id', '=', projectId).where('id', '=', id)
    return (await database.transact(() => affectedBy(query))) > 0
  }

  /** Contents that no version has any more, kept long enough ago that none is about to have them. */
  const sweep = async (projectId: string) => {
    const named = new Set<string>()
    for (const { id } of await rows(projectId)) {
      for (const { documentId, head } of (await listed(projectId, id)) ?? []) named.add(`${documentId}:${head}`)
    }
    const before = now() - 3_600_000
    for (const each of await known(projectId)) {
      if (named.has(each)) continue
      const at = each.lastIndexOf(':')
      const query = sql
        .deleteFrom('version_contents')
        .where('document_id', '=', each.slice(0, at))
        .where('head', '=', Number(each.slice(at + 1)))
        .where('created_at', '<', before)
      await database.transact(() => affectedBy(query))
    }
  }

  const prune = async (projectId: string) => {
    const old = (await rows(projectId)).filter(({ kind }) => kind !== 'hand').slice(KEPT_AUTOMATIC)
    for (const { id } of old) await remove(projectId, id)
    if (old.length > 0) await sweep(projectId)
  }

  return {
    async save(project, { name, kind, userId, within = false }) {
      const states = await current(project)
      const [newest] = await rows(project.id)
      if (newest && (kind !== 'hand' || newest.name === name)) {
        const before = await listed(project.id, newest.id)
        if (before && sameStates(before, states)) return versionOf(newest)
      }
      const kept = await keepContents(project.id, states, within)
      const site = kept.find(({ documentId }) => documentId === project.site_document_id)
      const fields = site && (await documents.inProject(project.id).projection(site.documentId))?.fields
      const row = {
        id: newId(),
        project_id: project.id,
        name,
        kind,
        created_at: now(),
        created_by: userId,
        pages: fields ? pages(viewOfFields(fields)).length : 0,
        documents: await deflate(JSON.stringify(kept.map((state) => [state.documentId, state.kind, state.head]))),
      }
      await insert(row)
      await prune(project.id)
      return versionOf(row)
    },
    list: async (projectId) => (await rows(projectId)).map(versionOf),
    documents: listed,
    async fields({ documentId, kind, head }) {
      const query = sql
        .selectFrom('version_contents')
        .select(['fields', 'schema_version'])
        .where('document_id', '=', documentId)
        .where('head', '=', head)
      const [row] = await database.read(rowsOf<{ fields: Uint8Array; schema_version: number }>(query))
      if (!row) return undefined
      const stored = JSON.parse((await inflate(row.fields)).toString('utf8'))
      return documents.upgrade(kind, Number(row.schema_version), stored)
    },
    async remove(projectId, id) {
      const gone = await remove(projectId, id)
      if (gone) await sweep(projectId)
      return gone
    },
    async removeAll(projectId) {
      const queries = (['versions', 'version_contents'] as const).map((table) =>
        sql.deleteFrom(table).where('project_id', '=', projectId).compile(),
      )
      await database.transact(function* (): Script<void> {
        for (const query of queries) yield query
      })
    },
  }
}

function versionOf(row: Omit<VersionTables['versions'], 'documents' | 'project_id'>): Version {
  return {
    id: row.id,
    name: row.name,
    kind: versionKind(row.kind),
    createdAt: Number(row.created_at),
    createdBy: row.created_by,
    pages: Number(row.pages),
  }
}

function versionKind(kind: string): VersionKind {
  return kind === 'import' || kind === 'restore' || kind === 'publish' ? kind : 'hand'
}

function sameStates(a: readonly StoredState[], b: readonly StoredState[]): boolean {
  const heads = new Map(a.map(({ documentId, head }) => [documentId, head]))
  return a.length === b.length && b.every(({ documentId, head }) => heads.get(documentId) === head)
}
