import {
  type Dialect,
  type Expectation,
  type Query,
  queryBuilder,
  rowsOf,
  type Script,
  statement,
} from '@atelier/streams'
import { createChangeSetQueries } from './changeSetQueries.ts'
import { REFUSED } from './refused.ts'
import type { DocumentBuilder, DocumentTables } from './tables.ts'

/** Who made an edit; stored with each update. */
export interface Origin {
  kind: 'hand' | 'agent'
  userId: string
  runId?: string
  /** A program made it in the person's name, with a key of theirs: for locks it is an agent. */
  byAgent?: boolean
}

/** The origin of what the server does by itself. */
export const SYSTEM: Origin = { kind: 'hand', userId: 'system' }

export interface StoredDocument {
  id: string
  projectId: string
  kind: string
  schemaVersion: number
  head: number
  snapshotHead: number
  deletedAt: number | null
}

/** The updates of a document from one number to its head. */
export interface Continuation {
  document: StoredDocument
  snapshot?: { head: number; state: Uint8Array }
  updates: { seq: number; data: Uint8Array; origin: string }[]
}

export type Queries = ReturnType<typeof createQueries>

const insertedDocument = statement(
  (db: DocumentBuilder, row: Omit<DocumentTables['documents'], 'snapshot_head' | 'deleted_at'>) =>
    db
      .insertInto('documents')
      .values({ ...row, snapshot_head: row.head, deleted_at: null })
      .onConflict((conflict) => conflict.column('id').doNothing()),
)

const advanced = statement((db: DocumentBuilder, { id, expected }: { id: string; expected: number }) =>
  db
    .updateTable('documents')
    .set((expression) => ({ head: expression('head', '+', 1) }))
    .where('id', '=', id)
    .where('head', '=', expected)
    .returning('head'),
)

const insertedUpdate = statement(
  (db: DocumentBuilder, { id, data, origin, now }: { id: string; data: Uint8Array; origin: string; now: number }) =>
    db
      .insertInto('document_updates')
      .columns(['document_id', 'seq', 'data', 'origin', 'created_at'])
      .expression(
        db
          .selectFrom('documents')
          .select((expression) => [
            'id',
            'head',
            expression.val(data).as('data'),
            expression.val(origin).as('origin'),
            expression.val(now).as('created_at'),
          ])
          .where('id', '=', id),
      ),
)

