import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { storageFailure } from './failure.ts'
import { openSqlite } from './sqlite.ts'

describe('an error of the storage', () => {
  it('is distinguished from all others, and says what to do', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'atelier-full-'))
    const database = openSqlite(join(folder, 'full.db'))
    const run = (sql: string) =>
      database.transact(function* () {
        yield { sql, parameters: [] }
      })
    await run('create table notes (text text unique)')
    await run('pragma max_page_count = 8')
    const full = await run(`insert into notes values ('${'x'.repeat(100_000)}')`).catch((error: unknown) => error)
    expect(storageFailure(full)).toMatchObject({ code: 'storage_full' })
    // A refusal for want of room leaves nothing behind, and the next that fits is taken.
    await run(`insert into notes values ('small')`)
    const twice = await run(`insert into notes values ('small')`).catch((error: unknown) => error)
    expect(twice).toBeInstanceOf(Error)
    expect(storageFailure(twice)).toBeUndefined()
    await database.close()
    rmSync(folder, { recursive: true })
  })

  it('is found behind its cause, also if it is the operating system’s or Postgres’s', () => {
    const of = (code: string) => storageFailure(new Error('outer', { cause: Object.assign(new Error(), { code }) }))
    expect(of('ENOSPC')).toMatchObject({ code: 'storage_full' })
    expect(of('53100')).toMatchObject({ code: 'storage_full' })
    expect(of('57P01')).toMatchObject({ code: 'storage_away' })
    expect(of('ECONNREFUSED')).toMatchObject({ code: 'storage_away' })
    expect(of('23505')).toBeUndefined()
    expect(storageFailure(new Error('Connection terminated unexpectedly'))).toMatchObject({ code: 'storage_away' })
    expect(storageFailure('ENOSPC')).toBeUndefined()
  })
})
