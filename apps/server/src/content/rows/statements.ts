import type { DerivedEntry, DerivedPublished, ReleaseMode } from '@atelier/content'
import type { DocumentTables, Patch } from '@atelier/documents'
import { IMPORTING } from '@atelier/repository'
import { type Database, type Query, queryBuilder, statement } from '@atelier/streams'
import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import type { SubmissionDecision, SubmissionPlace } from './submissionDecisions.ts'

export interface LoggedChange {
  documentId: string
  kind: string
  source: string
  origin: object
  changeSetId: string | undefined
  label: string | undefined
  affected: object
  patches: readonly Patch[]
}

/** The schema after a change of the models or settings. */
export interface NextSchema {
  schema: string | null
  documentId: string
  release: ReleaseMode
}

export type ContentStatements = ReturnType<typeof createContentStatements>

/** A project's id as one word, which every text of it is found by. */
export const projectWord = (projectId: string): string => `p${projectId.replaceAll('-', '')}`

type Rows = Tables & DocumentTables

const seqOf = (db: Kysely<Rows>, projectId: string) =>
  sql<number>`(${db.selectFrom('content_projects').select('seq').where('project_id', '=', projectId)})`

const insertChange = statement((db: Kysely<Rows>, row: Omit<Rows['content_changes'], 'seq'>) =>
  db.insertInto('content_changes').values({ ...row, seq: seqOf(db, row.project_id) }),
)

type EntryRow = Omit<
  Rows['content_entries'],
  'head' | 'seq' | 'stale' | 'published_at' | 'checked_for' | 'checked_then' | 'wiped'
>

/** Writes the row of an entry. Its head is read in the commit, behind the document's own. */
const entryWriter = (
  replaced: (
    row: EntryRow,
  ) => Partial<Pick<EntryRow, 'data' | 'published' | 'title' | 'next_at' | 'held_until' | 'updated_at'>>,
) =>
  statement((db: Kysely<Rows>, row: EntryRow) => {
    const { document_id, project_id, created_at, updated_at, data, published, title, next_at, held_until, ...known } =
      row
    const head = sql<number>`(${db.selectFrom('documents').select('head').where('id', '=', document_id)})`
    const derived = { ...known, head, seq: seqOf(db, project_id), stale: 0, wiped: 0 }
    return db
      .insertInto('content_entries')
      .values({
        ...{ document_id, project_id, created_at, updated_at, data, published, title, next_at, held_until },
        ...derived,
      })
      .onConflict((conflict) => conflict.column('document_id').doUpdateSet({ ...derived, ...replaced(row) }))
  })
const liveColumns = ({ data, published, title, next_at, held_until }: EntryRow) => ({
  ...{ data, published, title, next_at, held_until },
})
const writeLive = entryWriter((row) => ({ ...liveColumns(row), updated_at: row.updated_at }))
const writeDeleted = entryWriter(({ updated_at }) => ({ next_at: null, held_until: null, updated_at }))
/** Nobody has edited the entry: its model, or another entry, has changed. */
const writeAgain = entryWriter(liveColumns)

const deleteKeys = statement((db: Kysely<Rows>, { documentId }: { documentId: string }) =>
  db.deleteFrom('content_keys').where('document_id', '=', documentId),
)
const keepPublished = statement((db: Kysely<Rows>, row: Rows['content_published']) =>
  db
    .insertInto('content_published')
    .values(row)
    .onConflict((conflict) => conflict.columns(['document_id', 'name']).doNothing()),
)
const replacePublished = statement(
  (db: Kysely<Rows>, { documentId, name, data }: { documentId: string; name: string; data: string }) =>
    db.updateTable('content_published').set({ data }).where('document_id', '=', documentId).where('name', '=', name),
)
const dropPublished = statement((db: Kysely<Rows>, { documentId, name }: { documentId: string; name: string }) =>
  db.deleteFrom('content_published').where('document_id', '=', documentId).where('name', '=', name),
)
const deleteTexts = statement((db: Kysely<Rows>, { documentId }: { documentId: string }) =>
  db.deleteFrom('content_search').where('document_id', '=', documentId),
)
const insertText = statement((db: Kysely<Rows>, row: Omit<Rows['content_search'], 'id'>) =>
  db.insertInto('content_search').values(row),
)

