import { createHmac } from 'node:crypto'
import { createOncePerMinute, createWebhookTimes, knowsSecret, newWebhookSecret } from '@atelier/repository'
import { describe, expect, test } from 'vitest'
import { addContentProject } from '../../../testing/contentServer.ts'
import { testDatabases } from '../../../testing/databases.ts'
import { PROJECT } from '../../../testing/documents.ts'

const body = new TextEncoder().encode('{"ref":"refs/heads/main"}')
const sign = (secret: string) => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

test('a caller that signs the body with the secret, or sends the secret, knows it; no other does', () => {
  const secret = newWebhookSecret()
  const call = (signature?: string, token?: string) => ({ body, signature, token })
  expect(knowsSecret(secret, call(sign(secret)))).toBe(true)
  expect(knowsSecret(secret, call(undefined, secret))).toBe(true)
  for (const wrong of [
    call(),
    call('', ''),
    call('sha256='),
    call(sign('other')),
    call(sign(secret).slice('sha256='.length)),
    call(sign(secret).slice(0, -1)),
    call(undefined, 'other'),
    call(secret, sign(secret)),
    { ...call(sign(secret)), body: new TextEncoder().encode('{}') },
  ])
    expect(knowsSecret(secret, wrong)).toBe(false)
  expect(knowsSecret(undefined, call(sign(''), ''))).toBe(false)
})

/** Some projects' times, which several servers share. */
function sharedTimes() {
  const times = new Map<string, number>()
  const clock = { now: 1_700_000_000_000 }
  return {
    clock,
    times: {
      async claim(id: string) {
        const isDue = clock.now - (times.get(id) ?? 0) >= 60_000
        if (isDue) times.set(id, clock.now)
        return isDue
      },
      last: async (id: string) => times.get(id) ?? null,
    },
  }
}

test('calls within a minute are one at its beginning and one at its end for each project, over all servers', async () => {
  const { clock, times } = sharedTimes()
  const acts: string[] = []
  const server = (name: string) => {
    const timers: (() => void)[] = []
    const call = createOncePerMinute(times, (id) => acts.push(`${name} ${id}`), {
      schedule(task, ms) {
        expect(ms).toBe(60_000)
        timers.push(task)
        return () => {}
      },
      failed: (error) => expect.fail(String(error)),
    })
    return { call, timers }
  }
  const [one, two] = [server('one'), server('two')]
  const minute = async () => {
    clock.now += 60_000
    for (const task of [...one.timers.splice(0), ...two.timers.splice(0)]) {
      task()
      await new Promise(setImmediate)
    }
  }
  for (let count = 0; count < 3; count += 1) await one.call('a')
  for (let count = 0; count < 3; count += 1) await two.call('a')
  await two.call('b')
  expect(acts).toEqual(['one a', 'two b'])
  await minute()
  expect(acts).toEqual(['one a', 'two b', 'one a'])
  // A call that comes while earlier ones wait is not lost with them.
  await two.call('a')
  clock.now += 30_000
  await two.call('a')
  await minute()
  expect(acts.slice(3)).toEqual(['two a'])
  await minute()
  await minute()
  expect(acts).toHaveLength(4)
  await one.call('b')
  expect(acts.at(-1)).toBe('one b')
})

describe.each(testDatabases())('the time of the last call, on $name', ({ open }) => {
  test('is taken by one of several servers, and not again within a minute', async () => {
    const { database, close } = await open()
    const server = { database }
    await addContentProject(server)
    await database.transact(function* () {
      const columns = 'project_id, document_id, schema_seq, seq'
      yield { sql: `insert into content_projects (${columns}) values ('${PROJECT}', 'd', 0, 0)`, parameters: [] }
    })
    let now = 1_700_000_000_000
    const times = createWebhookTimes(database, () => now)
    expect(await times.last(PROJECT)).toBeNull()
    const claims = await Promise.all(Array.from({ length: 8 }, () => times.claim(PROJECT)))
    expect(claims.filter(Boolean)).toHaveLength(1)
    now += 59_000
    expect(await times.claim(PROJECT)).toBe(false)
    expect(await times.last(PROJECT)).toEqual(expect.any(Number))
    // A time noted by a clock that ran ahead delays no import.
    await database.transact(function* () {
      yield { sql: 'update content_projects set webhook_at = webhook_at + 86400000', parameters: [] }
    })
    expect([await times.claim(PROJECT), await times.claim(PROJECT)]).toEqual([true, false])
    await close()
  })
})
