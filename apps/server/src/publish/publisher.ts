import {
  type Finding,
  type PublishReport,
  type ReleaseOptions,
  type ReleaseRecord,
  type RenderedRelease,
  renderRelease,
  type SiteSource,
} from '@atelier/site'
import { affectedBy, type Database, queryBuilder, rowsOf, type Script } from '@atelier/streams'
import { exportSite } from './export.ts'
import type { Manifest, ReleaseFolder } from './folder.ts'
import { missingProblems } from './missing.ts'
import { eachOf, hashOf } from './pool.ts'
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
  /** The version that visitors see. */
  live: boolean
  /** The version of the site that it was made of, where it is known. */
  versionId?: string
}

/** How far a publication is. */
export interface Progress {
  stage: 'checking' | 'rendering' | 'writing'
  done: number
  total: number
}

export interface PublishOptions {
  onProgress?(progress: Progress): void
  /** Asked within a transaction on the documents. */
  within?: boolean
  /** Publish even if findings would prevent it. */
  despiteFindings?: boolean
  /** The site stays as it was in the live release, and shows the content as it is now. */
  only?: 'content'
}

export type PublishOutcome =
  | {
      ok: true
      release: Release
      report: PublishReport
      /** Visitors would see nothing new, so that the live release stays. */
      unchanged?: boolean
    }
  | {
      ok: false
      findings: Finding[]
      /** The reason why there is no release that content could be published into, as a sentence. */
      problem?: string
    }

export interface Publisher {
  /**
   * Renders what has changed of a project's site into a new release and makes it live. Calls for one project run one
   * after the other. Not ok if the project's gates refuse it; then nothing was made.
   */
  publish(projectId: string, createdBy: string, options?: PublishOptions): Promise<PublishOutcome>
  /** All releases, newest first. */
  list(projectId: string): Promise<Release[]>
  /** Makes an earlier release live again; undefined if the project has no such release. */
  restore(projectId: string, releaseId: string): Promise<Release | undefined>
  /** The version that visitors see; undefined if nothing was published. */
  live(projectId: string): Promise<Release | undefined>
  /** Deletes a release: `false` if there is none, `live` if visitors see it; it then stays. */
  removeRelease(projectId: string, releaseId: string): Promise<boolean | 'live'>
  /** The site as it is now, published or not, as a ZIP archive that any host of static files can serve. */
  archive(projectId: string): Promise<ReadableStream<Uint8Array>>
  /** The heads of the documents as a release was made of them; undefined if that is not known. */
  heads(projectId: string, releaseId: string): Promise<ReadonlyMap<string, number> | undefined>
  /** Removes the releases of a deleted project. */
  remove(projectId: string): Promise<void>
  /** Resolves when nothing is under way any more in the background. */
  settled(): Promise<void>
}

export interface Rendered extends RenderedRelease {
  previous?: { id: string; manifest: Manifest; record: ReleaseRecord }
  site: LoadedSite
}

/** A site to be published, and where visitors will find it. */
export interface LoadedSite extends SiteSource {
  baseUrl?: string
  address?: string
}

export interface PublisherOptions {
  database: Database
  folder: ReleaseFolder
  /** A project's documents, as they are stored now. */
  load(projectId: string): Promise<LoadedSite>
  /** The reasons not to publish now, by the project's settings; empty if there are none. */
  gate?(projectId: string): Promise<Finding[]>
  /** The site as it was at a version, with the media and the content of now; undefined if the version is gone. */
  loadVersion?(projectId: string, versionId: string): Promise<LoadedSite | undefined>
  /** Called before a release is made, to keep a version, whose id it returns. */
  before?(projectId: string, createdBy: string, within: boolean): Promise<string | undefined>
  /** Called after the releases of a deleted project are gone. */
  removed?(projectId: string): Promise<void>
  now(): number
  newId(): string
  /** Names the program, so that another version of it renders everything again. */
  renderer?: string
  onError?(error: unknown): void
}

/** Releases that are kept at least; older ones go when new ones come. */
export const KEPT_RELEASES = 50
/** The number of automatic releases that are kept. */
export const KEPT_SCHEDULED = 10
/** The author of automatic releases. */
export const SCHEDULER = 'system'
/** How often content is released again, since another server has published meanwhile. */
const ATTEMPTS = 3
/** Files that no release names are kept for so long: another server may be about to name it. */
const YOUNG_MS = 3_600_000

/**
 * Publishes sites. A release is written whole, recorded, and only then switched to; a process that dies anywhere before
 * the switch leaves what was live.
 */
