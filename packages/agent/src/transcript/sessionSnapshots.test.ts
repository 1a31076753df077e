import { createStreamStore } from '@atelier/streams'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { testDatabases } from '../../../../apps/server/testing/databases.ts'
import { messageOf } from '../../testing/records.ts'
import { createWorld } from '../../testing/world.ts'
import { approvalUpserted, messageUpserted } from '../contract/records.ts'
import type { SessionRecord } from '../contract/sessionRecord.ts'
import { createFolder } from './fold.ts'
import { encodeRecords } from './journal.ts'
import { readRecords, sessionStream } from './session.ts'
import { compactRecords, createSessionSnapshots } from './sessionSnapshots.ts'

const message = (id: string, more: object = {}): SessionRecord =>
  messageUpserted(messageOf({ id, role: 'assistant', status: 'complete', ...more }))
const chunk = (messageId: string, seq: number): SessionRecord => ({
  type: 'chunk',
  key: `${messageId}:${seq}`,
  value: { id: `${messageId}:${seq}`, messageId, attempt: 1, seq, kind: 'text', delta: `${seq} `, createdAt: 1 },
  headers: { operation: 'insert' },
})

function folded(records: readonly SessionRecord[]) {
  const folder = createFolder(records)
  return { messages: folder.messages(), runs: folder.runs(), approvals: folder.approvals() }
}

describe('folding', () => {
  it('reads the same wherever it is cut, and is put off while a message is written', () => {
    const record = fc.oneof(
      fc
        .record({ id: fc.nat(4), status: fc.constantFrom('streaming', 'complete', 'aborted') })
        .map(({ id, status }) => message(`m${id}`, { status, content: status })),
      fc.record({ id: fc.nat(4), by: fc.nat(4) }).map(({ id, by }) => message(`m${id}`, { supersededBy: `m${by}` })),
      fc.nat(3).map((id): SessionRecord => {
        const value = { toolCallId: `c${id}`, status: 'requested' as const, documentRevision: '1' }
        return approvalUpserted(value)
      }),
    )
    fc.assert(
      fc.property(fc.array(record, { maxLength: 30 }), fc.nat(30), (records, at) => {
        const parts = [records.slice(0, at), records.slice(at)]
        const kept = parts.flatMap((part) => compactRecords(part) ?? part)
        expect(folded(kept)).toEqual(folded(records))
      }),
    )
    expect(compactRecords([message('m', { status: 'streaming' }), chunk('m', 0)])).toBeUndefined()
    expect(compactRecords([message('m', { status: 'streaming' }), chunk('m', 0), message('m')])).toEqual([message('m')])
  })
})

describe.each(testDatabases())('snapshots of sessions on $name', ({ open }) => {
  it('keep the read of a session to what is said in it, and are never more than a cache', async () => {
    const opened = await open()
    const { sessionId } = await createWorld(opened.database)
    const streams = createStreamStore(opened.database, { now: Date.now })
    const path = sessionStream(sessionId)
    const append = (records: SessionRecord[]) =>
      streams.commit({ appends: [{ stream: path, entries: encodeRecords(records) }] })
    const snapshots = () => createSessionSnapshots({ database: opened.database, streams })
    const answers = (from: number) =>
      Array.from({ length: 3 }, (_, at) => `m${from + at}`).flatMap((id) => [
        message(id, { status: 'streaming' }),
        ...Array.from({ length: 300 }, (_, seq) => chunk(id, seq)),
        message(id, { content: `All of ${id}.` }),
      ])
    for (const from of [0, 3, 6]) {
      await append(answers(from))
      const whole = (await readRecords(streams, sessionId))?.records ?? []
      // Several read at once; each of them, and every later reader, reads the same.
      const loads = await Promise.all([snapshots().load(sessionId), snapshots().load(sessionId)])
      loads.push(await snapshots().load(sessionId))
      for (const loaded of loads) {
        expect(loaded?.records).toHaveLength(from + 3)
        expect(folded(loaded?.records ?? [])).toEqual(folded(whole))
      }
    }
    await append([message('last', { status: 'streaming' }), chunk('last', 0)])
    const loaded = await snapshots().load(sessionId)
    expect(folded(loaded?.records ?? []).messages.at(-1)).toMatchObject({ content: '0 ' })
    expect(loaded?.offset).toBe((await readRecords(streams, sessionId))?.offset)
    await opened.database.transact(function* () {
      yield {
        sql: `delete from session_folds where session_id = '${sessionId}' and from_offset = '-1'`,
        parameters: [],
      }
    })
    const again = await snapshots().load(sessionId)
    expect(folded(again?.records ?? [])).toEqual(folded(loaded?.records ?? []))
    await streams.remove(path)
    expect(await snapshots().load(sessionId)).toBeUndefined()
    await opened.close()
  })
})
