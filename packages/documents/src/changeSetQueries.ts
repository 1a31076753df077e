import { type Expectation, type Query, type queryBuilder, rowsOf, type Script } from '@atelier/streams'
import { REFUSED } from './refused.ts'
import type { DocumentTables } from './tables.ts'
import type { Json, Patch } from './view.ts'

export interface StoredPatches {
  part: 'do' | 'undo'
  documentId: string
  created?: string
  patches: Patch[]
  /** The version of the document's schema that they are written in. */
  schemaVersion: number
  /** The text to store for them, if it is known: of a new document its fields as JSON. */
  text?: string
}

export interface StoredChangeSet {
  id: string
  projectId: string
  runId?: string
  state: 'applied' | 'undone'
  label?: string
  createdAt: number
  /** How many commits it has taken in. */
  tail: number
  commits: StoredPatches[]
}

/** Every statement about change sets. */
export function createChangeSetQueries(db: ReturnType<typeof queryBuilder<DocumentTables>>) {
  return {
    *changeSet(id: string): Script<StoredChangeSet | undefined> {
      const [row] = yield* rowsOf(db.selectFrom('change_sets').selectAll().where('id', '=', id))
      if (!row) return undefined
      const rows = yield* rowsOf(
        db
          .selectFrom('change_patches')
          .selectAll()
          .where('change_set_id', '=', id)
          .orderBy('seq')
          .orderBy('document_id'),
      )
      return {
        id,
        projectId: row.project_id,
        runId: row.run_id ?? undefined,
        state: row.state === 'undone' ? 'undone' : 'applied',
        label: row.label ?? undefined,
        createdAt: row.created_at,
        tail: row.tail,
        commits: rows.map((commit) => ({
          part: commit.part === 'undo' ? 'undo' : 'do',
          documentId: commit.document_id,
          created: commit.created ?? undefined,
          patches: readPatches(commit.patches),
          schemaVersion: commit.schema_version,
        })),
      }
    },

    /** One more commit of a change set, made on the first; refused once it is undone. */
    growChangeSet(set: { id: string; projectId: string; runId?: string; label?: string }, now: number): Expectation {
      const query = db
        .insertInto('change_sets')
        .values({
          id: set.id,
          project_id: set.projectId,
          run_id: set.runId ?? null,
          state: 'applied',
          label: set.label ?? null,
          tail: 1,
          created_at: now,
        })
        .onConflict((conflict) =>
          conflict
            .column('id')
            .doUpdateSet((expression) => ({ tail: expression('change_sets.tail', '+', 1) }))
            .where('change_sets.state', '=', 'applied'),
        )
        .returning('tail')
      return { query: query.compile(), rows: 1, code: REFUSED.undone }
    },

    insertPatches(changeSetId: string, commit: StoredPatches): Query {
      return db
        .insertInto('change_patches')
        .columns(['change_set_id', 'part', 'seq', 'document_id', 'created', 'patches', 'schema_version'])
        .expression(
          db
            .selectFrom('change_sets')
            .select((expression) => [
              'id',
              expression.val(commit.part).as('part'),
              'tail',
              expression.val(commit.documentId).as('document_id'),
              expression.val(commit.created ?? null).as('created'),
              expression.val(commit.text ?? JSON.stringify(commit.patches)).as('patches'),
              expression.val(commit.schemaVersion).as('schema_version'),
            ])
            .where('id', '=', changeSetId),
        )
        .compile()
    },

    /** Takes no further commit into an applied change set, so that its undo is not overtaken by them. */
    closeChangeSet(id: string): Query {
      return db
        .updateTable('change_sets')
        .set({ state: 'closed' })
        .where('id', '=', id)
        .where('state', '=', 'applied')
        .compile()
    },

    /** From the state and the number of commits that were read. */
    moveChangeSet({ id, tail }: StoredChangeSet, from: 'closed' | 'undone', to: 'applied' | 'undone'): Expectation {
      const query = db
        .updateTable('change_sets')
        .set({ state: to })
        .where('id', '=', id)
        .where('state', '=', from)
        .where('tail', '=', tail)
      return { query: query.compile(), rows: 1, code: REFUSED.stateMoved }
    },

    forgetUndo(changeSetId: string): Query {
      return db
        .deleteFrom('change_patches')
        .where('change_set_id', '=', changeSetId)
        .where('part', '=', 'undo')
        .compile()
    },
  }
}

/** A list of patches as JSON, or the fields of a new document. */
function readPatches(text: string): Patch[] {
  const stored: Patch[] | Record<string, Json> = JSON.parse(text)
  return Array.isArray(stored) ? stored : Object.entries(stored).map(([key, after]) => ({ key, after }))
}
