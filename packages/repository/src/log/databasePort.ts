import type { ContentSchema } from '@atelier/content'
import type { Origin } from '@atelier/documents'
import { affectedBy, type Database, queryBuilder, rowsOf, type Script } from '@atelier/streams'
import { type RawBuilder, sql } from 'kysely'
import { IMPORTING } from '../contract/projects.ts'
import type { RepositoryTables } from '../contract/tables.ts'
import { CONTENT_BRANCH } from '../git/bareRepository.ts'
import { committer } from '../git/commits.ts'
import { branchRef } from '../git/names.ts'
import { type Authors, authorsOf } from './authors.ts'
import type { Change, ChangeCause } from './groups.ts'
import { touchesLinks } from './linkingKeys.ts'
import type { WriterPort } from './writerPort.ts'

export interface DatabasePortOptions {
  database: Database
  projectId: string
  /** The owner of this process only. */
  owner: string
  leaseMs: number
  /** Measures leases on SQLite, which one process has at a time; Postgres has a clock of its own. */
  now(): number
  /** Takes the lease of a project that is being imported, and of no other one. */
  imports?: boolean
}

/** The time that all servers of a database agree on, in epoch milliseconds, shifted by some. */
export const clockOf =
  (database: Database, now: () => number) =>
  (offset: number): RawBuilder<number> =>
    database.dialect === 'postgres'
      ? sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint + ${sql.lit(offset)}`
      : sql<number>`${now() + offset}`

/** The log of a project's changes, and the lease on its repository, in `content_projects` and `content_changes`. */
export function createDatabasePort(options: DatabasePortOptions): WriterPort {
  const { database, projectId, owner, leaseMs, now, imports = false } = options
  const db = queryBuilder<RepositoryTables>(database.dialect)
  const clock = clockOf(database, now)
  const update = () => db.updateTable('content_projects').where('project_id', '=', projectId)
  const mine = () => update().where('lease_owner', '=', owner)
  const write = async (script: () => Script<number>) => (await database.transact(script)) > 0

  return {
    take: () =>
      database.transact(function* () {
        const free = update()
          .set({ lease_owner: owner, lease_until: clock(leaseMs) })
          .where('state', imports ? '=' : '!=', IMPORTING)
        if (yield* affectedBy(free.where('lease_owner', 'is', null))) return 'taken' as const
        const ended = free.where('lease_until', '<', clock(0))
        return (yield* affectedBy(ended)) ? ('abandoned' as const) : undefined
      }),
    renew: () => write(() => affectedBy(mine().set({ lease_until: clock(leaseMs) }))),
    async release() {
      await write(() => affectedBy(mine().set({ lease_owner: null, lease_until: null })))
    },
    async progress() {
      const query = db.selectFrom('content_projects').selectAll().where('project_id', '=', projectId)
      const [row] = await database.read(rowsOf(query))
      if (!row) return { seq: 0, written: 0 }
      return { seq: row.seq, written: row.written_seq, ...(row.tip === null ? {} : { tip: row.tip }) }
    },
    pending: (fromSeq, limit) => pendingChanges(database, projectId, fromSeq, limit),
    written: (seq, tip) =>
      write(() => affectedBy(mine().set({ written_seq: seq, ...(tip === undefined ? {} : { tip }) }))),
    async problem(text) {
      // `error` is kept for content that cannot be read; what cannot be written is tried again.
      const failed = update().where('state', 'in', ['idle', 'failed'])
      await write(() => affectedBy(failed.set({ state: text === undefined ? 'idle' : 'failed', error: text ?? null })))
    },
  }
}

/**
 * Records that the settings or a model of the remote cannot be read: the content is in the phase `error` until they
 * can be.
 *
 * @param text undefined if they can be read
 */
export async function recordUnreadable(database: Database, projectId: string, text: string | undefined): Promise<void> {
  const update = queryBuilder<RepositoryTables>(database.dialect)
    .updateTable('content_projects')
    .where('project_id', '=', projectId)
  const change =
    text === undefined
      ? update.set({ state: 'idle', error: null }).where('state', '=', 'error')
      : update.set({ state: 'error', error: text })
  await database.transact(() => affectedBy(change))
}

/** The projects whose repositories are behind their content, with their last change. */
export async function projectsBehind(database: Database, limit: number): Promise<{ projectId: string; seq: number }[]> {
  const query = queryBuilder<RepositoryTables>(database.dialect)
    .selectFrom('content_projects')
    .select(['project_id', 'seq'])
    .whereRef('written_seq', '<', 'seq')
    .where('state', '!=', IMPORTING)
    .limit(limit)
  return (await database.read(rowsOf(query))).map((row) => ({ projectId: row.project_id, seq: row.seq }))
}

/** The source of a change in the log by which an entry only follows a change of its model, or of what it refers to. */
export const FOLLOWS = 'follow'

/** A row of the log, or of an entry that was looked at again without being edited. */
type Row = Pick<
  RepositoryTables['content_changes'],
  'seq' | 'document_id' | 'kind' | 'source' | 'origin' | 'change_set_id' | 'label' | 'created_at'
> & { links: number }

/** At most `limit` rows; the last number is left out where it may have more rows than were read. */
async function pendingChanges(database: Database, projectId: string, from: number, limit: number): Promise<Change[]> {
  const db = queryBuilder<RepositoryTables>(database.dialect)
  const project = db.selectFrom('content_projects').select(['seq', 'schema']).where('project_id', '=', projectId)
  const [known] = await database.read(rowsOf(project))
  if ((known?.seq ?? 0) <= from) return []
  const schema: ContentSchema | undefined = known?.schema ? JSON.parse(known.schema) : undefined
  const query = db
    .selectFrom('content_changes')
    .select(['seq', 'document_id', 'kind', 'source', 'origin', 'change_set_id', 'label', 'created_at'])
    .select(touchesLinks(schema).as('links'))
    .where('project_id', '=', projectId)
    .where('seq', '>', from)
    .orderBy('seq')
    .orderBy('document_id')
  const bySeq = (rows: readonly Row[]) => [...Map.groupBy(rows, ({ seq }) => seq).values()]
  const restOf = async (first: readonly Row[]): Promise<Row[]> => {
    const all = [...first]
    for (let last = first.at(-1); last; ) {
      const { seq, document_id } = last
      const next = query.where('seq', '=', seq).where('document_id', '>', document_id).limit(limit)
      const some = await database.read(rowsOf(next))
      all.push(...some)
      last = some.length < limit ? undefined : some.at(-1)
    }
    return all
  }
  const rows = await database.read(rowsOf(query.limit(limit)))
  if (rows.length === 0) return settledAgain(database, projectId, from)
  let steps = bySeq(rows)
  if (rows.length === limit) {
    if (steps.length > 1) steps = steps.slice(0, -1)
    // One commit on more documents than the limit of a read, such as an import.
    else steps = [await restOf(rows)]
  }
  const origins = steps.flatMap(([row]): Origin[] => (row ? [JSON.parse(row.origin)] : []))
  const authors = await authorsOf(database, origins)
  return steps.flatMap((step) => changeOf(step, authors))
}

/**
 * Entries whose row has changed without an edit of theirs: their model, or what they refer to, did. Asked for behind
 * all edits, so that these find them settled already where they can.
 */
async function settledAgain(database: Database, projectId: string, from: number): Promise<Change[]> {
  const db = queryBuilder<RepositoryTables>(database.dialect)
  const last = db.selectFrom('content_projects').select('seq').where('project_id', '=', projectId)
  // Without a later number there is nothing to look for in all entries.
  if (((await database.read(rowsOf(last)))[0]?.seq ?? 0) <= from) return []
  const query = db
    .selectFrom('content_entries')
    .select(['document_id', 'seq', 'updated_at'])
    .where('project_id', '=', projectId)
    .where('seq', '>', from)
  const rows = await database.read(rowsOf(query))
  if (rows.length === 0) return []
  return [
    {
      seq: Math.max(...rows.map(({ seq }) => seq)),
      ref: branchRef(CONTENT_BRANCH),
      documents: rows.map(({ document_id }) => document_id),
      cause: { kind: 'person' },
      by: committer,
      label: 'Settle entries',
      at: Math.max(...rows.map(({ updated_at }) => updated_at)),
    },
  ]
}

function linksOf(rows: readonly Row[]): Pick<Change, 'links'> {
  const most = Math.max(0, ...rows.map(({ links }) => Number(links)))
  return most === 0 ? {} : { links: most === 1 ? 'makes' : 'depends' }
}

function changeOf(step: readonly Row[], authors: Authors): Change[] {
  const [first] = step
  if (!first) return []
  const origin: Origin = JSON.parse(first.origin)
  const branch = step.find(({ kind }) => kind === 'branch')
  const label = first.label ?? ''
  const others = step.filter(({ kind }) => kind !== 'branch')
  const followers = others.flatMap((row) => (row.source === FOLLOWS ? [row.document_id] : []))
  const cause: ChangeCause =
    branch && others.length > 0
      ? { kind: 'merge', id: first.change_set_id ?? branch.document_id, title: label, branch: branch.document_id }
      : authors.cause(origin, label)
  return [
    {
      seq: first.seq,
      ref: branchRef(CONTENT_BRANCH),
      documents: others.map((row) => row.document_id),
      forAll: others.some(({ kind }) => kind === 'content'),
      ...linksOf(others),
      ...(followers.length > 0 ? { followers } : {}),
      ...(first.source === 'import' ? { adopts: true } : {}),
      cause,
      by: authors.person(origin),
      label,
      at: first.created_at,
      ...(first.change_set_id === null ? {} : { changeSetId: first.change_set_id }),
    },
  ]
}
