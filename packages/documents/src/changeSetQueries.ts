import {
  type Dialect,
  type Expectation,
  type Query,
  queryBuilder,
  rowsOf,
  type Script,
  statement,
} from '@atelier/streams'
import { REFUSED } from './refused.ts'
import type { DocumentBuilder, DocumentTables } from './tables.ts'
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
  /** In the order in which they were made; those of a group are its members'. */
  commits: StoredPatches[]
  /** The change sets that are undone or redone with it, if it is that of a group. */
  members: { id: string; tail: number }[]
  /** The group with which it was undone; only the group can redo it. */
  undoneIn?: string
}

/** The group of change sets that a commit's own one is a member of, made with its first commit. */
export interface ChangeGroup {
  id: string
  label: string
}

interface NewChangeSet {
  id: string
  projectId: string
  runId?: string | undefined
  userId?: string | undefined
  label?: string | undefined
  group?: ChangeGroup | undefined
}

const applied = ['applied', 'closed']

interface NewPatches {
  [name: string]: unknown
  changeSetId: string
  part: string
  documentId: string
  created: string | null
  patches: string
  schemaVersion: number
  /** The change set that has to be applied. */
  projectId: string
}

const patchesInserter = (onlyApplied: boolean) =>
  statement((db: DocumentBuilder, given: NewPatches) =>
    db
      .insertInto('change_patches')
      .columns(['change_set_id', 'part', 'seq', 'document_id', 'created', 'patches', 'schema_version', 'group_seq'])
      .expression(
        db
          .selectFrom('change_sets')
          .select((expression) => [
            'change_sets.id',
            expression.val(given.part).as('part'),
            'tail',
            expression.val(given.documentId).as('document_id'),
            expression.val(given.created).as('created'),
            expression.val(given.patches).as('patches'),
            expression.val(given.schemaVersion).as('schema_version'),
            expression
              .selectFrom('change_sets as group')
              .select('group.tail')
              .whereRef('group.id', '=', 'change_sets.group_id')
              .as('group_seq'),
          ])
          .where('change_sets.id', '=', given.changeSetId)
          .$if(onlyApplied, (query) =>
            query.where('change_sets.state', 'in', applied).where('change_sets.project_id', '=', given.projectId),
          ),
      ),
  )
const insertedPatches = patchesInserter(false)
const insertedInApplied = patchesInserter(true)

