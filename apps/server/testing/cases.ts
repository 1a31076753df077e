import { test } from 'vitest'
import type { TestDatabase } from './databases.ts'

/** Registers a case of a test, as `test` does. */
export type RegisterCase = (name: string, run: () => Promise<void>, timeoutMs?: number) => void

/** Names of cases by the database that they run on. */
export type ChosenCases = Partial<Record<TestDatabase['name'], readonly string[]>>

/** The databases for which cases are chosen. */
export const databasesOf = (databases: readonly TestDatabase[], chosen: ChosenCases): TestDatabase[] =>
  databases.filter(({ name }) => chosen[name] !== undefined)

/** Registers the chosen cases of a database; a deep test runs all of them on each. */
export function onlyChosen({ name: database }: TestDatabase, chosen: ChosenCases): RegisterCase {
  return (name, run, timeoutMs) => {
    if (chosen[database]?.includes(name)) test(name, run, timeoutMs)
  }
}
