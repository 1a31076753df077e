import type { ContentAffected } from '@atelier/api'
import { visibleTo } from '@atelier/content'
import type { Restriction } from '@atelier/operation'
import { contentTopic } from '@atelier/repository'
import { type Database, queryBuilder, rowsOf } from '@atelier/streams'
import type { Tables } from '../../database/tables.ts'

/** The topic that is woken when entries have to be settled again. */
export const STALE_TOPIC = 'content-stale'

/** How long a request waits for a change, in milliseconds. */
const WAITS = 25_000
/** How many changes are looked at; of more, everything counts as changed. */
const MOST = 1000

export interface ContentChanges {
  seq: number
  affected: ContentAffected
}

/** Tells what of a project's content was changed since a number, from the log of changes. */
export function createContentChanges({ database, stopping }: { database: Database; stopping: AbortSignal }) {
  const db = queryBuilder<Tables>(database.dialect)

  const seqOf = async (projectId: string): Promise<number> => {
    const query = db.selectFrom('content_projects').select('seq').where('project_id', '=', projectId)
    return (await database.read(rowsOf(query)))[0]?.seq ?? 0
  }

  async function since(projectId: string, after: number, restriction?: Restriction): Promise<ContentChanges> {
    const sees = visibleTo(restriction)
    const query = db
      .selectFrom('content_changes')
      .select(['seq', 'affected'])
      .where('project_id', '=', projectId)
      .where('seq', '>', after)
      .orderBy('seq', 'desc')
      .limit(MOST)
    const rows = await database.read(rowsOf(query))
    const all: ContentAffected[] = rows.map(({ affected }) => JSON.parse(affected))
    return {
      seq: rows[0]?.seq ?? after,
      affected: {
        models: [...new Set(all.flatMap(({ models }) => models))].filter(sees.model),
        locales: [...new Set(all.flatMap(({ locales }) => locales))].filter(sees.locale),
        snapshotChanged: rows.length === MOST || all.some(({ snapshotChanged }) => snapshotChanged),
        branchesChanged: rows.length === MOST || all.some(({ branchesChanged }) => branchesChanged),
      },
    }
  }

  return {
    /** The number of the last change; 0 before the first one. */
    seq: seqOf,
    /** Changes after a number, as far as a caller with the restriction may see them. */
    since,
    /** As `since`, once there is a change; without one after 25 seconds, or when the caller or the server ends. */
    async next(
      projectId: string,
      after: number,
      signal: AbortSignal,
      restriction?: Restriction,
    ): Promise<ContentChanges> {
      const ends = AbortSignal.any([signal, stopping, AbortSignal.timeout(WAITS)])
      let waiting = Promise.withResolvers<void>()
      const wake = () => waiting.resolve()
      // Subscribed before the number is read: what is committed in between wakes it.
      const stop = database.subscribe(contentTopic(projectId), wake)
      ends.addEventListener('abort', wake, { once: true })
      try {
        // Postgres may wake without a change, such as after a connection was lost.
        while (!ends.aborted && (await seqOf(projectId)) <= after) {
          await waiting.promise
          waiting = Promise.withResolvers()
        }
      } finally {
        stop()
        ends.removeEventListener('abort', wake)
      }
      return since(projectId, after, restriction)
    },
  }
}
