import { fail } from '@atelier/operation'
import { queryBuilder, rowsOf } from '@atelier/streams'
import { runUpdated } from '../contract/records.ts'
import type { EndedRun } from '../contract/run.ts'
import type { SessionRecord } from '../contract/sessionRecord.ts'
import { activeStatuses, type RunRow, type RunTables } from '../contract/tables.ts'
import { resultRecords } from '../loop/calls.ts'
import { queueTopic, removeWaiting, runTopic } from '../queue/queue.ts'
import { endRunRow, type RequestPorts } from '../queue/requests.ts'
import { withdrawnRecords } from '../transcript/approval.ts'
import { createFolder, type Folder } from '../transcript/fold.ts'
import { unanswered } from '../transcript/heal.ts'
import { encodeRecords } from '../transcript/journal.ts'
import { sessionStream } from '../transcript/session.ts'
import { createSessionSnapshots } from '../transcript/sessionSnapshots.ts'
import type { EndPorts } from './rows.ts'

/**
 * Asks for a run to be stopped, from any process. A run without a lease ends here, with its open calls and questions;
 * the runner of one that is at work is notified; one that has not started is removed. False if there is no such run or
 * it has ended.
 */
export async function requestAbort(ports: RequestPorts & EndPorts, runId: string): Promise<boolean> {
  const db = queryBuilder<RunTables>(ports.database.dialect)
  const rows = await ports.database.read(
    (function* () {
      return yield* rowsOf(
        db
          .selectFrom('runs')
          .selectAll()
          .where('id', '=', runId)
          .where('status', 'in', [...activeStatuses, 'scheduled']),
      )
    })(),
  )
  const row = rows[0]
  if (!row) return false
  if (row.status === 'scheduled' && (await removeWaiting(ports, runId)).ok) return true
  const idle = row.status === 'queued' || row.status === 'waiting'
  if (idle && row.lease_owner === null && (await abortIdle(ports, row))) return true
  const mark = db
    .updateTable('runs')
    .set({ abort_requested: 1 })
    .where('id', '=', runId)
    .where('status', 'in', activeStatuses)
    .returning('id')
    .compile()
  const outcome = await ports.streams.commit({
    expect: [{ query: mark, rows: 1, code: 'ended' }],
    wake: [runTopic(runId), queueTopic],
  })
  return outcome.ok
}

async function abortIdle(ports: RequestPorts & EndPorts, row: RunRow): Promise<boolean> {
  const { id: runId } = row
  const read = await createSessionSnapshots(ports).load(row.session_id)
  const folder = read && createFolder(read.records)
  const run = folder?.run(runId)
  if (!folder || !run) return false
  const now = ports.now()
  const value: EndedRun = { ...run, status: 'aborted', stopReason: 'aborted', endedAt: now }
  const records: SessionRecord[] = [...openCallRecords(folder, runId, now), runUpdated(value)]
  const outcome = await ports.streams.commit({
    expect: [{ query: endRunRow(ports.database, value, row.epoch), rows: 1, code: 'claimed' }],
    appends: [{ stream: sessionStream(row.session_id), entries: encodeRecords(records) }],
    rows: ports.ended?.(row, value) ?? [],
    wake: [runTopic(runId), queueTopic],
  })
  return outcome.ok
}

/** The records that end the open calls of a stopped run: a result each, and no question is left to answer. */
function openCallRecords(folder: Folder, runId: string, now: number): SessionRecord[] {
  const own = folder.messages().filter((message) => message.runId === runId)
  const calls = own.filter((message) => message.role === 'tool_call')
  const open = own
    .filter((message) => message.role === 'assistant' && message.status === 'complete')
    .flatMap((message) => unanswered(message, own))
    .flatMap(({ toolCallId }) => calls.filter(({ id }) => id === toolCallId))
  const stopped = fail('aborted', 'The person stopped the run before this call was made.')
  const questions = withdrawnRecords(folder.approvals(), runId, now)
  return [...open.flatMap((call) => resultRecords(call, stopped, now, 'aborted')), ...questions]
}
