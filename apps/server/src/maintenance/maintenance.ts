import { activeStatuses, type RunTables, sessionStream } from '@atelier/agent'
import type { DocumentTables } from '@atelier/documents'
import { affectedBy, type Database, queryBuilder, rowsOf, type StreamStore } from '@atelier/streams'
import type { ServerTables } from '../database/tables.ts'
import type { Log } from '../log/log.ts'
import type { ReleaseTables } from '../publish/tables.ts'
import type { BinSweep } from './bin.ts'
import type { MediaSweep } from './media.ts'
import { createOrphans } from './orphans.ts'

/** The deletions of one pass. */
export interface Cleared {
  documents: number
  changeSets: number
  sessions: number
  releases: number
  streams: number
  keys: number
  pictures: number
  /** Contents of media that nothing can restore. */
  media: number
  /** Folders of deleted projects. */
  folders: number
  policies: number
  approvals: number
  requests: number
  tabs: number
  confirmations: number
  /** Entries of content whose days in the bin are over, or that were deleted for good. */
  entries: number
}

/**
 * Deletes, in the background, what no user can reach any more. A deletion is answered as soon as it is invisible;
 * its rows follow here, so that a large project does not hold up a request and a crash leaves nothing for good.
 */
export interface Maintenance {
  /** One pass, as of `at` (now). Several processes may each make theirs. */
  pass(at?: number): Promise<Cleared>
  /** A pass soon, and then every ten minutes; keeps no process alive. */
  start(): void
  /** Resolves when no pass is at work and none will follow. */
  stop(): Promise<void>
}

export interface MaintenanceOptions {
  database: Database
  streams: StreamStore
  /** Marks a document as removed and notifies every user who has it open. */
  removeDocument(documentId: string): Promise<unknown>
  /** Removes the releases of a deleted project (`publish/publisher.ts`). */
  removeReleases(projectId: string): Promise<void>
  /** Removes pictures that no conversation shows any more (`ai/blobs/blobs.ts`). */
  sweepBlobs(before: number, limit: number): Promise<number>
  media: MediaSweep
  /** Empties the bins of content. */
  bin: BinSweep
  now(): number
  log: Log
}

type MaintenanceTables = RunTables &
  ReleaseTables &
  DocumentTables &
  Pick<ServerTables, 'projects' | 'session_readings' | 'session_files'>

/** Work that was under way when something was deleted has ended by then, in every process. */
const graceMs = 60_000
/** A call that is delivered again is delivered within a lease or a restart; a week is far beyond either. */
const keysLastMs = 7 * 86_400_000
/**
 * Lifetime of a run's questions to people and tabs: by then no one needs the answer, nor the reason why it came too
 * late.
 */
const askedLastsMs = 86_400_000
/** Users' direct changes can be undone for so long; what a run did, for as long as its session is there. */
const byHandLastsMs = 30 * 86_400_000
const firstMs = 15_000
const everyMs = 600_000
/** Rows of one kind per transaction, so that no other writer waits long. */
const batch = 50

