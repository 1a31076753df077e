import { type PublishReport, publishSite, type SiteContent } from '@atelier/site'
import { type Database, queryBuilder, rowsOf, type Script } from '@atelier/streams'
import type { ReleaseFolder } from './folder.ts'
import type { ReleaseTables } from './tables.ts'

export interface Release {
  id: string
  /** Counts up from 1 within a project. */
  number: number
  createdAt: number
  createdBy: string
  pages: number
  files: number
  bytes: number
  /** What visitors see now. */
  live: boolean
}

export interface Publisher {
  /** Renders a project's site into a new release and makes it live. Two calls for one project run one after the other. */
  publish(projectId: string, createdBy: string): Promise<{ release: Release; report: PublishReport }>
  /** All releases, newest first. */
  list(projectId: string): Promise<Release[]>
  /** Makes an earlier release live again; undefined where the project has no such release. */
  restore(projectId: string, releaseId: string): Promise<Release | undefined>
  /** What visitors see now; undefined where nothing was published. */
  live(projectId: string): Promise<Release | undefined>
  /** Removes the releases of a project that is no more. */
  remove(projectId: string): Promise<void>
}

export interface PublisherOptions {
  database: Database
  folder: ReleaseFolder
  /** The site document and the page documents of a project, as they stand now. */
  load(projectId: string): Promise<SiteContent>
  now(): number
  newId(): string
}

/**
 * Publishes sites. A release is written whole, recorded, and only then switched to; a process that dies anywhere before
 * the switch leaves what was live.
 */
export function createPublisher({ database, folder, load, now, newId }: PublisherOptions): Publisher {
  const sql = queryBuilder<ReleaseTables>(database.dialect)
  const queues = new Map<string, Promise<unknown>>()

  /** Runs `work` when everything before it for this project is over. */
  const inTurn = <Result>(projectId: string, work: () => Promise<Result>): Promise<Result> => {
    const turn = (queues.get(projectId) ?? Promise.resolve()).then(work, work)
    queues.set(projectId, turn)
    const forget = () => {
      if (queues.get(projectId) === turn) queues.delete(projectId)
    }
    turn.then(forget, forget)
    return turn
  }

  function* insert(row: Omit<ReleaseTables['releases'], 'number'>): Script<number> {
    const [last] = yield* rowsOf<{ last: number | null }>(
      sql
        .selectFrom('releases')
        .select((select) => select.fn.max('number').as('last'))
        .where('project_id', '=', row.project_id),
    )
    const number = Number(last?.last ?? 0) + 1
    yield sql
      .insertInto('releases')
      .values({ ...row, number })
      .compile()
    return number
  }

  const rows = async (projectId: string): Promise<Release[]> => {
    const live = await folder.live(projectId)
    const query = sql.selectFrom('releases').selectAll().where('project_id', '=', projectId).orderBy('number', 'desc')
    const found = await database.read(rowsOf<ReleaseTables['releases']>(query))
    return found.map((row) => ({
      id: row.id,
      number: Number(row.number),
      createdAt: Number(row.created_at),
      createdBy: row.created_by,
      pages: Number(row.pages),
      files: Number(row.files),
      bytes: Number(row.bytes),
      live: row.id === live,
    }))
  }

  return {
    publish: (projectId, createdBy) =>
      inTurn(projectId, async () => {
        const { files, report } = await publishSite(await load(projectId))
        const id = newId()
        const createdAt = now()
        await folder.write(projectId, id, files)
        const { pages, bytes } = report
        const number = await database.transact(() =>
          insert({
            id,
            project_id: projectId,
            created_at: createdAt,
            created_by: createdBy,
            pages,
            files: files.length,
            bytes,
          }),
        )
        await folder.goLive(projectId, id)
        return { release: { id, number, createdAt, createdBy, pages, files: files.length, bytes, live: true }, report }
      }),

    list: rows,

    restore: (projectId, releaseId) =>
      inTurn(projectId, async () => {
        const release = (await rows(projectId)).find(({ id }) => id === releaseId)
        if (!release || !(await folder.has(projectId, releaseId))) return undefined
        await folder.goLive(projectId, releaseId)
        return { ...release, live: true }
      }),

    live: async (projectId) => (await rows(projectId)).find(({ live }) => live),

    remove: (projectId) =>
      inTurn(projectId, async () => {
        const forget = sql.deleteFrom('releases').where('project_id', '=', projectId)
        await database.transact(function* (): Script<void> {
          yield forget.compile()
        })
        await folder.remove(projectId)
      }),
  }
}
