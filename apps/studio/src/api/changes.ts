import * as api from '@atelier/api'
import { call } from '@atelier/api/client'

/** Keys that one request may name. */
const MOST_KEYS = 200

/** Undoes or redoes what the server wrote for a user: an operation, an upload, an import, a version. */
export const turnChange = (id: string, changeSetId: string, to: 'undo' | 'redo') =>
  call(to === 'undo' ? api.undoChange : api.redoChange, { params: { id, changeSetId } })

/** Finds the names of those who have written the values of keys of a project's documents (`ConnectionOptions.findWriters`). */
export const findWritersIn =
  (id: string) =>
  async (documentId: string, keys: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> => {
    const answer = await call(api.readWriters, { params: { id, documentId }, body: { keys: keys.slice(0, MOST_KEYS) } })
    const writers = answer.ok ? answer.value.writers : []
    return new Map(writers.map(({ key, by }) => [key, by.flatMap(({ userName }) => userName ?? [])]))
  }
