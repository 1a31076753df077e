import { queryBuilder, rowsOf } from '@atelier/streams'
import { uuidv7 } from 'uuidv7'
import { describe, expect, test } from 'vitest'
import { addContentProject } from '../../testing/contentServer.ts'
import { databasesBySuite } from '../../testing/databases.ts'
import { PROJECT } from '../../testing/documents.ts'
import type { Identity } from '../auth/identity.ts'
import { openDatabase } from '../database/open.ts'
import type { Tables } from '../database/tables.ts'
import { createConversationKeys } from './keys.ts'

const ada: Identity = {
  userId: 'ada',
  name: 'Ada Lovelace',
  email: 'ada@example.test',
  workspaceId: 'w',
  workspaceName: 'W',
  role: 'owner',
}

describe.each(databasesBySuite())('the limits of a key on $name', ({ name, place }) => {
  test('hold over all servers, however many messages come at once', async () => {
    const where = await place()
    // One process holds the folder of SQLite; on Postgres there are three.
    const servers = await Promise.all(Array.from({ length: name === 'postgres' ? 3 : 1 }, () => openDatabase(where)))
    const [first] = servers
    if (!first) throw new Error('No server')
    await addContentProject(first)
    let at = Date.UTC(2026, 10, 30, 23, 50)
    const keys = servers.map(({ database }) =>
      createConversationKeys({ database, identities: { member: async () => ada }, now: () => at, newId: uuidv7 }),
    )
    const [one] = keys
    if (!one) throw new Error('No server')
    const { id } = await one.create(ada, PROJECT, { name: 'Shop', role: 'viewer', perMinute: 5, perMonth: 7 })
    const burst = async () =>
      (await Promise.all(Array.from({ length: 12 }, (_, i) => keys[i % keys.length]?.take(id)))).filter(
        (taken) => taken?.ok,
      ).length
    expect(await burst()).toBe(5)
    at += 59_999
    expect(await one.take(id)).toEqual({ ok: false, limit: 'minute', retryAfterSeconds: 1 })
    at += 1
    // In this month two are left.
    expect(await burst()).toBe(2)
    expect(await one.take(id)).toEqual({ ok: false, limit: 'month', retryAfterSeconds: 540 })
    at += 540_000
    expect(await burst()).toBe(5)
    expect((await one.list(PROJECT))[0]?.usedThisMonth).toBe(5)
    const db = queryBuilder<Tables>(first.database.dialect)
    const stored = await first.database.read(rowsOf(db.selectFrom('conversation_keys').selectAll()))
    expect(JSON.stringify(stored)).not.toMatch(/atl_conv_[0-9A-Za-z]{32}/)
    await Promise.all(servers.map((server) => server.close()))
    where.remove()
  })

  test('lock no key for longer once a clock that ran ahead is put right', async () => {
    const where = await place()
    const opened = await openDatabase(where)
    const { database } = opened
    await addContentProject(opened)
    let at = Date.UTC(2026, 10, 10)
    const keys = createConversationKeys({
      database,
      identities: { member: async () => ada },
      now: () => at,
      newId: uuidv7,
    })
    const { id } = await keys.create(ada, PROJECT, { name: 'Shop', role: 'viewer', perMinute: 2, perMonth: 100 })
    at += 86_400_000
    expect([(await keys.take(id)).ok, (await keys.take(id)).ok, (await keys.take(id)).ok]).toEqual([true, true, false])
    at -= 86_400_000
    expect([(await keys.take(id)).ok, (await keys.take(id)).ok, (await keys.take(id)).ok]).toEqual([true, true, false])
    at += 60_000
    expect((await keys.take(id)).ok).toBe(true)
    await opened.close()
    where.remove()
  })
})