/** Every statement of this package. */
export function createQueries(dialect: Dialect) {
  const db = queryBuilder<DocumentTables>(dialect)

  const columns = ['id', 'project_id', 'kind', 'schema_version', 'head', 'snapshot_head', 'deleted_at'] as const

  function documentOf(row: Pick<DocumentTables['documents'], (typeof columns)[number]>): StoredDocument {
    return {
      id: row.id,
      projectId: row.project_id,
      kind: row.kind,
      schemaVersion: row.schema_version,
      head: row.head,
      snapshotHead: row.snapshot_head,
      deletedAt: row.deleted_at,
    }
  }

  return {
    *continuation(id: string, since: number): Script<Continuation | undefined> {
      // Updates before the row: a compaction between the two statements then shows as a newer snapshot, never as a gap.
      const updates = yield* rowsOf(
        db
          .selectFrom('document_updates')
          .select(['seq', 'data', 'origin'])
          .where('document_id', '=', id)
          .where('seq', '>', since)
          .orderBy('seq'),
      )
      const [row] = yield* rowsOf(db.selectFrom('documents').select(columns).where('id', '=', id))
      if (!row) return undefined
      const document = documentOf(row)
      if (row.snapshot_head <= since) return { document, updates }
      const [kept] = yield* rowsOf(
        db.selectFrom('documents').select(['snapshot', 'snapshot_head']).where('id', '=', id),
      )
      if (!kept?.snapshot) return { document, updates }
      return { document, updates, snapshot: { head: kept.snapshot_head, state: kept.snapshot } }
    },

    *list(projectId: string, kinds?: readonly string[]): Script<(StoredDocument & { createdAt: number })[]> {
      const all = db
        .selectFrom('documents')
        .select([...columns, 'created_at'])
        .where('project_id', '=', projectId)
        .where('deleted_at', 'is', null)
        .orderBy('id')
      const rows = yield* rowsOf(kinds ? all.where('kind', 'in', [...kinds]) : all)
      return rows.map((row) => ({ ...documentOf(row), createdAt: row.created_at }))
    },

    /** When a document of a project was last written, in epoch milliseconds; undefined if none has been. */
    *changedAt(projectId: string): Script<number | undefined> {
      const ofProject = db.selectFrom('documents').select('id').where('project_id', '=', projectId)
      const [update] = yield* rowsOf(
        db
          .selectFrom('documents')
          .innerJoin('document_updates', (join) =>
            join
              .onRef('document_updates.document_id', '=', 'documents.id')
              .onRef('document_updates.seq', '=', 'documents.head'),
          )
          .select(({ fn }) => fn.max('document_updates.created_at').as('at'))
          .where('documents.project_id', '=', projectId),
      )
      const [edit] = yield* rowsOf(
        db
          .selectFrom('document_edits')
          .select(({ fn }) => fn.max('last_at').as('at'))
          .where('document_id', 'in', ofProject),
      )
      const times = [update?.at, edit?.at].flatMap((at) => (at === null || at === undefined ? [] : [Number(at)]))
      return times.length > 0 ? Math.max(...times) : undefined
    },

    *document(id: string): Script<StoredDocument | undefined> {
      const [row] = yield* rowsOf(db.selectFrom('documents').select(columns).where('id', '=', id))
      return row && documentOf(row)
    },

    /** The stored projection, if it is that of the head. */
    *projection(
      id: string,
    ): Script<
      { projectId: string; kind: string; schemaVersion: number; head: number; projection: string } | undefined
    > {
      const [row] = yield* rowsOf(
        db
          .selectFrom('documents')
          .select(['project_id', 'kind', 'schema_version', 'head', 'projection'])
          .where('id', '=', id)
          .where('deleted_at', 'is', null)
          .whereRef('snapshot_head', '=', 'head'),
      )
      if (!row?.projection) return undefined
      const { project_id, kind, schema_version, head, projection } = row
      return { projectId: project_id, kind, schemaVersion: schema_version, head, projection }
    },

    *appliedKey(key: string): Script<string | undefined> {
      const [row] = yield* rowsOf(db.selectFrom('applied_keys').select('result').where('key', '=', key))
      return row?.result
    },

    ...createChangeSetQueries(dialect),

    keepKey(key: string, result: string, now: number): Expectation {
      const query = db
        .insertInto('applied_keys')
        .values({ key, result, created_at: now })
        .onConflict((conflict) => conflict.column('key').doNothing())
      return { query: query.compile(), rows: 1, code: REFUSED.keyApplied }
    },

    /** A new document, whose first state is its first snapshot: it had no earlier readers. */
    insertDocument(
      document: {
        id: string
        projectId: string
        kind: string
        schemaVersion: number
        head: number
        state: Uint8Array | null
        projection: string
      },
      now: number,
    ): Expectation {
      const query = insertedDocument(dialect, {
        id: document.id,
        project_id: document.projectId,
        kind: document.kind,
        schema_version: document.schemaVersion,
        head: document.head,
        snapshot: document.state,
        projection: document.projection,
        created_at: now,
      })
      return { query, rows: 1, code: REFUSED.documentExists }
    },

    /** Counts the head up under the row's lock, only from `expected`. Returns `{ head }`. */
    advance: (id: string, expected: number): Expectation => ({
      query: advanced(dialect, { id, expected }),
      rows: 1,
      code: REFUSED.headMoved,
    }),

    /**
     * The same from whichever head the document has, or from `expected`, if it still has this schema and is not removed: a
     * server of an older Atelier, which may still have the document open, cannot write in the old schema behind a migration.
     */
    advanceAny(id: string, schemaVersion: number, expected: number | undefined): Expectation {
      const query = db
        .updateTable('documents')
        .set((expression) => ({ head: expression('head', '+', 1) }))
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .where('schema_version', '=', schemaVersion)
        .returning('head')
      const held = expected === undefined ? query : query.where('head', '=', expected)
      return { query: held.compile(), rows: 1, code: REFUSED.headMoved }
    },

    /** As `advance`, and the document has the schema of `to` from there on. */
    advanceSchema(id: string, expected: number, to: number): Expectation {
      const query = db
        .updateTable('documents')
        .set((expression) => ({ head: expression('head', '+', 1), schema_version: to }))
        .where('id', '=', id)
        .where('head', '=', expected)
        .returning('head')
      return { query: query.compile(), rows: 1, code: REFUSED.headMoved }
    },

    /** Keeps the fields of a document that is about to be migrated. */
    keepSchema(
      { id, schemaVersion, head }: { id: string; schemaVersion: number; head: number },
      fields: string,
      now: number,
    ): Query {
      return db
        .insertInto('document_schemas')
        .values({ document_id: id, schema_version: schemaVersion, head, fields, created_at: now })
        .compile()
    },

    /** The fields of a document when it was last in a schema. */
    *fieldsInSchema(id: string, schemaVersion: number): Script<string | undefined> {
      const [row] = yield* rowsOf(
        db
          .selectFrom('document_schemas')
          .select('fields')
          .where('document_id', '=', id)
          .where('schema_version', '=', schemaVersion),
      )
      return row?.fields
    },

    /** Expects a document as it was read: the commit is refused if its head or deletion mark has changed. */
    hold(id: string, head: number, removed: boolean): Expectation {
      const query = db
        .updateTable('documents')
        .set({ head })
        .where('id', '=', id)
        .where('head', '=', head)
        .where('deleted_at', removed ? 'is not' : 'is', null)
        .returning('id')
      return { query: query.compile(), rows: 1, code: REFUSED.headMoved }
    },

    /** Stores an update under the number that `advance` gave in the same commit. */
    insertUpdate: (id: string, data: Uint8Array, origin: Origin, now: number): Query =>
      insertedUpdate(dialect, { id, data, origin: JSON.stringify(origin), now }),

    /** `projectId` is checked again here: a document's deletion mark, set or taken away. */
    mark(id: string, projectId: string, deletedAt: number | null): Query {
      return db
        .updateTable('documents')
        .set({ deleted_at: deletedAt })
        .where('id', '=', id)
        .where('project_id', '=', projectId)
        .compile()
    },

    /** Marks what is left of a project's documents as deleted. */
    markAll: (projectId: string, deletedAt: number) =>
      db
        .updateTable('documents')
        .set({ deleted_at: deletedAt })
        .where('project_id', '=', projectId)
        .where('deleted_at', 'is', null),

    /**
     * A snapshot, and then the updates behind it: never an update that no stored snapshot holds. Who wrote them is kept.
     */
    keepSnapshot(id: string, head: number, state: Uint8Array, projection: string): Query[] {
      const stored = db
        .updateTable('documents')
        .set({ snapshot: state, snapshot_head: head, projection })
        .where('id', '=', id)
        .where('snapshot_head', '<', head)
      const written = db
        .insertInto('document_edits')
        .columns(['document_id', 'first_seq', 'last_seq', 'origin', 'edits', 'first_at', 'last_at'])
        .expression((expression) =>
          expression
            .selectFrom('document_updates')
            .select(({ fn }) => [
              'document_id',
              fn.min('seq').as('first_seq'),
              fn.max('seq').as('last_seq'),
              'origin',
              fn.countAll<number>().as('edits'),
              fn.min('created_at').as('first_at'),
              fn.max('created_at').as('last_at'),
            ])
            .where('document_id', '=', id)
            .where('seq', '<=', db.selectFrom('documents').select('snapshot_head').where('id', '=', id))
            .groupBy(['document_id', 'origin']),
        )
        .onConflict((conflict) => conflict.doNothing())
      const behind = db
        .deleteFrom('document_updates')
        .where('document_id', '=', id)
        .where('seq', '<=', db.selectFrom('documents').select('snapshot_head').where('id', '=', id))
      return [stored.compile(), written.compile(), behind.compile()]
    },
  }
}
