import { test } from 'vitest'
import type { TestDatabase } from './databases.ts'

/** Registers a case of a test, as `test` does. */
export type RegisterCase = (name: string, run: () => Promise<void>, timeoutMs?: number) => void

/** Registers every case on SQLite, and on Postgres the named one; a deep test runs the others there. */
export function wholeOnSqlite({ name: database }: TestDatabase, onPostgres: string): RegisterCase {
  if (database === 'sqlite') return test
  return (name, run, timeoutMs) => {
    if (name === onPostgres) test(name, run, timeoutMs)
  }
}
