import { affectedBy, type Database, queryBuilder, rowsOf } from '@atelier/streams'
import type { ServerTables } from '../../database/tables.ts'

/** Wakes waiters for a tab of a session: a result has arrived, or a tab came or went. */
export const bridgeTopic = (sessionId: string) => `bridge/${sessionId}`

/** How long a tab counts as there after it last said so. Open tabs say so several times within it. */
export const tabLeaseMs = 20_000

/** The tabs that can carry out calls of a session, each with a lease; the one that came first holds the calls. */
export interface Tabs {
  /** Takes or prolongs a tab's lease. Whoever let it run out goes to the end of the line. */
  beat(tab: { id: string; sessionId: string; userId: string }): Promise<{ holds: boolean; leaseUntil: number }>
  /** The tab is closed, or does not do what it is asked. */
  leave(sessionId: string, id: string): Promise<void>
  /** The tab that gets the next call. */
  holder(sessionId: string): Promise<string | undefined>
  alive(sessionId: string, id: string): Promise<boolean>
}

export function createTabs({ database, now }: { database: Database; now(): number }): Tabs {
  const db = queryBuilder<ServerTables>(database.dialect)
  const living = (sessionId: string) =>
    db
      .selectFrom('executors')
      .select('id')
      .where('session_id', '=', sessionId)
      .where('kind', '=', 'view')
      .where('lease_until', '>', now())
      .orderBy('created_at')
      .orderBy('id')
  const holder = async (sessionId: string) => (await database.read(rowsOf(living(sessionId).limit(1))))[0]?.id

  return {
    async beat({ id, sessionId, userId }) {
      const at = now()
      const leaseUntil = at + tabLeaseMs
      const kept = db
        .updateTable('executors')
        .set({ lease_until: leaseUntil })
        .where('session_id', '=', sessionId)
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .where('lease_until', '>', at)
      const taken = db
        .insertInto('executors')
        .values({ id, session_id: sessionId, user_id: userId, kind: 'view', created_at: at, lease_until: leaseUntil })
        .onConflict((conflict) =>
          conflict
            .columns(['session_id', 'id'])
            .doUpdateSet({ created_at: at, lease_until: leaseUntil })
            .where('executors.user_id', '=', userId),
        )
      const gone = db.deleteFrom('executors').where('session_id', '=', sessionId).where('lease_until', '<=', at)
      await database.transact(
        function* () {
          if ((yield* affectedBy(kept)) > 0) return false
          yield* affectedBy(gone)
          yield* affectedBy(taken)
          return true
        },
        (came) => (came ? [bridgeTopic(sessionId)] : []),
      )
      return { holds: (await holder(sessionId)) === id, leaseUntil }
    },
    async leave(sessionId, id) {
      const left = db.deleteFrom('executors').where('session_id', '=', sessionId).where('id', '=', id)
      await database.transact(
        () => affectedBy(left),
        () => [bridgeTopic(sessionId)],
      )
    },
    holder,
    async alive(sessionId, id) {
      return (await database.read(rowsOf(living(sessionId).where('id', '=', id)))).length > 0
    },
  }
}
