import { monitorEventLoopDelay } from 'node:perf_hooks'
import { firstProject } from '../apps/server/src/testing/ai.ts'
import { startTestServer, type TestServer } from '../apps/server/src/testing/server.ts'
import { judge } from './support/verdict.ts'

const SAVES = 200
const READS = 200
const WRITERS = 32
const AT_ONCE = 500

const words =
  'bread oven flour water salt baker morning street river garden window market stone paper light cloud winter summer honey apple pear cherry lemon olive basil butter cheese coffee table'.split(
    ' ',
  )

/**
 * Content of 1,000 and of 10,000 entries in two locales, over HTTP on SQLite with every commit durable: saves with
 * validation, a unique field and a relation, writers at once, reads, searches, the first list after a cold start, merges,
 * and how long the repository is behind.
 */
export async function run(): Promise<object> {
  const small = await measure(1_000)
  const large = await measure(10_000)
  const ratio = round(large.saveP95Ms / small.saveP95Ms)
  const { verdicts, within } = judge({
    save: { value: large.saveP95Ms, unit: 'ms for a save, p95', most: 25 },
    growth: { value: ratio, unit: 'times as long as with 1,000 entries', most: 1.5 },
    writers: { value: large.writersOk, unit: 'of 64 writers at once succeed', least: 2 * WRITERS },
    read: { value: large.readP95Ms, unit: 'ms for a page of entries, p95', most: 5 },
    search: { value: large.searchP95Ms, unit: 'ms for a search, p95', most: 20 },
    cold: { value: large.coldListMs, unit: 'ms for the first list', most: 500 },
    merge: { value: large.merge100Ms, unit: 'ms to merge 100 entries', most: 250 },
    written: { value: large.writtenAfterMs, unit: 'ms until the last save is in the repository', most: 4_000 },
    fill: { value: large.fillMs, unit: 'ms to write 10,000 entries in two locales', most: 30_000 },
    loop: {
      value: large.loopMaxMs,
      unit: 'ms that the event loop is held at most while 200 saves are written',
      most: 50,
    },
  })
  if (!within) process.exitCode = 1
  return { small, large, verdicts }
}

async function measure(count: number) {
  const server = await startTestServer()
  try {
    const { id: projectId } = await firstProject(server)
    const call = caller(server, projectId)
    await call('init_project', { stack: 'other', locales: ['en', 'tr'], domains: ['blog'] })
    await call('save_model', {
      id: 'author',
      name: 'Author',
      kind: 'collection',
      domain: 'blog',
      i18n: false,
      title_field: 'name',
      fields: { name: { type: 'string', required: true } },
    })
    await call('save_model', {
      id: 'post',
      name: 'Post',
      kind: 'collection',
      domain: 'blog',
      i18n: true,
      title_field: 'title',
      fields: {
        title: { type: 'string', required: true, unique: true },
        text: { type: 'markdown' },
        tags: { type: 'array', items: 'string' },
        author: { type: 'relation', model: 'author' },
      },
    })
    await call('save_content', { model: 'author', data: { ann: { name: 'Ann' } } })
    const fillMs = await clocked(async () => {
      for (const locale of ['en', 'tr'])
        for (let from = 0; from < count; from += AT_ONCE) {
          const numbers = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, at) => from + at)
          const data = Object.fromEntries(numbers.map((n) => [`post-${n}`, entryOf(n, locale)]))
          await call('save_content', { model: 'post', locale, data })
        }
    })
    const save = (n: number, title: string) =>
      call('save_content', { model: 'post', locale: 'en', data: { [`post-${n}`]: { title } } })
    await repeated(20, (at) => save(at, `Warm ${at}`))
    const saves = await repeated(SAVES, (at) => save((at * 37) % count, `Saved ${at}`))
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
    const coldListMs = await coldList(server, projectId)
    const merge100Ms = await merged(server, projectId, 100, count)
    const delay = monitorEventLoopDelay({ resolution: 5 })
    delay.enable()
    await repeated(SAVES, (at) => save((at * 91) % count, `Burst ${at}`))
    const writtenAfterMs = await clocked(() => written(server, projectId))
    delay.disable()
    return {
      entries: count,
      fillMs,
      saveP50Ms: quantile(saves, 0.5),
      saveP95Ms: quantile(saves, 0.95),
      readP95Ms: quantile(reads, 0.95),
      searchP95Ms: quantile(searches, 0.95),
      writersOk: [...apart, ...together].filter(({ status }) => status === 'fulfilled').length,
      coldListMs,
      merge100Ms,
      writtenAfterMs,
      loopMaxMs: round(delay.max / 1e6),
      loopP99Ms: round(delay.percentile(99) / 1e6),
    }
  } finally {
    await server.close()
  }
}

function entryOf(n: number, locale: string) {
  const text = Array.from({ length: 40 }, (_, at) => words[(n * 31 + at * at) % words.length]).join(' ')
  return {
    title: `${words[n % words.length]} ${words[(n * 3) % words.length]} ${n} ${locale}`,
    text: `${text}\n\n${text}`,
    tags: [words[n % 7], words[n % 11]],
    author: 'ann',
  }
}

interface Answer {
  ok: true
  data: { id?: string; branch?: string }
}

function caller(server: TestServer, projectId: string) {
  return async (name: string, input: object, focus: object = {}): Promise<Answer> => {
    const path = `/api/projects/${projectId}/operations/content.${name}`
    const body = (await server.call('POST', path, { input, focus })).body as Partial<Answer>
    if (!body.ok || !body.data) throw new Error(`${name}: ${JSON.stringify(body).slice(0, 500)}`)
    return { ok: true, data: body.data }
  }
}

/** The first list of a server that has read nothing yet. */
async function coldList({ services }: TestServer, projectId: string): Promise<number> {
  const { createContentStore } = await import('../apps/server/src/content/contentStore.ts')
  const store = createContentStore({ database: services.database, services: () => ({}) })
  return clocked(() => store.reader(projectId).entries('post'))
}

async function merged(server: TestServer, projectId: string, entries: number, count: number): Promise<number> {
  const call = caller(server, projectId)
  const { data } = await call('createBranch', { title: 'Many' })
  const numbers = Array.from({ length: entries }, (_, at) => (at * 13 + 7) % count)
  const values = Object.fromEntries(numbers.map((n) => [`post-${n}`, { title: `Merged ${n}` }]))
  await call('save_content', { model: 'post', locale: 'en', data: values }, { branchId: data.id })
  return clocked(() => call('merge_branch', { branch: data.branch }))
}

async function written({ services }: TestServer, projectId: string): Promise<void> {
  for (let at = 0; at < 3_000; at += 1) {
    const status = await services.repositories.status(projectId)
    if (!status || status.state === 'unavailable') throw new Error('There is no git here.')
    if (status.written >= status.seq) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('The repository was not written within a minute.')
}

async function clocked(body: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await body()
  return Math.round(performance.now() - from)
}

async function repeated(times: number, body: (at: number) => Promise<unknown>): Promise<number[]> {
  const all: number[] = []
  for (let at = 0; at < times; at += 1) {
    const from = performance.now()
    await body(at)
    all.push(performance.now() - from)
  }
  return all
}

const quantile = (times: readonly number[], share: number) =>
  round([...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0)
const round = (value: number) => Math.round(value * 10) / 10
