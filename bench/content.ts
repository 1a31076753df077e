import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { repositoryPath } from '@atelier/repository'
import { firstProject } from '../apps/server/testing/ai.ts'
import type { TestServer } from '../apps/server/testing/server.ts'
import { importInto } from './support/contentImport.ts'
import {
  branchWith,
  type Call,
  caller,
  contentServer,
  setUpBlog,
  words,
  writePosts,
  written,
} from './support/contentProject.ts'
import { repositoryOnDisk } from './support/contentRepository.ts'
import { judge, quantile, round2, type Time, timed } from './support/verdict.ts'

const SAVES = 200
const READS = 200
const WRITERS = 32
/** How long the saves that are written behind take in all, in milliseconds. */
const BURST_MS = 60_000
const STARTS = 5
const FILES = ['.contentrain/content/blog/post/en.json', '.contentrain/meta/post/en.json']

/**
 * Content of 1,000 and of 10,000 entries in two locales, over HTTP on SQLite with every commit durable: saves with
 * validation, a unique field and a relation, writers at once, reads, searches, the first list after a cold start, merges,
 * and 200 saves within a minute with the repository behind them. Then an import of the 10,000 from that repository into the
 * built server, the start of a server that has them, and one commit of the same files by plain commands of git.
 */
export async function run(): Promise<object> {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-content-'))
  try {
    const small = await withServer(join(folder, 'small'), (server) => measure(server, 1_000))
    const { large, behind } = await withServer(join(folder, 'large'), async (server) => ({
      large: await measure(server, 10_000),
      behind: await measureBehind(server, 10_000),
    }))
    const imported = await importFrom(behind.repository, join(folder, 'clone.git'))
    const starts = await measureStarts(join(folder, 'none'), join(folder, 'large'))
    const { verdicts, within } = judge({
      save: { value: large.save.wallP95, unit: 'ms for a save, p95', most: 25 },
      growth: {
        value: round2(large.save.wallP95 / small.save.wallP95),
        unit: 'times as long as with 1,000 entries',
        most: 1.5,
      },
      writers: { value: large.writersOk, unit: 'of 64 writers at once succeed', least: 2 * WRITERS },
      read: { value: large.read.wallP95, unit: 'ms for a page of entries, p95', most: 5 },
      search: { value: large.search.wallP95, unit: 'ms for a search, p95', most: 20 },
      cold: { value: large.coldListMs, unit: 'ms for the first list', most: 500 },
      start: { value: starts.slowerMs, unit: 'ms that a start is slower by', most: 100 },
      merge: { value: large.merge100Ms, unit: 'ms to merge 100 entries', most: 250 },
      mergeMany: { value: large.merge1000Ms, unit: 'ms to merge 1,000 entries', most: 3_000 },
      written: { value: behind.writtenAfterMs, unit: 'ms until the last save is in the repository', most: 4_000 },
      commits: { value: behind.commits, unit: 'commits of 200 saves within a minute', most: 4 },
      disk: { value: behind.grownKb, unit: 'kB on the disk by them', most: 5_000 },
      packed: { value: behind.packedKb, unit: 'kB once they are packed', most: 100 },
      loop: { value: behind.loopMaxMs, unit: 'ms that the event loop is held by them at most', most: 50 },
      fill: { value: large.fillMs, unit: 'ms to write 10,000 entries in two locales', most: 30_000 },
      import: { value: imported.ms, unit: 'ms to import 10,000 entries from a repository', most: 30_000 },
      memory: { value: imported.peakMb, unit: 'MB of the server that imports them', most: 400 },
    })
    if (!within) process.exitCode = 1
    const { repository: _, ...written } = behind
    return { small, large, behind: written, imported, starts, verdicts }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Measured {
  server: TestServer
  projectId: string
  call: Call
}

async function withServer<Result>(dataDir: string, body: (measured: Measured) => Promise<Result>): Promise<Result> {
  mkdirSync(dataDir)
  const server = await contentServer(dataDir)
  try {
    const { id: projectId } = await firstProject(server)
    return await body({ server, projectId, call: caller(server, projectId) })
  } finally {
    await server.close()
  }
}

async function measure({ server, projectId, call }: Measured, count: number) {
  await setUpBlog(call)
  const fillMs = await clocked(() => writePosts(call, count))
  const save = (n: number, title: string) =>
    call('save_content', { model: 'post', locale: 'en', data: { [`post-${n}`]: { title } } })
  await repeated(20, (at) => save(at, `Warm ${at}`))
  await written(server, projectId)
  const saves = await repeated(SAVES, (at) => save((at * 37) % count, `Saved ${at}`))
  await written(server, projectId)
  const reads = await repeated(READS, (at) =>
    call('get_content', { model: 'post', locale: at % 2 ? 'en' : 'tr', limit: 20, fields: ['title', 'tags'] }),
  )
  const searches = await repeated(READS, (at) =>
    call('brain_search', {
      query: `${words[at % words.length]} ${(words[(at * 7) % words.length] ?? '').slice(0, 3)}`,
      limit: 10,
    }),
  )
  const apart = await Promise.allSettled(Array.from({ length: WRITERS }, (_, at) => save(at, `Apart ${at}`)))
  const together = await Promise.allSettled(
    Array.from({ length: WRITERS }, (_, at) =>
      call('save_content', { model: 'post', locale: 'en', data: { 'post-1': { tags: [`t${at}`] } } }),
    ),
  )
  const merged = async (entries: number) => {
    const numbers = Array.from({ length: entries }, (_, at) => (at * 13 + 7) % count)
    const branch = await branchWith(call, numbers)
    await written(server, projectId)
    return clocked(() => call('merge_branch', { branch }))
  }
  return {
    entries: count,
    fillMs,
    save: figures(saves),
    read: figures(reads),
    search: figures(searches),
    writersOk: [...apart, ...together].filter(({ status }) => status === 'fulfilled').length,
    coldListMs: await coldList(server, projectId),
    merge100Ms: await merged(100),
    merge1000Ms: await merged(1_000),
  }
}

/** Saves within a minute, with the repository written behind them. */
async function measureBehind({ server, projectId, call }: Measured, count: number) {
  const path = repositoryPath(server.config.dataDir, projectId)
  const repository = repositoryOnDisk(path)
  await written(server, projectId)
  repository.pack()
  const before = { commits: repository.commits(), kilobytes: repository.kilobytes() }
  const delay = monitorEventLoopDelay({ resolution: 5 })
  const began = performance.now()
  delay.enable()
  const saves = await repeated(
    SAVES,
    async (at) => {
      const n = (at * 91) % count
      await call('save_content', { model: 'post', locale: 'en', data: { [`post-${n}`]: { title: `Burst ${at}` } } })
    },
    BURST_MS / SAVES,
  )
  const burstMs = Math.round(performance.now() - began)
  const writtenAfterMs = await clocked(() => written(server, projectId))
  delay.disable()
  const grownKb = repository.kilobytes() - before.kilobytes
  const commits = repository.commits() - before.commits
  repository.pack()
  return {
    repository: path,
    burstMs,
    save: figures(saves),
    writtenAfterMs,
    commits,
    grownKb,
    packedKb: repository.kilobytes() - before.kilobytes,
    loopMaxMs: round2(delay.max / 1e6),
    loopP99Ms: round2(delay.percentile(99) / 1e6),
    plainGitMs: repository.plainCommit(FILES),
  }
}

async function importFrom(
  repository: string,
  clone: string,
): Promise<{ ms: number; beforeMb: number; peakMb: number }> {
  repositoryOnDisk(repository).cloneTo(clone)
  return importInto(clone)
}

/** How long the server takes to start without content, and with it. */
async function measureStarts(without: string, filled: string) {
  mkdirSync(without)
  await (await contentServer(without)).close()
  const start = async (dataDir: string) => {
    let close = async () => {}
    const time = await timed(async () => {
      const server = await contentServer(dataDir)
      close = () => server.close()
    })
    await close()
    return time.wall
  }
  const none: number[] = []
  const many: number[] = []
  for (let at = 0; at < STARTS; at += 1) {
    none.push(await start(without))
    many.push(await start(filled))
  }
  const [withoutMs, withMs] = [median(none), median(many)]
  return { withoutMs, withMs, slowerMs: round2(Math.max(0, withMs - withoutMs)) }
}

/** The first list of a server that has read nothing yet. */
async function coldList({ services }: TestServer, projectId: string): Promise<number> {
  const { createContentStore } = await import('../apps/server/src/content/contentStore.ts')
  const store = createContentStore({ database: services.database, services: () => ({}) })
  return clocked(() => store.reader(projectId).entries('post'))
}

async function clocked(body: () => Promise<unknown>): Promise<number> {
  return Math.round((await timed(body)).wall)
}

/** @param apart milliseconds from the beginning of one to that of the next; at once when absent */
async function repeated(times: number, body: (at: number) => Promise<unknown>, apart = 0): Promise<Time[]> {
  const all: Time[] = []
  const began = performance.now()
  for (let at = 0; at < times; at += 1) {
    const left = began + at * apart - performance.now()
    if (left > 0) await new Promise((resolve) => setTimeout(resolve, left))
    all.push(await timed(() => body(at)))
  }
  return all
}

/** Milliseconds by the clock, and of the main thread by the call: its clock is too coarse for a single one. */
function figures(times: readonly Time[]) {
  return {
    wallP50: round2(quantile(times, 0.5).wall),
    wallP95: round2(quantile(times, 0.95).wall),
    cpu: round2(times.reduce((sum, { cpu }) => sum + cpu, 0) / times.length),
  }
}

const median = (values: readonly number[]) =>
  round2([...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0)
