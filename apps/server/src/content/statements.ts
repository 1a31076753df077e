import type { Finding } from '@atelier/content'
import type { DocumentTables, Patch } from '@atelier/documents'
import { type Database, type Query, queryBuilder } from '@atelier/streams'
import { sql } from 'kysely'
import type { Tables } from '../database/tables.ts'
import type { StoredLocales } from './storedValues.ts'

/** A row of `content_entries`, as far as it is derived from the document. */
export interface DerivedEntry {
  documentId: string
  model: string
  id: string
  /** Undefined leaves what the row has: the last state that the model accepted. */
  settled?: {
    locales: StoredLocales
    title: string
    nextAt: number | null
    keys: readonly { kind: string; model: string; field: string; locale: string; value: string }[]
    texts: readonly { locale: string; title: string; text: string }[]
  }
  issues: readonly Finding[]
  deleted: boolean
}

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

export type ContentStatements = ReturnType<typeof createContentStatements>

/** A project's id as one word, which every text of it is found by. */
export const placeOf = (projectId: string): string => `p${projectId.replaceAll('-', '')}`

/** The statements that derive rows of content in the commits of its documents. */
export function createContentStatements({ dialect }: Pick<Database, 'dialect'>) {
  const db = queryBuilder<Tables & DocumentTables>(dialect)
  const seqOf = (projectId: string) =>
    sql<number>`(${db.selectFrom('content_projects').select('seq').where('project_id', '=', projectId)})`

  return {
    /**
     * Takes the next number of the project's changes, under whose lock the rest of the commit happens.
     * @param schemaSeq what the commit was derived with; no row is touched if it has changed since
     */
    advance(projectId: string, schemaSeq: number, next?: { schema: string | null; documentId: string }): Query {
      return db
        .updateTable('content_projects')
        .set(({ eb }) => ({
          seq: eb('seq', '+', 1),
          ...(next ? { schema: next.schema, document_id: next.documentId, schema_seq: eb('seq', '+', 1) } : {}),
        }))
        .where('project_id', '=', projectId)
        .where('schema_seq', '=', schemaSeq)
        .compile()
    },

    /** The row of a project whose content is set up for the first time; touches none if it has one. */
    begin(projectId: string, documentId: string, schema: string | null): Query {
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
          lease_owner: null,
          lease_until: null,
        })
        .onConflict((conflict) => conflict.column('project_id').doNothing())
        .compile()
    },

    log(projectId: string, change: LoggedChange, at: number): Query {
      return db
        .insertInto('content_changes')
        .values({
          project_id: projectId,
          seq: seqOf(projectId),
          document_id: change.documentId,
          kind: change.kind,
          source: change.source,
          origin: JSON.stringify(change.origin),
          change_set_id: change.changeSetId ?? null,
          label: change.label ?? null,
          affected: JSON.stringify(change.affected),
          patches: JSON.stringify(change.patches),
          created_at: at,
        })
        .compile()
    },

    /** The entries of these models are to be looked at again. */
    markStale(projectId: string, models: readonly string[]): Query {
      return db
        .updateTable('content_entries')
        .set({ stale: 1 })
        .where('project_id', '=', projectId)
        .where('model_id', 'in', models)
        .where('deleted_at', 'is', null)
        .compile()
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

    /** Writes the rows of an entry. Its head is read in the commit, behind the document's own. */
    *entry(projectId: string, entry: DerivedEntry, at: number): Generator<Query> {
      const { documentId, settled, deleted } = entry
      const head = sql<number>`(${db.selectFrom('documents').select('head').where('id', '=', documentId)})`
      const derived = {
        entry_id: entry.id,
        model_id: entry.model,
        head,
        seq: seqOf(projectId),
        issues: JSON.stringify(entry.issues),
        stale: 0,
        updated_at: at,
        deleted_at: deleted ? at : null,
        ...(settled
          ? { data: JSON.stringify(settled.locales), title: settled.title, next_at: settled.nextAt }
          : deleted
            ? { next_at: null }
            : {}),
      }
      yield db
        .insertInto('content_entries')
        .values({
          document_id: documentId,
          project_id: projectId,
          data: null,
          title: entry.id,
          next_at: null,
          created_at: at,
          ...derived,
        })
        .onConflict((conflict) => conflict.column('document_id').doUpdateSet(derived))
        .compile()
      if (!settled && !deleted) return
      yield db.deleteFrom('content_keys').where('document_id', '=', documentId).compile()
      yield db.deleteFrom('content_search').where('document_id', '=', documentId).compile()
      if (!settled || deleted) return
      if (settled.keys.length > 0)
        yield db
          .insertInto('content_keys')
          .values(
            settled.keys.map(({ kind, model, field, locale, value }) => {
              const place = { document_id: documentId, project_id: projectId }
              return { ...place, kind, model_id: model, field, locale, value }
            }),
          )
          .compile()
      for (const { locale, title, text } of settled.texts)
        yield db
          .insertInto('content_search')
          .values({
            document_id: documentId,
            project_id: projectId,
            place: placeOf(projectId),
            model_id: entry.model,
            entry_id: entry.id,
            locale,
            title,
            body: text,
          })
          .compile()
    },

    /** Touches a submission that nobody has decided on, or whose entry waits on a branch and now comes. */
    pending(projectId: string, id: string): Query {
      return db
        .selectFrom('submissions')
        .select('id')
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .where((all) => all.or([all('state', '=', 'pending'), all('entry_id', 'is', null)]))
        .where('state', 'in', ['pending', 'approved'])
        .compile()
    },

    /** What becomes of a submission with the entry that is made of it. */
    decide(
      projectId: string,
      id: string,
      { state, entryId, by }: { state: 'approved' | 'pending'; entryId: string | null; by: string },
      at: number,
    ): Query {
      const decided = state === 'approved'
      return db
        .updateTable('submissions')
        .set({ state, entry_id: entryId, decided_by: decided ? by : null, decided_at: decided ? at : null })
        .where('project_id', '=', projectId)
        .where('id', '=', id)
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
        .where('content_keys.document_id', 'not in', except)
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
        .where('document_id', 'not in', except)
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
        .where('content_keys.document_id', 'not in', except)
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
        mergeAt: number | null
        createdBy: string
      },
      at: number,
    ): Query {
      const own = {
        title: branch.title,
        state: branch.state,
        changes: branch.changes,
        merge_at: branch.mergeAt,
        updated_at: at,
        closed_at: branch.state === 'open' ? null : at,
      }
      return db
        .insertInto('content_branches')
        .values({
          project_id: projectId,
          id: branch.id,
          name: branch.name,
          created_by: branch.createdBy,
          created_at: at,
          ...own,
        })
        .onConflict((conflict) => conflict.columns(['project_id', 'id']).doUpdateSet(own))
        .compile()
    },
  }
}
