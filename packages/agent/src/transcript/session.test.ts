import { createStreamStore } from '@atelier/streams'
import { describe, expect, it } from 'vitest'
import { testDatabases } from '../../../../apps/server/testing/databases.ts'
import { messageOf } from '../../testing/records.ts'
import { messageInserted, messageUpdated } from '../contract/records.ts'
import type { SessionRecord } from '../contract/sessionRecord.ts'
import { encodeRecords } from './journal.ts'
import { createSessionReader, readSession, sessionStream } from './session.ts'

const message = (id: string, more: object, operation: 'insert' | 'update' = 'insert'): SessionRecord => {
  const value = messageOf({ id, role: 'assistant', status: 'complete', ...more })
  return operation === 'insert' ? messageInserted(value) : messageUpdated(value)
}
const chunk = (messageId: string, seq: number): SessionRecord => ({
  type: 'chunk',
  key: `${messageId}:${seq}`,
  value: { id: `${messageId}:${seq}`, messageId, attempt: 1, seq, kind: 'text', delta: `${seq} `, createdAt: 1 },
  headers: { operation: 'insert' },
})

describe.each(testDatabases())('a long session on $name', ({ open }) => {
  it('reads the same from what was kept as from the stream, while it grows and after it was made again', async () => {
    const opened = await open()
    const streams = createStreamStore(opened.database, { now: Date.now })
    const path = sessionStream('s')
    const read = createSessionReader(streams, 1)
    const append = (records: SessionRecord[]) =>
      streams.commit({ appends: [{ stream: path, entries: encodeRecords(records) }] })
    expect(await read('s')).toBeUndefined()
    await streams.ensure(path)
    await append(Array.from({ length: 600 }, (_, at) => message(`m${at}`, { content: `Number ${at}` })))
    expect(await read('s')).toEqual(await readSession(streams, 's'))
    await append([message('open', { status: 'streaming' }), chunk('open', 0)])
    const reads = await Promise.all([
      read('s'),
      append([chunk('open', 1), chunk('open', 2)]).then(() => read('s')),
      read('s'),
    ])
    expect(reads[1]).toEqual(await readSession(streams, 's'))
    expect(reads[1]?.messages.at(-1)?.content).toBe('0 1 2 ')
    await append([message('open', { content: 'Done.' }, 'update')])
    expect((await read('s'))?.messages.at(-1)).toMatchObject({ status: 'complete', content: 'Done.' })
    // Another session takes its place, and a shorter one its name.
    await streams.remove(path)
    expect(await read('s')).toBeUndefined()
    await streams.ensure(path)
    await append([message('other', { content: 'New.' })])
    expect(await read('s')).toEqual(await readSession(streams, 's'))
    await opened.close()
  })
})
