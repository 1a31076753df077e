import type { Database } from '@atelier/streams'
import * as Y from 'yjs'
import type { CommitDocuments } from './beside.ts'
import { topicOf } from './documentCache.ts'
import type { DocumentTypes } from './documentType.ts'
import { encodePatches } from './encode.ts'
import { equalJson } from './json.ts'
import type { LiveState } from './live.ts'
import { createMemoryView, plainView } from './memory.ts'
import { createOverlay, patchOf } from './overlay.ts'
import { type Queries, SYSTEM } from './queries.ts'
import { REFUSED } from './refused.ts'
import { afterView, beforeView } from './undo.ts'
import type { Json, Patch, View } from './view.ts'

export interface MigrationsOptions {
  database: Database
  commitDocuments: CommitDocuments
  queries: Queries
  types: DocumentTypes
  now(): number
}

export interface Migrations {
  /**
   * Brings a document that is being opened to its type's schema, in one commit that expects its head: of several servers
   * one migrates it, and the others read what that one committed.
   * @param catchUp applies what other processes committed, up to the stored head
   */
  migrate(live: LiveState, catchUp: (live: LiveState) => Promise<void>): Promise<void>
  /**
   * Translates patches that were written in an older schema: the document as it was when it was migrated is migrated once
   * with what they made and once without, and the patches returned are the difference. A value that was changed after the
   * patches thereby differs from their `after`, as it does without a migration.
   * @param patches all of one change set in that schema, in the order in which they were made
   */
  translate(documentId: string, kind: string, schemaVersion: number, patches: readonly Patch[]): Promise<Patch[]>
}

/** How often a document is read again because others kept changing it. */
const ATTEMPTS = 12

/**
 * Schema versions are in a column and not in the document: an edit of a tab can expect the version in the statement that
 * numbers it, patches and the contents of versions have the same column, no field of a type is reserved, and what was
 * stored before is version 1 by the column's default.
 */
export function createMigrations({ database, commitDocuments, queries, types, now }: MigrationsOptions): Migrations {
  // Distinct from the ids that the live documents and the server's edits carry.
  const writer = new Y.Doc().clientID

  return {
    async migrate(live, catchUp) {
      for (let attempt = 1; live.schemaVersion < types.of(live.kind).version; attempt += 1) {
        if (attempt > ATTEMPTS) throw new Error(`Others kept changing the document ${live.id} while it was migrated.`)
        const { version } = types.of(live.kind)
        const { id, kind, projectId, head, schemaVersion, view } = live
        const draft = createOverlay(live.view)
        await types.upgrade(live.kind, schemaVersion, draft)
        const patches = draft.patches()
        const update = encodePatches(live.doc, writer, patches)
        const at = now()
        const outcome = await commitDocuments(
          { projectId, source: 'migration', origin: SYSTEM },
          [{ kind, describe: () => ({ documentId: id, kind, event: 'changed', patches, before: view, after: draft }) }],
          (derived) => ({
            expect: [queries.advanceSchema(id, head, version), ...(derived.expect ?? [])],
            appends: derived.appends,
            rows: [
              queries.keepSchema({ id, schemaVersion, head }, JSON.stringify(plainView(view)), at),
              queries.insertUpdate(id, update, SYSTEM, at),
              ...(derived.rows ?? []),
            ],
            wake: [topicOf(id), ...(derived.wake ?? [])],
          }),
        )
        if (outcome.ok) {
          await live.apply(update, SYSTEM)
          live.schemaVersion = version
        } else if (outcome.refused === REFUSED.headMoved) await catchUp(live)
        else throw new Error(`The document ${id} could not be migrated: ${outcome.message}`)
      }
    },

    async translate(documentId, kind, schemaVersion, patches) {
      if (schemaVersion === types.of(kind).version) return [...patches]
      const fields = await database.read(queries.fieldsInSchema(documentId, schemaVersion))
      if (fields === undefined) throw new Error(`The document ${documentId} has no state in schema ${schemaVersion}.`)
      const stored: Record<string, Json> = JSON.parse(fields)
      const migrated = createMemoryView(Object.entries(stored))
      const upgraded = async (view: View) => {
        const draft = createOverlay(view)
        // A document that was not there yet has nothing to migrate.
        if (!isEmpty(view)) await types.upgrade(kind, schemaVersion, draft)
        return draft
      }
      return difference(await upgraded(beforeView(migrated, patches)), await upgraded(afterView(migrated, patches)))
    },
  }
}

function isEmpty(view: View): boolean {
  return [...view.keys()].length === 0
}

function difference(before: View, after: View): Patch[] {
  const patches: Patch[] = []
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const [was, is] = [before.get(key), after.get(key)]
    if (!equalJson(was, is)) patches.push(patchOf(key, was, is))
  }
  return patches
}