export function createPublisher(options: PublisherOptions): Publisher {
  const { database, folder, load, now, newId, renderer = '', onError = console.error } = options
  const sql = queryBuilder<ReleaseTables>(database.dialect)
  const queues = new Map<string, Promise<unknown>>()
  const background = new Set<Promise<unknown>>()

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

  const later = (work: () => Promise<unknown>) => {
    const running = work().catch(onError)
    background.add(running)
    void running.finally(() => background.delete(running))
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

  /** Another server may assign the same number at the same time: one of them then retries. */
  const record = async (row: Omit<ReleaseTables['releases'], 'number'>): Promise<number> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await database.transact(() => insert(row))
      } catch (error) {
        if (attempt === 5 || !/unique|duplicate/i.test(String(error))) throw error
      }
    }
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
      ...(row.version_id === null ? {} : { versionId: row.version_id }),
    }))
  }

  /**
   * The newest release that the next one can be made from. It must be known to the database: one that is not was made
   * after the backup that the database was restored from, and its heads mean other contents.
   */
  const previousOf = async (projectId: string): Promise<Rendered['previous']> => {
    const query = sql.selectFrom('releases').select('id').where('project_id', '=', projectId)
    const newest = query.orderBy('number', 'desc').limit(1)
    const [row] = await database.read(rowsOf<{ id: string }>(newest))
    return row && previousFrom(projectId, row.id)
  }

  const previousFrom = async (projectId: string, id: string): Promise<Rendered['previous']> => {
    if (!(await folder.has(projectId, id))) return undefined
    const known = await folder.record(projectId, id)
    return known && { id, manifest: await folder.manifest(projectId, id), record: known }
  }

  const render = async (
    projectId: string,
    onProgress?: ReleaseOptions['onProgress'],
    of?: { site: LoadedSite; previous: Rendered['previous'] },
  ): Promise<Rendered> => {
    const { site, previous } = of ?? (await current(projectId))
    const { baseUrl, address } = site
    const rendered = await renderRelease(site, {
      renderer,
      now: now(),
      ...(previous ? { previous: previous.record } : {}),
      ...(baseUrl === undefined ? {} : { baseUrl }),
      ...(address === undefined ? {} : { address }),
      ...(onProgress ? { onProgress } : {}),
    })
    return { ...rendered, site, ...(previous ? { previous } : {}) }
  }

  const current = async (projectId: string) => {
    const [site, previous] = await Promise.all([load(projectId), previousOf(projectId)])
    return { site, previous }
  }

  /** The site of the live release with the content of now; a sentence if there is none. */
  const liveSite = async (projectId: string) => {
    const live = (await rows(projectId)).find((release) => release.live)
    if (!live) return 'The site has not been published yet, so content alone cannot be.'
    const { versionId, id } = live
    const site = versionId === undefined ? undefined : await options.loadVersion?.(projectId, versionId)
    if (!site) return 'The site as it is online is not kept any more: publish the whole site once.'
    return { live, site, previous: await previousFrom(projectId, id) }
  }

  /** Deletes old releases, never the live one. */
  const prune = async (projectId: string) => {
    const all = await rows(projectId)
    // Automatic releases would otherwise push out those of people.
    const scheduled = all.filter(({ createdBy }) => createdBy === SCHEDULER).slice(KEPT_SCHEDULED)
    const byHand = all.filter((release) => !scheduled.includes(release)).slice(KEPT_RELEASES)
    const old = [...scheduled, ...byHand].filter(({ live }) => !live)
    for (const { id } of old) await forget(projectId, id)
    if (old.length > 0) await folder.sweep(projectId, now() - YOUNG_MS)
  }

  const forget = async (projectId: string, releaseId: string): Promise<boolean> => {
    const query = sql.deleteFrom('releases').where('project_id', '=', projectId).where('id', '=', releaseId)
    const count = await database.transact(() => affectedBy(query))
    if (count > 0) await folder.removeRelease(projectId, releaseId)
    return count > 0
  }

  const make = async (
    projectId: string,
    createdBy: string,
    request: PublishOptions,
    attempt: number,
  ): Promise<PublishOutcome> => {
    const { onProgress, despiteFindings = false, within = false, only } = request
    // Later changes may not be in it.
    const createdAt = now()
    onProgress?.({ stage: 'checking', done: 0, total: 1 })
    const online = only === 'content' ? await liveSite(projectId) : undefined
    if (typeof online === 'string') return { ok: false, findings: [], problem: online }
    // The pages are those that were checked when they were published.
    const findings = despiteFindings || online ? [] : ((await options.gate?.(projectId)) ?? [])
    if (findings.length > 0) return { ok: false, findings }
    const versionId = online ? online.live.versionId : await options.before?.(projectId, createdBy, within)
    const { previous, report, site, ...made } = await render(
      projectId,
      (done, total) => onProgress?.({ stage: 'rendering', done, total }),
      online,
    )
    if (online && previous && isSameAs(previous.manifest, made))
      return { ok: true, release: online.live, report, unchanged: true }
    onProgress?.({ stage: 'writing', done: 0, total: made.files.length })
    const id = newId()
    const { manifest, fresh, missing } = await folder.write(projectId, id, {
      ...made,
      ...(previous ? { previous: previous.manifest } : {}),
    })
    report.problems.push(...(await missingProblems(site, missing)))
    const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0)
    const { pages } = report
    const files = manifest.files.length
    const row = {
      id,
      project_id: projectId,
      created_at: createdAt,
      created_by: createdBy,
      pages,
      files,
      bytes,
      version_id: versionId ?? null,
    }
    if (online && (await folder.live(projectId)) !== online.live.id) {
      // Another server has published the site: its pages are not to be taken back.
      await folder.removeRelease(projectId, id)
      if (attempt < ATTEMPTS) return make(projectId, createdBy, request, attempt + 1)
      throw new Error('The site was published again and again while its content was')
    }
    const number = await record(row)
    await folder.goLive(projectId, id)
    later(async () => {
      const pool = folder.pool(projectId)
      const texts = new Set(manifest.files.flatMap((file) => (isCompressible(file.contentType) ? [file.hash] : [])))
      await eachOf(
        fresh.filter((hash) => texts.has(hash)),
        2,
        pool.compress.bind(pool),
      )
    })
    later(() => prune(projectId))
    return {
      ok: true,
      release: {
        id,
        number,
        createdAt,
        createdBy,
        pages,
        files,
        bytes,
        live: true,
        ...(versionId ? { versionId } : {}),
      },
      report,
    }
  }

  return {
    publish: (projectId, createdBy, request = {}) => inTurn(projectId, () => make(projectId, createdBy, request, 1)),

    list: rows,

    restore: (projectId, releaseId) =>
      inTurn(projectId, async () => {
        const release = (await rows(projectId)).find(({ id }) => id === releaseId)
        if (!release || !(await folder.has(projectId, releaseId))) return undefined
        await folder.goLive(projectId, releaseId)
        return { ...release, live: true }
      }),

    live: async (projectId) => (await rows(projectId)).find(({ live }) => live),

    removeRelease: (projectId, releaseId) =>
      inTurn(projectId, async () => {
        if ((await folder.live(projectId)) === releaseId) return 'live'
        const gone = await forget(projectId, releaseId)
        if (gone) await folder.sweep(projectId, now() - YOUNG_MS)
        return gone
      }),

    archive: async (projectId) => exportSite({ folder, projectId, rendered: await render(projectId) }),

    async heads(projectId, releaseId) {
      if (!(await folder.has(projectId, releaseId))) return undefined
      const known = await folder.record(projectId, releaseId)
      return known && new Map(Object.values(known.pages).flatMap(({ trees }) => trees))
    },

    remove: (projectId) =>
      inTurn(projectId, async () => {
        const query = sql.deleteFrom('releases').where('project_id', '=', projectId)
        await database.transact(function* (): Script<void> {
          yield query.compile()
        })
        await folder.remove(projectId)
        await options.removed?.(projectId)
      }),

    async settled() {
      while (background.size > 0 || queues.size > 0) await Promise.allSettled([...background, ...queues.values()])
    },
  }
}

/** Whether a release would hold the same as the one that a manifest lists. */
function isSameAs(manifest: Manifest, { files, redirects }: Pick<Rendered, 'files' | 'redirects'>): boolean {
  if (files.length !== manifest.files.length) return false
  if (JSON.stringify(redirects) !== JSON.stringify(manifest.redirects ?? [])) return false
  const before = new Map(manifest.files.map((file) => [file.path, file]))
  return files.every((file) => {
    const known = before.get(file.path)
    if (!known) return false
    if ('kept' in file) return true
    const hash = 'blob' in file ? file.blob : hashOf(Buffer.from(file.text, 'utf8'))
    const policy = known.policy === undefined ? undefined : manifest.policies?.[known.policy]
    return known.hash === hash && policy === ('policy' in file ? file.policy : undefined)
  })
}

/** Whether a file is worth compressing. */
export function isCompressible(contentType: string): boolean {
  return /^text\/|^image\/svg\+xml|[/+](?:json|xml|javascript)\b/.test(contentType)
}