/** Every statement about change sets. */
export function createChangeSetQueries(dialect: Dialect) {
  const db = queryBuilder<DocumentTables>(dialect)
  const grow = ({ id, projectId, runId, userId, label, group }: NewChangeSet, now: number): Expectation => {
    const query = db
      .insertInto('change_sets')
      .values({
        id,
        project_id: projectId,
        run_id: runId ?? null,
        user_id: userId ?? null,
        state: 'applied',
        label: label ?? null,
        tail: 1,
        created_at: now,
        group_id: group?.id ?? null,
      })
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet((expression) => ({ tail: expression('change_sets.tail', '+', 1) }))
          .where('change_sets.state', '=', 'applied')
          .where('change_sets.project_id', '=', projectId)
          // A change set made by hand takes in no commit of another user.
          .where(({ or, eb }) =>
            or([
              eb('change_sets.run_id', 'is not', null),
              eb('change_sets.user_id', 'is', null),
              eb('change_sets.user_id', '=', userId ?? ''),
            ]),
          ),
      )
      .returning('tail')
    return { query: query.compile(), rows: 1, code: REFUSED.undone }
  }

  return {
    /** A group holds the commits of the members that share its state: one that was undone by itself stays out. */
    *changeSet(id: string): Script<StoredChangeSet | undefined> {
      const [row] = yield* rowsOf(db.selectFrom('change_sets').selectAll().where('id', '=', id))
      if (!row) return undefined
      const isUndone = !applied.includes(row.state)
      const members = yield* rowsOf(
        db
          .selectFrom('change_sets')
          .select(['id', 'tail'])
          .where('group_id', '=', id)
          .where('state', 'in', isUndone ? ['undone_in_group'] : applied)
          .orderBy('id'),
      )
      const rows = yield* rowsOf(
        db
          .selectFrom('change_patches')
          .selectAll()
          .where(({ or, and, eb }) =>
            or([
              eb('change_set_id', '=', id),
              and([eb('part', '=', 'do'), eb('change_set_id', 'in', [id, ...members.map((member) => member.id)])]),
            ]),
          )
          .orderBy(members.length > 0 ? 'group_seq' : 'seq')
          .orderBy('document_id'),
      )
      return {
        id,
        projectId: row.project_id,
        runId: row.run_id ?? undefined,
        state: isUndone ? 'undone' : 'applied',
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
        members,
        ...(row.state === 'undone_in_group' && row.group_id !== null ? { undoneIn: row.group_id } : {}),
      }
    },

    /** Whether a user has made a change set of this id in a project by hand, which is in no group and not undone. */
    *mayGrow(id: string, projectId: string, userId: string): Script<boolean> {
      const rows = yield* rowsOf(
        db
          .selectFrom('change_sets')
          .select('id')
          .where('id', '=', id)
          .where('project_id', '=', projectId)
          .where('run_id', 'is', null)
          .where('user_id', '=', userId)
          .where('group_id', 'is', null)
          .where('state', '=', 'applied'),
      )
      return rows.length > 0
    },

    /** Whose a change set is; undefined if there is none of this id. */
    *changeSetOwner(id: string): Script<{ runId?: string; userId?: string } | undefined> {
      const [row] = yield* rowsOf(db.selectFrom('change_sets').select(['run_id', 'user_id']).where('id', '=', id))
      return (
        row && {
          ...(row.run_id === null ? {} : { runId: row.run_id }),
          ...(row.user_id === null ? {} : { userId: row.user_id }),
        }
      )
    },

    /**
     * One more commit of a change set, made on the first; refused once it is undone. Its group counts behind it, under
     * whose row's lock the commit gets its number among those of all members.
     */
    growChangeSet(set: NewChangeSet, now: number): Expectation[] {
      const { group, projectId } = set
      return [grow(set, now), ...(group ? [grow({ ...group, projectId }, now)] : [])]
    },

    /**
     * One more commit of a change set that is not undone; none of another. One that is about to be undone takes it too: its
     * undo is then made again with what this has brought.
     */
    growApplied(id: string, projectId: string): Query {
      return db
        .updateTable('change_sets')
        .set((expression) => ({ tail: expression('tail', '+', 1) }))
        .where(({ or, eb, selectFrom }) =>
          or([
            eb('id', '=', id),
            eb('id', '=', selectFrom('change_sets as member').select('member.group_id').where('member.id', '=', id)),
          ]),
        )
        .where('project_id', '=', projectId)
        .where('state', 'in', applied)
        .compile()
    },

    /** @param appliedIn the project in which the change set has to be, not undone; nothing is stored otherwise */
    insertPatches(changeSetId: string, commit: StoredPatches, appliedIn?: string): Query {
      const insert = appliedIn === undefined ? insertedPatches : insertedInApplied
      return insert(dialect, {
        changeSetId,
        part: commit.part,
        documentId: commit.documentId,
        created: commit.created ?? null,
        patches: commit.text ?? JSON.stringify(commit.patches),
        schemaVersion: commit.schemaVersion,
        projectId: appliedIn ?? '',
      })
    },

    /** Takes no further commit into an applied change set, so that its undo is not overtaken by them; of a group, into none of its members. */
    closeChangeSet(id: string): Query {
      return db
        .updateTable('change_sets')
        .set({ state: 'closed' })
        .where(({ or, eb }) => or([eb('id', '=', id), eb('group_id', '=', id)]))
        .where('state', '=', 'applied')
        .compile()
    },

    /** From the state and the number of commits that were read, with its members. */
    moveChangeSet(set: StoredChangeSet, to: 'applied' | 'undone'): Expectation[] {
      const move = ({ id, tail }: { id: string; tail: number }, undone: string): Expectation => {
        const query = db
          .updateTable('change_sets')
          .set({ state: to === 'undone' ? undone : 'applied' })
          .where('id', '=', id)
          .where('state', '=', to === 'undone' ? 'closed' : undone)
          .where('tail', '=', tail)
        return { query: query.compile(), rows: 1, code: REFUSED.stateMoved }
      }
      // The group last, as in a commit of a member.
      return [...set.members.map((member) => move(member, 'undone_in_group')), move(set, 'undone')]
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
