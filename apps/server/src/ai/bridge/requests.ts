import type { Envelope } from '@atelier/operation'
import { type Database, type Query, queryBuilder, rowsOf } from '@atelier/streams'
import type { Tables } from '../../database/tables.ts'
import { bridgeTopic } from './tabs.ts'

export type RequestRow = Tables['bridge_requests']

/** `accepted`: the call continues with it. `repeated`: it had come before. `gone`: no call waits for it. */
export type AnswerOutcome = 'accepted' | 'repeated' | 'gone'

/** Requests to tabs, as rows: any server takes the answer, and the server that drives the run reads it. */
export interface Requests {
  /** The requests of a call, oldest first. */
  ofCall(toolCallId: string): Promise<RequestRow[]>
  /** Asks a tab. Requests to other tabs for the same call become void. For a fenced commit. */
  asking(row: Omit<RequestRow, 'status' | 'result'>): Query[]
  /** The call has its result; for the commit that stores it. */
  settling(toolCallId: string): Query[]
  /** The session and call of a request, for the caller that brings its answer. */
  find(requestId: string): Promise<Pick<RequestRow, 'bridge_id' | 'session_id' | 'status'> | undefined>
  answer(requestId: string, result: Envelope): Promise<AnswerOutcome>
}

export function createRequests({ database, now }: { database: Database; now(): number }): Requests {
  const db = queryBuilder<Tables>(database.dialect)
  const closing = (toolCallId: string) =>
    db
      .updateTable('bridge_requests')
      .set({ status: 'closed', result: null })
      .where('tool_call_id', '=', toolCallId)
      .where('status', '=', 'open')
      .compile()

  return {
    ofCall: (toolCallId) =>
      database.read(
        rowsOf(
          db
            .selectFrom('bridge_requests')
            .selectAll()
            .where('tool_call_id', '=', toolCallId)
            .orderBy('created_at')
            .orderBy('id'),
        ),
      ),
    asking: (row) => [
      closing(row.tool_call_id),
      db
        .insertInto('bridge_requests')
        .values({ ...row, status: 'open', result: null })
        .compile(),
    ],
    settling: (toolCallId) => [
      closing(toolCallId),
      db
        .updateTable('bridge_requests')
        .set({ status: 'taken', result: null })
        .where('tool_call_id', '=', toolCallId)
        .where('status', '=', 'answered')
        .compile(),
    ],
    async find(requestId) {
      const query = db
        .selectFrom('bridge_requests')
        .select(['bridge_id', 'session_id', 'status'])
        .where('id', '=', requestId)
      return (await database.read(rowsOf(query)))[0]
    },
    answer(requestId, result) {
      const at = now()
      const taken = db
        .updateTable('bridge_requests')
        .set({ status: 'answered', result: JSON.stringify(result) })
        .where('id', '=', requestId)
        .where('status', '=', 'open')
        .where('deadline', '>', at)
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('runs')
              .select('runs.id')
              .whereRef('runs.id', '=', 'bridge_requests.bridge_id')
              .where('runs.status', '=', 'running'),
          ),
        )
        .returning('session_id')
      const known = db
        .selectFrom('bridge_requests')
        .innerJoin('runs', 'runs.id', 'bridge_requests.bridge_id')
        .select('bridge_requests.status')
        .where('bridge_requests.id', '=', requestId)
        .where('runs.status', '=', 'running')
      let sessionId: string | undefined
      return database.transact<AnswerOutcome>(
        function* () {
          sessionId = (yield* rowsOf(taken))[0]?.session_id
          if (sessionId !== undefined) return 'accepted'
          const status = (yield* rowsOf(known))[0]?.status
          return status === 'answered' || status === 'taken' ? 'repeated' : 'gone'
        },
        (outcome) => (outcome === 'accepted' && sessionId !== undefined ? [bridgeTopic(sessionId)] : []),
      )
    },
  }
}
