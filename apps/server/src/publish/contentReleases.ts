import { nextTime, type StoredLocales, timesOf } from '@atelier/content'
import { IMPORTING, REPOSITORY_TOPIC } from '@atelier/repository'
import { affectedBy, type Database, queryBuilder, rowsOf } from '@atelier/streams'
import { sql } from 'kysely'
import { createPeriodic, type Periodic } from '../content/schedule/periodic.ts'
import { changesForVisitors } from '../content/site/unreleased.ts'
import type { Tables } from '../database/tables.ts'
import { type Publisher, SCHEDULER } from './publisher.ts'

/** How long after a change it is released, so that a burst of changes makes one release. */
const SOON = 1_000
/** How long a project belongs to the server that makes its release. */
const LEASE = 60_000
/** By how much a clock may run back before times that seemed past count as to come again. */
const JUMP = 60_000
/** How many rows are read at once. */
const AT_ONCE = 500

/**
 * The project of an entry that is looked for by its time. As an expression, since SQLite would otherwise go through all
 * entries of the project, or of the server, by their index: with 10,000 of them that holds every request for 20 to 80 ms.
 */
const projectByTime = sql<string>`${sql.ref('content_entries.project_id')} || ''`

/**
 * Releases only the content of projects: at the times at which entries come or go, and after each change where a project
 * asks for it. Times that a server missed are made up for as soon as one runs again. If there are several servers, one
 * makes the release, by the row of the project.
 */
export function createContentReleases({
  database,
  publisher,
  now,
  failed,
}: {
  database: Database
  publisher: Pick<Publisher, 'publish'>
  now(): number
  failed(error: unknown): void
}): Periodic {
  const db = queryBuilder<Tables>(database.dialect)
  let latest = 0

  const count = (query: Parameters<typeof affectedBy>[0]) => database.transact(() => affectedBy(query))

  async function work(signal: AbortSignal): Promise<void> {
    const at = now()
    if (at < latest - JUMP) await lookAgain(await allProjects())
    latest = at
    await lookAgain(await releasedLater(at + JUMP))
    for (const projectId of await due(at)) {
      if (signal.aborted) return
      if (await claim(projectId)) await release(projectId)
    }
  }

  const importing = db.selectFrom('content_projects').select('project_id').where('state', '=', IMPORTING)

  /** The projects of which an entry comes or goes, or that release each change and have one. */
  async function due(at: number): Promise<string[]> {
    const timed = db
      .selectFrom('content_entries')
      .select(projectByTime.as('project_id'))
      .distinct()
      .where('next_at', '<=', at)
      .where('deleted_at', 'is', null)
      .where('project_id', 'not in', importing)
    const changed = db
      .selectFrom('content_projects')
      .select('project_id')
      .where('release_mode', '=', 'change')
      .whereRef('seq', '>', 'released_seq')
    const rows = [...(await database.read(rowsOf(timed))), ...(await database.read(rowsOf(changed)))]
    return [...new Set(rows.map(({ project_id }) => project_id))]
  }

  async function claim(projectId: string): Promise<boolean> {
    const at = now()
    const mine = db
      .updateTable('content_projects')
      .set({ release_until: at + LEASE })
      .where('project_id', '=', projectId)
      .where(({ eb, or }) =>
        // A lease that ends much later was taken by a clock that was wrong.
        or([eb('release_until', 'is', null), eb('release_until', '<=', at), eb('release_until', '>', at + 2 * LEASE)]),
      )
    return (await count(mine)) > 0
  }

  /** A release that fails is tried again when its lease is over. */
  async function release(projectId: string): Promise<void> {
    const at = now()
    const query = db
      .selectFrom('content_projects')
      .select(['seq', 'released_seq', 'released_at'])
      .where('project_id', '=', projectId)
    const [row] = await database.read(rowsOf(query))
    if (!row) return
    try {
      // A site that is not online yet shows what is due when it comes online.
      if (await mayShow(projectId, row, at)) await publisher.publish(projectId, SCHEDULER, { only: 'content' })
    } catch (error) {
      failed(error)
      return
    }
    await pass(projectId, at)
    const done = { released_seq: row.seq, released_at: at, release_until: null }
    await count(db.updateTable('content_projects').set(done).where('project_id', '=', projectId))
  }

  /** Whether visitors may see something new: users who write a draft trigger no release. */
  async function mayShow(
    projectId: string,
    { released_seq, released_at }: Pick<Tables['content_projects'], 'released_seq' | 'released_at'>,
    at: number,
  ): Promise<boolean> {
    if (released_at === null || released_at > at) return true
    const timed = db.selectFrom('content_entries').select('document_id').where(projectByTime, '=', projectId)
    if ((await database.read(rowsOf(timed.where('next_at', '<=', at).limit(1)))).length > 0) return true
    const changed = changesForVisitors(db, projectId, released_seq).select('content_changes.seq').limit(1)
    return (await database.read(rowsOf(changed))).length > 0
  }

  /** Notes of each entry whose time has come when its next one comes. */
  async function pass(projectId: string, at: number): Promise<void> {
    for (;;) {
      const query = db
        .selectFrom('content_entries')
        .select(['document_id', 'next_at', 'data'])
        .where(projectByTime, '=', projectId)
        .where('next_at', '<=', at)
        .limit(AT_ONCE)
      const rows = await database.read(rowsOf(query))
      for (const row of rows) await setNext(row, at)
      if (rows.length < AT_ONCE) return
    }
  }

  /** An entry that has been changed meanwhile has another time already. */
  async function setNext(row: Pick<Tables['content_entries'], 'document_id' | 'next_at' | 'data'>, at: number) {
    const locales: StoredLocales = row.data === null ? {} : JSON.parse(row.data)
    const next = nextTime(timesOf(locales), at)
    if (next === row.next_at) return
    const update = db
      .updateTable('content_entries')
      .set({ next_at: next })
      .where('document_id', '=', row.document_id)
      .where('next_at', row.next_at === null ? 'is' : '=', row.next_at)
    await count(update)
  }

  const allProjects = async () =>
    (await database.read(rowsOf(db.selectFrom('content_projects').select('project_id')))).map(
      ({ project_id }) => project_id,
    )

  /** Projects that were released at a time that is still to come. */
  async function releasedLater(at: number): Promise<string[]> {
    const query = db.selectFrom('content_projects').select('project_id').where('released_at', '>', at)
    return (await database.read(rowsOf(query))).map(({ project_id }) => project_id)
  }

  /** After a clock has run back: what seemed to be past is to come again, and may have been released too early. */
  async function lookAgain(projectIds: readonly string[]): Promise<void> {
    for (const projectId of projectIds) {
      const at = now()
      const query = db
        .selectFrom('content_entries')
        .select(['document_id', 'next_at', 'data'])
        .where('project_id', '=', projectId)
        .where(({ eb, or }) => or([eb('data', 'like', '%"publish_at"%'), eb('data', 'like', '%"expire_at"%')]))
      for (const row of await database.read(rowsOf(query))) await setNext(row, at)
      if (await claim(projectId)) await release(projectId)
    }
  }

  const periodic = createPeriodic(work, failed)
  const { run } = periodic
  let soon: NodeJS.Timeout | undefined
  let unsubscribe = () => {}

  return {
    start() {
      periodic.start()
      unsubscribe = database.subscribe(REPOSITORY_TOPIC, () => {
        clearTimeout(soon)
        soon = setTimeout(() => void run().catch(failed), SOON)
        soon.unref()
      })
    },
    run,
    async stop() {
      unsubscribe()
      clearTimeout(soon)
      await periodic.stop()
    },
  }
}
