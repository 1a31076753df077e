import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { affectedBy, type Database, queryBuilder, rowsOf } from '@atelier/streams'
import type { RepositoryTables } from '../contract/tables.ts'
import { clockOf } from './databasePort.ts'

/** How often one project is synchronized because of its webhook, in milliseconds. */
const EVERY_MS = 60_000

export const newWebhookSecret = (): string => randomBytes(32).toString('base64url')

/** A call of a webhook as it arrived. */
export interface WebhookCall {
  body: Uint8Array
  /** `sha256=` and the HMAC of the body in hexadecimal: `X-Hub-Signature-256`. */
  signature: string | undefined
  /** The secret itself: `X-Gitlab-Token`. */
  token: string | undefined
}

/**
 * Checks the secret in constant time, also when none is set.
 *
 * @param secret undefined if there is none; that takes as long to refuse
 */
export function knowsSecret(secret: string | undefined, { body, signature, token }: WebhookCall): boolean {
  const expected = secret ?? newWebhookSecret()
  const hmac = createHmac('sha256', expected).update(body).digest('hex')
  const signed = equalSecret(signature ?? '', `sha256=${hmac}`)
  const named = equalSecret(token ?? '', expected)
  return secret !== undefined && (signed || named)
}

/** Compares in a time that tells nothing about either text. */
function equalSecret(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(one), digest(other))
}

/** When each project was last synchronized because of its webhook; all servers MUST see the same. */
export interface WebhookTimes {
  /** Marks now as the last time, unless the last one is less than a minute ago. Returns whether it did. */
  claim(projectId: string): Promise<boolean>
  /** The last time, as something to compare; null before the first one. */
  last(projectId: string): Promise<number | null>
}

/**
 * Does something for each project once a minute at most, whichever server is called: at the first call at once, and for
 * all calls within the minute after it together when it is over.
 */
export function createOncePerMinute(
  { claim, last }: WebhookTimes,
  act: (projectId: string) => void,
  { schedule, failed }: { schedule(task: () => void, ms: number): () => void; failed(error: unknown): void },
): (projectId: string) => Promise<void> {
  /** The projects with calls that wait, and the last time as the newest of these calls found it. */
  const waiting = new Map<string, number | null>()
  async function call(projectId: string): Promise<void> {
    if (await claim(projectId)) return act(projectId)
    const isFirst = !waiting.has(projectId)
    waiting.set(projectId, await last(projectId))
    if (isFirst) schedule(() => void again(projectId).catch(failed), EVERY_MS)
  }
  async function again(projectId: string): Promise<void> {
    const known = waiting.get(projectId)
    waiting.delete(projectId)
    // Where another server has begun one since, it sees what the calls were about.
    if ((await last(projectId)) === known) await call(projectId)
  }
  return call
}

/** The times in the rows of the projects, by the clock of the database where it has one. */
export function createWebhookTimes(database: Database, now: () => number): WebhookTimes {
  const db = queryBuilder<RepositoryTables>(database.dialect)
  return {
    async claim(projectId) {
      const claimed = db
        .updateTable('content_projects')
        .set({ webhook_at: clockOf(database, now)(0) })
        .where('project_id', '=', projectId)
        .where((row) =>
          row.or([
            row('webhook_at', 'is', null),
            row('webhook_at', '<=', clockOf(database, now)(-EVERY_MS)),
            // It was noted before the clock was set back.
            row('webhook_at', '>', clockOf(database, now)(EVERY_MS)),
          ]),
        )
      return (await database.transact(() => affectedBy(claimed))) > 0
    },
    async last(projectId) {
      const query = db.selectFrom('content_projects').select('webhook_at').where('project_id', '=', projectId)
      return (await database.read(rowsOf(query)))[0]?.webhook_at ?? null
    },
  }
}
