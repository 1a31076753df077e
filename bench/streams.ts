import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createStreamStore, type StreamStore } from '@atelier/streams'
import { openDatabase } from '../apps/server/src/database/open.ts'
import { clusterOf, findPostgres } from '../apps/server/testing/cluster.ts'

const long = 100_000
const rounds = 400
const entry = new TextEncoder().encode(JSON.stringify({ type: 'chunk', key: 'm:1', value: { delta: 'x'.repeat(180) } }))

interface Times {
  p50Ms: number
  p99Ms: number
}

/**
 * The cost of an append on a stream of 10 entries and of 100,000, taken in turns, and of a read of the long one's last ten entries.
 */
export async function run(): Promise<object> {
  const sqlite = await measure()
  const bin = findPostgres()
  if (bin === undefined) return { sqlite, postgres: 'not installed' }
  const cluster = await clusterOf(process.pid, bin)
  return { sqlite, postgres: await measure(await cluster.createDatabase('bench')) }
}

async function measure(databaseUrl?: string): Promise<object> {
  const dataDir = mkdtempSync(join(tmpdir(), 'atelier-bench-'))
  const { database, close } = await openDatabase({ dataDir, databaseUrl })
  const store = createStreamStore(database, { now: Date.now })
  try {
    await fill(store, 'short', 10)
    await fill(store, 'long', long)
    // In turns, so that whatever else the machine does meets both alike. The short stream is renewed to stay short.
    const appends: Record<'short' | 'long', number[]> = { short: [], long: [] }
    for (let round = 0; round < rounds; round++) {
      if (round % 10 === 0) await fill(store, 'short', 10)
      for (const path of ['short', 'long'] as const) {
        appends[path].push(await time(() => store.commit({ appends: [{ stream: path, entries: [entry] }] })))
      }
    }
    const reads: number[] = []
    for (let round = 0; round < rounds; round++) {
      const offset = (await store.info('long'))?.tailOffset ?? ''
      await store.commit({ appends: [{ stream: 'long', entries: Array.from({ length: 10 }, () => entry) }] })
      reads.push(await time(() => store.read('long', offset)))
    }
    return {
      appendAt10: summary(appends.short),
      appendAt100000: summary(appends.long),
      ratioOfMedians: round3(summary(appends.long).p50Ms / summary(appends.short).p50Ms),
      tailReadAt100000: summary(reads),
    }
  } finally {
    await close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function fill(store: StreamStore, path: string, count: number): Promise<void> {
  await store.remove(path)
  await store.ensure(path)
  for (let done = 0; done < count; done += 1000) {
    const entries = Array.from({ length: Math.min(1000, count - done) }, () => entry)
    await store.commit({ appends: [{ stream: path, entries }] })
  }
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

function summary(times: readonly number[]): Times {
  const sorted = [...times].sort((a, b) => a - b)
  const at = (share: number) => round3(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
  return { p50Ms: at(0.5), p99Ms: at(0.99) }
}

function round3(value: number): number {
  return Math.round(value * 1000) / 1000
}