/** The statements that derive rows of content in the commits of its documents. */
export function createContentStatements({ dialect }: Pick<Database, 'dialect'>) {
  const db = queryBuilder<Rows>(dialect)

  return {
    /**
     * Takes the next number of the project's changes, under whose lock the rest of the commit happens.
     * @param schemaSeq what the commit was derived with; no row is touched if it has changed since, or while an import
     * is not finished
     */
    advance(projectId: string, schemaSeq: number, next?: NextSchema): Query {
      return db
        .updateTable('content_projects')
        .set(({ eb }) => ({
          seq: eb('seq', '+', 1),
          ...(next
            ? {
                schema: next.schema,
                document_id: next.documentId,
                schema_seq: eb('seq', '+', 1),
                release_mode: next.release,
              }
            : {}),
        }))
        .where('project_id', '=', projectId)
        .where('schema_seq', '=', schemaSeq)
        .where('state', '!=', IMPORTING)
        .compile()
    },

    /**
     * Keeps the number of the import that is under way, so that all its parts are one change; touches no row if it is
     * over, or was given up.
     * @param schemaSeq what the commit was derived with
     */
    continueImport(projectId: string, schemaSeq: number): Query {
      return db
        .updateTable('content_projects')
        .set({ state: IMPORTING })
        .where('project_id', '=', projectId)
        .where('schema_seq', '=', schemaSeq)
        .where('state', '=', IMPORTING)
        .where('tip', 'is not', null)
        .compile()
    },

    /** The row of a project whose content is set up for the first time; touches none if it has one. */
    begin(projectId: string, { documentId, schema, release }: NextSchema): Query {
      return db
        .insertInto('content_projects')
        .values({
          project_id: projectId,
          document_id: documentId,
          schema,
          schema_seq: 1,
          seq: 1,
          written_seq: 0,
          pushed_seq: 0,
          tip: null,
          state: 'idle',
          error: null,
          remote: null,
          findings: null,
          lease_owner: null,
          lease_until: null,
          release_mode: release,
          released_seq: 0,
          released_at: null,
          release_until: null,
        })
        .onConflict((conflict) => conflict.column('project_id').doNothing())
        .compile()
    },

    log: (projectId: string, change: LoggedChange, at: number): Query =>
      insertChange(dialect, {
        project_id: projectId,
        document_id: change.documentId,
        kind: change.kind,
        source: change.source,
        origin: JSON.stringify(change.origin),
        change_set_id: change.changeSetId ?? null,
        label: change.label ?? null,
        affected: JSON.stringify(change.affected),
        patches: JSON.stringify(change.patches),
        created_at: at,
      }),

    /** The names of the entries of a model, in their order. */
    names: (projectId: string, model: string) =>
      db
        .selectFrom('content_entries')
        .select('entry_id')
        .where('project_id', '=', projectId)
        .where('model_id', '=', model)
        .orderBy('entry_id'),

    /** The entries of a model whose names are between these two, the first one included, are to be derived again. */
    markStale(projectId: string, model: string, from: string | undefined, to: string | undefined): Query {
      const all = db
        .updateTable('content_entries')
        .set({ stale: 1 })
        .where('project_id', '=', projectId)
        .where('model_id', '=', model)
        .where('deleted_at', 'is', null)
      const behind = from === undefined ? all : all.where('entry_id', '>=', from)
      return (to === undefined ? behind : behind.where('entry_id', '<', to)).compile()
    },

    /** Those that refer to an entry are to be looked at again. */
    markReferrersStale(projectId: string, model: string, ids: readonly string[]): Query {
      const referrers = db
        .selectFrom('content_keys')
        .select('document_id')
        .where('project_id', '=', projectId)
        .where('kind', '=', 'ref')
        .where('model_id', '=', model)
        .where('value', 'in', ids)
      return db.updateTable('content_entries').set({ stale: 1 }).where('document_id', 'in', referrers).compile()
    },

    /**
     * Writes the rows of an entry. Its head is read in the commit, behind the document's own.
     * @param edited false keeps the time of the last edit, since only a model or another entry has changed
     */
    *entry(projectId: string, entry: DerivedEntry, at: number, edited = true): Generator<Query> {
      const { documentId, settled, deleted } = entry
      const write = deleted ? writeDeleted : edited ? writeLive : writeAgain
      yield write(dialect, {
        document_id: documentId,
        project_id: projectId,
        entry_id: entry.id,
        model_id: entry.model,
        issues: JSON.stringify(entry.issues),
        created_at: at,
        updated_at: at,
        deleted_at: deleted ? at : null,
        erased_at: deleted && entry.erased ? at : null,
        data: settled ? JSON.stringify(settled.locales) : null,
        published: settled ? waitingText(settled.published) : null,
        title: settled ? settled.title : entry.id,
        next_at: settled ? settled.nextAt : null,
        held_until: settled?.published?.due ?? null,
      })
      yield deleteKeys(dialect, { documentId })
      yield deleteTexts(dialect, { documentId })
      if (!settled || deleted) return
      for (const { name, values } of settled.published?.keep ?? [])
        yield keepPublished(dialect, {
          document_id: documentId,
          name,
          project_id: projectId,
          data: JSON.stringify(values),
        })
      for (const { name, values } of settled.published?.replace ?? [])
        yield replacePublished(dialect, { documentId, name, data: JSON.stringify(values) })
      for (const name of settled.published?.drop ?? []) yield dropPublished(dialect, { documentId, name })
      if (settled.keys.length > 0) {
        const { sql: text, parameters } = db
          .insertInto('content_keys')
          .values(
            settled.keys.map(({ kind, model, field, locale, value }) => {
              const place = { document_id: documentId, project_id: projectId }
              return { ...place, kind, model_id: model, field, locale, value }
            }),
          )
          .compile()
        // Without the tree that it was compiled of, which is large: an import has thousands.
        yield { sql: text, parameters }
      }
      for (const { locale, title, text } of settled.texts)
        yield insertText(dialect, {
          document_id: documentId,
          project_id: projectId,
          place: projectWord(projectId),
          model_id: entry.model,
          entry_id: entry.id,
          locale,
          title,
          body: text,
        })
    },

    /** Notes when locales of an entry came to visitors. */
    published(documentId: string, locales: readonly string[], at: number): Query {
      const times = JSON.stringify(Object.fromEntries(locales.map((locale) => [locale, at])))
      const merged =
        dialect === 'postgres'
          ? sql<string>`(coalesce(published_at, '{}')::jsonb || cast(${times} as jsonb))::text`
          : sql<string>`json_patch(coalesce(published_at, '{}'), ${times})`
      return db
        .updateTable('content_entries')
        .set({ published_at: merged })
        .where('document_id', '=', documentId)
        .compile()
    },

    /** Touches a submission in its expected state, so that no other decision precedes the commit. */
    submissionAt(projectId: string, id: string, place: SubmissionPlace): Query {
      return db
        .updateTable('submissions')
        .set({ id })
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .where((all) => standsAt(all, place))
        .compile()
    },

    /** The outcome of a submission in the state that the decision requires. */
    decide(
      projectId: string,
      id: string,
      { state, entryId, from, by }: SubmissionDecision & { by: string },
      at: number,
    ): Query {
      const decided = state === 'approved'
      return db
        .updateTable('submissions')
        .set({ state, entry_id: entryId, decided_by: decided ? by : null, decided_at: decided ? at : null })
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .where((all) => standsAt(all, from))
        .compile()
    },

    /** Touches the document if it is still at this head. */
    at(documentId: string, head: number): Query {
      return db
        .updateTable('documents')
        .set({ head })
        .where('id', '=', documentId)
        .where('head', '=', head)
        .where('deleted_at', 'is', null)
        .compile()
    },

    /** Entries of other documents that have one of these unique values. */
    holders(
      projectId: string,
      model: string,
      field: string,
      locale: string,
      values: readonly string[],
      except: readonly string[],
    ) {
      return db
        .selectFrom('content_keys')
        .innerJoin('content_entries', 'content_entries.document_id', 'content_keys.document_id')
        .select(['content_entries.entry_id', 'content_keys.value'])
        .where('content_keys.project_id', '=', projectId)
        .where('content_keys.kind', '=', 'unique')
        .where('content_keys.model_id', '=', model)
        .where('content_keys.field', '=', field)
        .where('content_keys.locale', '=', locale)
        .where('content_keys.value', 'in', values)
        .$if(except.length > 0, (query) => query.where('content_keys.document_id', 'not in', except))
    },

    /** Entries of a model by their ids, of other documents than these. */
    named(projectId: string, model: string, ids: readonly string[], except: readonly string[]) {
      return db
        .selectFrom('content_entries')
        .select('entry_id')
        .where('project_id', '=', projectId)
        .where('model_id', '=', model)
        .where('entry_id', 'in', ids)
        .where('deleted_at', 'is', null)
        .$if(except.length > 0, (query) => query.where('document_id', 'not in', except))
    },

    /** The settled values of the entries in these documents. */
    lastOf(projectId: string, documentIds: readonly string[]) {
      return db
        .selectFrom('content_entries')
        .select(['document_id', 'data', 'published', 'issues'])
        .where('project_id', '=', projectId)
        .where('document_id', 'in', documentIds)
    },

    /** The published values that are kept of the entries in these documents. */
    keptPublished(documentIds: readonly string[]) {
      return db
        .selectFrom('content_published')
        .select(['document_id', 'name', 'data'])
        .where('document_id', 'in', documentIds)
    },

    /** Takes away the published values of an entry whose edits go out at once. */
    forgetPublished: (documentId: string): Query =>
      db.deleteFrom('content_published').where('document_id', '=', documentId).compile(),

    /** The models of the entries that these documents hold. */
    modelsOf(projectId: string, documentIds: readonly string[]) {
      return db
        .selectFrom('content_entries')
        .select(['document_id', 'model_id'])
        .where('project_id', '=', projectId)
        .where('document_id', 'in', documentIds)
    },

    /** Who opened these branches. */
    opened(projectId: string, branchIds: readonly string[]) {
      return db
        .selectFrom('content_branches')
        .select(['id', 'created_by'])
        .where('project_id', '=', projectId)
        .where('id', 'in', branchIds)
    },

    /** When these branches are merged by themselves; none of those that are merged by hand. */
    scheduled(projectId: string, branchIds: readonly string[]) {
      return db
        .selectFrom('content_branches')
        .select(['id', 'merge_at'])
        .where('project_id', '=', projectId)
        .where('id', 'in', branchIds)
        .where('merge_at', 'is not', null)
    },

    /** Those of these documents that a branch of the project may write. */
    targets(projectId: string, documentIds: readonly string[]): Query {
      return db
        .selectFrom('documents')
        .select('id')
        .where('id', 'in', documentIds)
        .where('project_id', '=', projectId)
        .where('kind', 'in', ['entry', 'content'])
        .compile()
    },

    /** Those of these documents that no branch of the project may write. */
    foreign(projectId: string, documentIds: readonly string[]): Query {
      return db
        .selectFrom('documents')
        .select('id')
        .where('id', 'in', documentIds)
        .where(({ or, eb }) => or([eb('project_id', '!=', projectId), eb('kind', 'not in', ['entry', 'content'])]))
        .compile()
    },

    /** Values of other documents that refer to one of these entries. */
    referring(projectId: string, model: string, ids: readonly string[], except: readonly string[]) {
      return db
        .selectFrom('content_keys')
        .innerJoin('content_entries', 'content_entries.document_id', 'content_keys.document_id')
        .select(['content_entries.model_id', 'content_entries.entry_id', 'content_keys.value'])
        .where('content_keys.project_id', '=', projectId)
        .where('content_keys.kind', '=', 'ref')
        .where('content_keys.model_id', '=', model)
        .where('content_keys.value', 'in', ids)
        .$if(except.length > 0, (query) => query.where('content_keys.document_id', 'not in', except))
    },

    /** The row of a branch; its times are kept where it is there already. */
    branch(
      projectId: string,
      branch: {
        id: string
        name: string
        title: string
        state: string
        changes: number
        /** Left as it is if undefined. */
        mergeAt: number | null | undefined
        scheduleEnded: number | null | undefined
        createdBy: string
        sessionId: string | null
      },
      at: number,
    ): Query {
      const own = {
        title: branch.title,
        state: branch.state,
        changes: branch.changes,
        ...(branch.mergeAt === undefined ? {} : { merge_at: branch.mergeAt }),
        ...(branch.scheduleEnded === undefined ? {} : { schedule_ended: branch.scheduleEnded }),
        updated_at: at,
        closed_at: branch.state === 'open' ? null : at,
        closed_by: branch.state === 'open' ? null : branch.createdBy,
      }
      return db
        .insertInto('content_branches')
        .values({
          project_id: projectId,
          id: branch.id,
          name: branch.name,
          created_by: branch.createdBy,
          session_id: branch.sessionId,
          created_at: at,
          ...own,
        })
        .onConflict((conflict) => conflict.columns(['project_id', 'id']).doUpdateSet(own))
        .compile()
    },
  }
}

function waitingText(published: DerivedPublished | undefined): string | null {
  if (!published || Object.keys(published.waiting).length === 0) return null
  return JSON.stringify(published.waiting)
}

function standsAt(all: ExpressionBuilder<Tables, 'submissions'>, place: SubmissionPlace) {
  if (place === 'pending') return all('state', '=', 'pending')
  if (place === 'branch') return all.and([all('state', 'in', ['pending', 'approved']), all('entry_id', 'is', null)])
  return all('entry_id', 'in', [...place, ''])
}
