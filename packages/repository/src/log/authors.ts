import type { Origin } from '@atelier/documents'
import { type Database, queryBuilder, rowsOf } from '@atelier/streams'
import type { RepositoryTables } from '../contract/tables.ts'
import { committer, type Person } from '../git/commits.ts'
import type { ChangeCause } from './groups.ts'

/** Who is behind changes of the log. */
export interface Authors {
  /** The person; Atelier itself for automatic changes. */
  person(origin: Origin): Person
  /** The run, by the title of its conversation, or the person. */
  cause(origin: Origin, label: string): Exclude<ChangeCause, { kind: 'merge' }>
}

export async function authorsOf(database: Database, origins: readonly Origin[]): Promise<Authors> {
  const users = [...new Set(origins.map(({ userId }) => userId))]
  const runs = [...new Set(origins.flatMap(({ runId }) => (runId === undefined ? [] : [runId])))]
  const db = queryBuilder<RepositoryTables>(database.dialect)
  const persons = db.selectFrom('auth_users').select(['id', 'name']).where('id', 'in', users)
  const titles = db
    .selectFrom('runs')
    .innerJoin('sessions', 'sessions.id', 'runs.session_id')
    .select(['runs.id', 'sessions.title'])
    .where('runs.id', 'in', runs)
  const found = users.length === 0 ? [] : await database.read(rowsOf(persons))
  const named = runs.length === 0 ? [] : await database.read(rowsOf(titles))
  const names = new Map(found.map(({ id, name }) => [id, name]))
  const titleOf = new Map(named.flatMap(({ id, title }) => (title === null ? [] : [[id, title] as const])))
  return {
    person: ({ userId }) => (userId === 'system' ? committer : { userId, name: names.get(userId) ?? 'Former member' }),
    cause: ({ runId }, label) =>
      runId === undefined ? { kind: 'person' } : { kind: 'run', id: runId, title: titleOf.get(runId) ?? label },
  }
}
