import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testDatabases } from '../../testing/databases.ts'
import { openDatabase } from './open.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'atelier-unavailable-'))

async function why(options: { dataDir: string; databaseUrl?: string }): Promise<string> {
  return openDatabase(options).then(
    async ({ close }) => close().then(() => 'it opened'),
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )
}

test.each([
  ['postgres://ada:hunter2@127.0.0.1:1/atelier', 'Postgres at 127.0.0.1:1 (database "atelier")', 'nobody listens'],
  ['postgres://ada:hunter2@nowhere.invalid/atelier', 'nowhere.invalid', 'DATABASE_URL'],
  ['postgresql://ada:hunter2@/atelier?host=/tmp/nowhere', '/tmp/nowhere', 'no such socket'],
  ['postgres://ada:hunt@er2:x@host:port/atelier', 'not a valid address', '%40'],
])('%s is said in one paragraph without the password', async (databaseUrl, ...said) => {
  const message = await why({ dataDir, databaseUrl })
  for (const part of said) expect(message).toContain(part)
  expect(message).not.toMatch(/hunt|\n/)
})

test('a data folder that is a file, and a database that is none, are named', async () => {
  const file = join(dataDir, 'file')
  writeFileSync(file, '')
  expect(await why({ dataDir: file })).toContain(`${file} cannot be used: something in its path is a file`)
  writeFileSync(join(dataDir, 'atelier.db'), 'This is a letter and no database. '.repeat(50))
  expect(await why({ dataDir })).toContain('atelier.db in it is damaged')
  rmSync(dataDir, { recursive: true })
})

for (const { name, place } of testDatabases()) {
  if (name !== 'postgres') continue
  test('a database that Postgres does not have is named', async () => {
    const { databaseUrl = '', dataDir: folder, remove } = await place()
    const message = await why({ dataDir: folder, databaseUrl: databaseUrl.replace(/\/test_\w+/, '/none') })
    expect(message).toContain('(database "none") cannot be used: it has no such database')
    remove()
  })
}
