import type { Operation } from '@atelier/operation'
import { affectedBy, type Database, queryBuilder, rowsOf } from '@atelier/streams'
import type { ServerTables } from '../../database/tables.ts'

/** Wakes waiters for a tab of a session: a result has arrived, or a tab came or went. */
export const bridgeTopic = (sessionId: string) => `bridge/${sessionId}`

/** How long a tab counts as open after its last report. Open tabs report several times within it. */
export const tabLeaseMs = 20_000

/** The operations that a tab can carry out: an executor and the scope of the operations, such as `view:site`. */
export const servedBy = ({ executor, scope }: Pick<Operation, 'executor' | 'scope'>) => `${executor}:${scope}`

/** The services of a tab that names none. */
const USUAL = 'view:site'

/** The tabs that can carry out calls of a session, each with a lease; the first that serves a call gets it. */
export interface Tabs {
  /**
   * Takes or prolongs a tab's lease. A tab whose lease ran out goes to the end of the line. `holds`: it is the first for
   * something that it serves.
   * @param tab `serves` as `servedBy` returns it; `view:site` if absent
   */
  beat(tab: {
    id: string
    sessionId: string
    userId: string
    serves?: readonly string[]
  }): Promise<{ holds: boolean; leaseUntil: number }>
  /** The tab is closed, or does not answer. */
  leave(sessionId: string, id: string): Promise<void>
  /** The tab that gets the next call of this kind. */
  holder(sessionId: string, served?: string): Promise<string | undefined>
  alive(sessionId: string, id: string): Promise<boolean>
}

export function createTabs({ database, now }: { database: Database; now(): number }): Tabs {
  const db = queryBuilder<ServerTables>(database.dialect)
  const living = (sessionId: string) =>
    db
      .selectFrom('executors')
      .select(['id', 'kind'])
      .where('session_id', '=', sessionId)
      .where('lease_until', '>', now())
      .orderBy('created_at')
      .orderBy('id')
  const holder = async (sessionId: string, served = USUAL) =>
    (await database.read(rowsOf(living(sessionId)))).find(({ kind }) => servedIn(kind).includes(served))?.id

  return {
    async beat({ id, sessionId, userId, serves = [USUAL] }) {
      const at = now()
      const leaseUntil = at + tabLeaseMs
      const kind = servedKind(serves)
      const kept = db
        .updateTable('executors')
        .set({ kind, lease_until: leaseUntil })
        .where('session_id', '=', sessionId)
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .where('lease_until', '>', at)
      const taken = db
        .insertInto('executors')
        .values({ id, session_id: sessionId, user_id: userId, kind, created_at: at, lease_until: leaseUntil })
        .onConflict((conflict) =>
          conflict
            .columns(['session_id', 'id'])
            .doUpdateSet({ kind, created_at: at, lease_until: leaseUntil })
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
      const holders = await Promise.all(serves.map((served) => holder(sessionId, served)))
      return { holds: holders.includes(id), leaseUntil }
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

/** The column `kind`: `view` for the usual, which is what servers before it stored. */
function servedKind(serves: readonly string[]): string {
  const kind = [...new Set(serves)].join(' ')
  return kind === USUAL ? 'view' : kind
}

function servedIn(kind: string): readonly string[] {
  return kind === 'view' ? [USUAL] : kind.split(' ')
}
