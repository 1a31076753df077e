import type { Conversations } from '@atelier/cms'
import type { DocumentTables } from '@atelier/documents'
import { type Database, queryBuilder, rowsOf } from '@atelier/streams'
import type { Sessions } from '../../ai/sessions/sessions.ts'

/** The conversations of the server as the assistant's memory reads them. */
export function createConversations(database: Database, sessions: Pick<Sessions, 'read'>): Conversations {
  const db = queryBuilder<DocumentTables>(database.dialect)
  return {
    mentions: new WeakMap(),
    read: (sessionId) => sessions.read(sessionId),
    async undone(runIds) {
      // The change set of a run has its id.
      const query = db.selectFrom('change_sets').select('id').where('id', 'in', runIds).where('state', '=', 'undone')
      return new Set((await database.read(rowsOf(query))).map(({ id }) => id))
    },
  }
}
