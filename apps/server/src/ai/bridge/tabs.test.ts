import { queryBuilder } from '@atelier/streams'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { databasesBySuite } from '../../../testing/databases.ts'
import { openDatabase } from '../../database/open.ts'
import type { Tables } from '../../database/tables.ts'
import { createRequests } from './requests.ts'
import { bridgeTopic, createTabs } from './tabs.ts'

type Opened = Awaited<ReturnType<typeof openDatabase>>

describe.each(databasesBySuite())('leases of tabs on $name', ({ name, place }) => {
  let here: Opened
  let there: Opened
  let remove: () => void
  let time = 1_000_000
  const now = () => time

  beforeEach(async () => {
    const where = await place()
    remove = where.remove
    here = await openDatabase(where)
    // SQLite has one process; on Postgres the second one is a server of its own.
    there = name === 'postgres' ? await openDatabase(where) : here
    const at = { created_at: 1, updated_at: 1 }
    const session = {
      ...at,
      id: 'session',
      workspace_id: 'w',
      project_id: null,
      user_id: 'user',
      scope: 'site',
      document_id: null,
      title: null,
      credential_id: null,
      model_id: null,
      message_count: 0,
      context_tokens: null,
      deleted_at: null,
      last_message_at: null,
      thinking: null,
    }
    const db = queryBuilder<Tables>(here.database.dialect)
    await here.database.transact(function* () {
      yield db.insertInto('sessions').values(session).compile()
      yield db
        .insertInto('runs')
        .values({
          id: 'run',
          session_id: 'session',
          scope: 'site',
          user_id: 'user',
          status: 'running',
          epoch: 1,
          lease_owner: null,
          lease_until: null,
          abort_requested: 0,
          prompt: '{}',
          context: '{}',
          created_at: 1,
          started_at: 1,
          ended_at: null,
          error: null,
          wake_at: null,
          delivery: null,
          held: 0,
        })
        .compile()
    })
  })
  afterEach(async () => {
    if (there !== here) await there.close()
    await here.close()
    remove()
  })

  const beat = (id: string, userId = 'user') =>
    createTabs({ database: here.database, now }).beat({ id, sessionId: 'session', userId })

  it('gives calls to the tab that came first, for as long as it says that it is there', async () => {
    const tabs = createTabs({ database: there.database, now })
    expect((await beat('one')).holds).toBe(true)
    time += 5_000
    expect((await beat('two')).holds).toBe(false)
    time += 14_000
    expect((await beat('one')).holds).toBe(true)
    time += 5_000
    await beat('one')
    expect([await tabs.holder('session'), await tabs.alive('session', 'two')]).toEqual(['one', true])
    time += 2_000
    expect(await tabs.alive('session', 'two')).toBe(false)
    await beat('three')
    time += 19_000
    expect(await tabs.holder('session')).toBe('three')
    // A tab that was away for too long goes to the end of the queue.
    await beat('one')
    expect(await tabs.holder('session')).toBe('three')
    await tabs.leave('session', 'three')
    expect(await tabs.holder('session')).toBe('one')
    time += 20_000
    expect(await tabs.holder('session')).toBeUndefined()
  })

  it('takes one answer, brought to any server, and wakes its waiters; none after its time or its run is over', async () => {
    const mine = createRequests({ database: here.database, now })
    const theirs = createRequests({ database: there.database, now })
    const ask = async (id: string) => {
      const row = {
        id,
        bridge_id: 'run',
        session_id: 'session',
        tool_call_id: 'call',
        executor_id: 'one',
        created_at: time,
        deadline: time + 90_000,
      }
      await here.database.transact(function* () {
        for (const query of mine.asking(row)) yield query
      })
    }
    await ask('first')
    await ask('second')
    const woken = new Promise<void>((resolve) => {
      here.database.subscribe(bridgeTopic('session'), resolve)
    })
    expect(await theirs.answer('first', { ok: true })).toBe('gone')
    expect(await theirs.answer('second', { ok: true, data: 1 })).toBe('accepted')
    await woken
    expect(await theirs.answer('second', { ok: true, data: 2 })).toBe('repeated')
    const answered = (await mine.ofCall('call')).find(({ status }) => status === 'answered')
    expect(JSON.parse(answered?.result ?? '')).toEqual({ ok: true, data: 1 })
    await here.database.transact(function* () {
      for (const query of mine.settling('call')) yield query
    })
    expect((await mine.ofCall('call')).map(({ status, result }) => [status, result])).toEqual([
      ['closed', null],
      ['taken', null],
    ])

    await ask('late')
    time += 90_000
    expect(await theirs.answer('late', { ok: true })).toBe('gone')
    await ask('ended')
    const db = queryBuilder<Tables>(here.database.dialect)
    await here.database.transact(function* () {
      yield db.updateTable('runs').set({ status: 'complete' }).compile()
    })
    expect(await theirs.answer('ended', { ok: true })).toBe('gone')
  })
})
