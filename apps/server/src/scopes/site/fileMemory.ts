import type { Actor } from '@atelier/operation'
import type { FileMemory } from '@atelier/site'
import { type Database, queryBuilder, rowsOf } from '@atelier/streams'
import type { Tables } from '../../database/tables.ts'

/** How many conversations are remembered, and how many files of each. */
const MOST_CONVERSATIONS = 500
const MOST_FILES = 500

interface Conversation {
  heads: Map<string, Readonly<Record<string, number>>>
  /** How many edits of a file failed in a row. */
  failures: Map<string, number>
}

/**
 * Remembers in which state each conversation last saw the files of its project; outside a conversation, each user. It
 * is lost with the server. A call's notes count once its commit is stored.
 */
export function createFileMemories(database: Database) {
  const db = queryBuilder<Tables>(database.dialect)
  const conversations = new Map<string, Conversation>()
  const sessions = new Map<string, string>()

  async function keyOf(projectId: string, { userId, runId }: Actor): Promise<string> {
    if (runId === undefined) return `${projectId} user ${userId}`
    const known = sessions.get(runId)
    if (known !== undefined) return `${projectId} session ${known}`
    const rows = await database.read(rowsOf(db.selectFrom('runs').select('session_id').where('id', '=', runId)))
    const session = rows[0]?.session_id ?? runId
    setNewest(sessions, runId, session, MOST_CONVERSATIONS)
    return `${projectId} session ${session}`
  }

  return (project: { id: string }, actor: Actor): FileMemory => {
    const conversation = async () => {
      const key = await keyOf(project.id, actor)
      const known = conversations.get(key) ?? { heads: new Map(), failures: new Map() }
      setNewest(conversations, key, known, MOST_CONVERSATIONS)
      return known
    }
    const seen = new Map<string, Readonly<Record<string, number>>>()
    const counted = new Map<string, number>()
    let own: Conversation | undefined
    return {
      heads: async (file) => seen.get(file) ?? (await conversation()).heads.get(file),
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
      settled(stored) {
        if (stored && own) {
          for (const [file, heads] of seen) setNewest(own.heads, file, heads, MOST_FILES)
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