export function createMaintenance({
  database,
  streams,
  removeDocument,
  removeReleases,
  sweepBlobs,
  media,
  bin,
  now,
  log,
}: MaintenanceOptions): Maintenance {
  const db = queryBuilder<MaintenanceTables>(database.dialect)
  const existing = db.selectFrom('projects').select('projects.id')
  /** The projects of deleted documents, by the index only: a row of a document holds its whole state. */
  const goneProjects = db
    .selectFrom('documents')
    .select('documents.project_id')
    .distinct()
    .where('documents.project_id', 'not in', existing)
  const orphans = createOrphans(database)
  let timer: NodeJS.Timeout | undefined
  let working: Promise<unknown> = Promise.resolve()
  let stopped = false

  /** Deletes in batches until one comes back short. */
  const drain = async (work: (limit: number) => Promise<number>): Promise<number> => {
    let total = 0
    while (!stopped) {
      const done = await work(batch)
      total += done
      if (done < batch) break
    }
    return total
  }

  /** Documents of projects that are gone; other removed documents stay for the change sets that can bring them back. */
  const documents = (before: number) => (limit: number) =>
    database.transact(() =>
      affectedBy(
        db
          .deleteFrom('documents')
          .where(
            'id',
            'in',
            db
              .selectFrom('documents')
              .select('documents.id')
              .where('deleted_at', '<', before)
              .where('project_id', 'in', goneProjects)
              .limit(limit),
          ),
      ),
    )

  /** A process that died while it deleted a project left documents whose removal was never announced. */
  const forgotten = async () => {
    const left = await database.read(
      rowsOf(
        db
          .selectFrom('documents')
          .select('documents.id')
          .where('deleted_at', 'is', null)
          .where('project_id', 'in', goneProjects),
      ),
    )
    for (const { id } of left) await removeDocument(id)
  }

  /** Those of projects that are gone, and of what people did so long ago that no tab can take it back any more. */
  const changeSets = (before: number, byUsers: number) => (limit: number) =>
    database.transact(() =>
      affectedBy(
        db.deleteFrom('change_sets').where(
          'id',
          'in',
          db
            .selectFrom('change_sets')
            .select('change_sets.id')
            .where(({ and, eb, not, or, exists, selectFrom }) =>
              or([
                and([eb('created_at', '<', before), eb('project_id', 'not in', existing)]),
                and([
                  eb('created_at', '<', byUsers),
                  eb('run_id', 'is', null),
                  // Members of a group are deleted together, and a group lives as long as one of its members.
                  eb('group_id', 'is', null),
                  not(
                    exists(
                      selectFrom('change_sets as member')
                        .select('member.id')
                        .whereRef('member.group_id', '=', 'change_sets.id'),
                    ),
                  ),
                ]),
              ]),
            )
            .limit(limit),
        ),
      ),
    )

  /** Deleted sessions and those of projects that are gone, once their runs have ended. */
  const sessions = (before: number) => async (limit: number) => {
    const gone = await database.read(
      rowsOf(
        db
          .selectFrom('sessions')
          .select('id')
          .where((where) =>
            where.or([
              where('deleted_at', '<', before),
              where.and([where('updated_at', '<', before), where('project_id', 'not in', existing)]),
            ]),
          )
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom('runs')
                  .select('runs.id')
                  .whereRef('runs.session_id', '=', 'sessions.id')
                  .where('runs.status', 'in', activeStatuses),
              ),
            ),
          )
          .limit(limit),
      ),
    )
    for (const { id } of gone) {
      await streams.remove(sessionStream(id))
      const runs = db.selectFrom('runs').select('runs.id').where('session_id', '=', id)
      await database.transact(function* () {
        yield* affectedBy(db.deleteFrom('change_sets').where('run_id', 'in', runs))
        yield* affectedBy(db.deleteFrom('session_readings').where('session_id', '=', id))
        yield* affectedBy(db.deleteFrom('session_files').where('session_id', '=', id))
        yield* affectedBy(db.deleteFrom('sessions').where('id', '=', id))
      })
    }
    return gone.length
  }

  const releases = async () => {
    const gone = await database.read(
      rowsOf(db.selectFrom('releases').select('project_id').distinct().where('project_id', 'not in', existing)),
    )
    for (const { project_id } of gone) await removeReleases(project_id)
    return gone.length
  }

  /** Keys of calls (`run:call`) that can no longer be delivered again. */
  const keys = (before: number) =>
    database.transact(() =>
      affectedBy(
        db
          .deleteFrom('applied_keys')
          .where('created_at', '<', before)
          .where(({ not, exists, selectFrom, ref }) =>
            not(
              exists(
                selectFrom('runs')
                  .select('runs.id')
                  .where('runs.status', 'in', activeStatuses)
                  .where(ref('applied_keys.key'), 'like', ({ eb, val }) => eb('runs.id', '||', val(':%'))),
              ),
            ),
          ),
      ),
    )

  const pass = async (at = now()): Promise<Cleared> => {
    const before = at - graceMs
    await forgotten()
    await media.cutOff(at)
    await drain((limit) => bin.expired(at, limit))
    return {
      entries: await drain((limit) => bin.erased(before, limit)),
      sessions: await drain(sessions(before)),
      documents: await drain(documents(before)),
      changeSets: await drain(changeSets(before, at - byHandLastsMs)),
      releases: await releases(),
      streams: await drain((limit) => streams.sweep(limit)),
      keys: await keys(at - keysLastMs),
      // Behind the sessions, which name them.
      pictures: await drain((limit) => sweepBlobs(before, limit)),
      media: await media.unused(at),
      folders: await media.forgotten(),
      policies: await drain(orphans.policies),
      approvals: await drain((limit) => orphans.approvals(at - askedLastsMs, limit)),
      requests: await drain((limit) => orphans.requests(at - askedLastsMs, limit)),
      tabs: await drain((limit) => orphans.tabs(at - askedLastsMs, limit)),
      confirmations: await drain((limit) => orphans.confirmations(at - askedLastsMs, limit)),
    }
  }

  const later = (ms: number) => {
    timer = setTimeout(() => {
      working = pass()
        .then((cleared) => {
          if (Object.values(cleared).some((count) => count > 0)) log.info(cleared, 'cleared away what was deleted')
        })
        .catch((error) => log.error({ err: error }, 'clearing away failed'))
        .finally(() => {
          if (!stopped) later(everyMs)
        })
    }, ms)
    timer.unref()
  }

  return {
    pass,
    start: () => later(firstMs),
    async stop() {
      stopped = true
      clearTimeout(timer)
      await working
    },
  }
}
