import type { Actor } from '@atelier/operation'
import type { FileMemory } from '@atelier/site'
import { type Database, queryBuilder, rowsOf } from '@atelier/streams'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Tables } from '../../database/tables.ts'

/** How many conversations are remembered, and how many files of each. */
const MOST_CONVERSATIONS = 500
const MOST_FILES = 500

interface Conversation {
  heads: Map<string, Readonly<Record<string, number>>>
  /** How many edits of a file failed in a row. */
  failures: Map<string, number>
}

const Heads = Type.Record(Type.String(), Type.Number())

/**
 * Remembers in which state each conversation last saw the files of its project, in the database, so that a run that is resumed
 * after its server ended still knows it; outside a conversation, each user, until the server ends. A call's notes count once
 * its commit is stored.
 */
export function createFileMemories(database: Database, now: () => number = Date.now) {
  const db = queryBuilder<Tables>(database.dialect)
  const conversations = new Map<string, Conversation>()
  const sessions = new Map<string, string>()

  /** Undefined outside of a conversation. */
  async function sessionOf({ runId }: Actor): Promise<string | undefined> {
    if (runId === undefined) return undefined
    const known = sessions.get(runId)
    if (known !== undefined) return known
    const rows = await database.read(rowsOf(db.selectFrom('runs').select('session_id').where('id', '=', runId)))
    const session = rows[0]?.session_id ?? runId
    setNewest(sessions, runId, session, MOST_CONVERSATIONS)
    return session
  }

  async function storedHeads(session: string, projectId: string, file: string) {
    const query = db
      .selectFrom('session_files')
      .select('heads')
      .where('session_id', '=', session)
      .where('file', '=', file)
      .where('project_id', '=', projectId)
    const [row] = await database.read(rowsOf(query))
    return row && Value.Parse(Heads, JSON.parse(row.heads))
  }

  const storeHeads = (session: string, projectId: string, file: string, heads: Readonly<Record<string, number>>) =>
    db
      .insertInto('session_files')
      .values({ session_id: session, file, project_id: projectId, heads: JSON.stringify(heads), at: now() })
      .onConflict((conflict) =>
        conflict
          .columns(['session_id', 'file'])
          .doUpdateSet(({ ref }) => ({ heads: ref('excluded.heads'), at: ref('excluded.at') })),
      )
      .compile()

  return (project: { id: string }, actor: Actor): FileMemory => {
    let session: string | undefined
    const conversation = async () => {
      session = await sessionOf(actor)
      const key = `${project.id} ${session === undefined ? `user ${actor.userId}` : `session ${session}`}`
      const known = conversations.get(key) ?? { heads: new Map(), failures: new Map() }
      setNewest(conversations, key, known, MOST_CONVERSATIONS)
      return known
    }
    const seen = new Map<string, Readonly<Record<string, number>>>()
    const counted = new Map<string, number>()
    let own: Conversation | undefined
    return {
      async heads(file) {
        const known = await conversation()
        return (
          seen.get(file) ??
          (session === undefined ? known.heads.get(file) : await storedHeads(session, project.id, file))
        )
      },
      async remember(file, heads) {
        own = await conversation()
        seen.set(file, heads)
      },
      async failed(file, failed) {
        own = await conversation()
        const count = failed ? (counted.get(file) ?? own.failures.get(file) ?? 0) + 1 : 0
        counted.set(file, count)
        return count
      },
      rows() {
        const of = session
        return of === undefined ? [] : [...seen].map(([file, heads]) => storeHeads(of, project.id, file, heads))
      },
      settled(stored) {
        if (stored && own) {
          if (session === undefined) for (const [file, heads] of seen) setNewest(own.heads, file, heads, MOST_FILES)
          for (const [file, count] of counted) setNewest(own.failures, file, count, MOST_FILES)
        }
        seen.clear()
        counted.clear()
      },
    }
  }
}

/** Sets an entry as the newest one, and drops the oldest of too many. */
function setNewest<Value>(map: Map<string, Value>, key: string, value: Value, most: number): void {
  map.delete(key)
  map.set(key, value)
  const [oldest] = map.keys()
  if (map.size > most && oldest !== undefined) map.delete(oldest)
}
