import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { addMedia } from '@atelier/site'
import { buildSync } from 'esbuild'
import { firstProject } from '../apps/server/testing/ai.ts'
import type { TestServer } from '../apps/server/testing/server.ts'
import { conversationOf, NOW, surroundings } from '../packages/cms/testing/dialogues.ts'
import { keepingMentions, recallOf } from '../packages/cms/testing/recall.ts'
import { caller, contentServer, setUpBlog, words, writePosts } from './support/contentProject.ts'
import { pageContent } from './support/generatedPage.ts'
import { judge, quantile, round2, type Time, timed } from './support/verdict.ts'

const PAGES = 100
/** Each of 16 nodes: about 300 of a page. */
const SECTIONS = 19
const ENTRIES = 2_000
const FILES = 500
const CALLS = 500
const MANY_PAGES = 1_000
const TIMES = 200

type Operate = (id: string, input: object, documentId?: string) => Promise<Answer>
interface Answer {
  pageId?: string
  count?: number
  pages?: { id: string }[]
  sections?: { id: string; fields?: { name: string; kind: string }[] }[]
}

/**
 * The assistant over HTTP on SQLite, with 100 pages of 300 nodes, 2,000 entries in two locales and 500 files: reads,
 * writes on one page, new pages, a menu in 100 and in 1,000 copies, the start, the first search and later ones, and the memory of a conversation of 500 calls.
 */
export async function run(): Promise<object> {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-cms-'))
  const server = await contentServer(folder)
  try {
    const { id: projectId, siteDocumentId } = await firstProject(server)
    const operate = operator(server, projectId)
    const pages = await fill(server, { projectId, siteDocumentId, operate })
    const searchTurns = watchTurns()
    const firstIndexMs = Math.round((await timed(() => operate('cms.findResource', { query: 'bread' }))).wall)
    const search = await repeated(TIMES, (at) => operate('cms.findResource', { query: queryOf(at) }))
    const misspelled = await repeated(TIMES, (at) => operate('cms.findResource', { query: `${queryOf(at)} brread` }))
    const searchesMs = searchTurns.end()
    const otherTurns = watchTurns()
    const reads = await repeated(TIMES, (at) => operate('cms.getPageSections', { pageId: pages[at % PAGES] ?? '' }))
    const writes = await measureWrites(operate, pages[0] ?? '')
    const searchAfterWrite = await repeated(20, async (at) => {
      await writeHeading(operate, pages[at] ?? '', `Edited ${at}`)
      await operate('cms.findResource', { query: `edited ${at}` })
    })
    const menu = await timed(() => operate('cms.addNavigationItem', { label: 'Jobs', href: '/jobs' }))
    const create = await repeated(20, (at) => operate('cms.createPageWithContent', newPage(at)))
    const restMs = otherTurns.end()
    const memory = measureMemory()
    const started = measureStart(folder)
    const manyMenus = await measureManyCopies()
    const loop = { searchesMs, restMs }
    const { verdicts, within } = judge({
      read: { value: figures(reads).wallP95, unit: 'ms for the sections of a page, p95', most: 20 },
      write: { value: figures(writes).wallP95, unit: 'ms for a text of a section, p95', most: 40 },
      create: { value: figures(create).wallP95, unit: 'ms for a page of five sections, p95', most: 120 },
      menu: { value: round2(menu.wall), unit: 'ms for an item in a menu of 100 pages', most: 500 },
      manyMenus: { value: manyMenus.wall, unit: 'ms for an item in a menu of 1,000 pages', most: 5_000 },
      start: { value: started.ms, unit: 'ms of CPU time to load the scope beside the others', most: 20 },
      startMemory: { value: started.mb, unit: 'MB of memory for it', most: 8 },
      search: { value: figures(search).wallP95, unit: 'ms for a search, p95', most: 30 },
      misspelled: { value: figures(misspelled).wallP95, unit: 'ms for a search with an unknown word, p95', most: 30 },
      firstIndex: { value: firstIndexMs, unit: 'ms for the first search', most: 5_000 },
      memory: { value: memory, unit: 'ms for state lines and references after 500 calls', most: 3 },
      searchLoop: {
        value: loop.searchesMs,
        unit: 'ms of CPU time in a turn of the event loop by searches at most',
        most: 50,
      },
      loop: { value: loop.restMs, unit: 'ms of CPU time in a turn by the rest at most', most: 50 },
    })
    if (!within) process.exitCode = 1
    return {
      firstIndexMs,
      search: figures(search),
      misspelled: figures(misspelled),
      searchAfterWrite: figures(searchAfterWrite),
      reads: figures(reads),
      writes: figures(writes),
      create: figures(create),
      menuMs: round2(menu.wall),
      manyMenus,
      started,
      memoryMs: memory,
      loop,
      verdicts,
    }
  } finally {
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

function operator(server: TestServer, projectId: string): Operate {
  return async (id, input, documentId) => {
    const path = `/api/projects/${projectId}/operations/${id}`
    const body = (await server.call('POST', path, { input, documentId })).body as { ok?: boolean; data?: Answer }
    if (!body.ok) throw new Error(`${id}: ${JSON.stringify(body).slice(0, 500)}`)
    return body.data ?? {}
  }
}

/** @returns the ids of the pages */
async function fill(
  server: TestServer,
  { projectId, siteDocumentId, operate }: { projectId: string; siteDocumentId: string; operate: Operate },
): Promise<string[]> {
  const call = caller(server, projectId)
  await setUpBlog(call)
  await writePosts(call, ENTRIES)
  const ids: string[] = []
  for (let at = 0; at < PAGES; at += 1) {
    const name = `${words[at % words.length]} ${words[(at * 7 + 3) % words.length]} ${at}`
    const { pageId = '' } = await operate('site.duplicatePage', {
      pageId: await homeOf(operate),
      title: name,
      slug: `p${at}`,
    })
    await operate(
      'site.insertHtml',
      { parentId: pageId, html: pageContent(SECTIONS, words[at % words.length] ?? '') },
      pageId,
    )
    ids.push(pageId)
  }
  await server.services.documents.transact({
    projectId,
    origin: { kind: 'hand', userId: 'bench' },
    body: async (drafts) => {
      const site = await drafts.open(siteDocumentId)
      for (let at = 0; site && at < FILES; at += 1) addMedia(site, fileOf(at))
      return { result: undefined, commit: true }
    },
  })
  return ids
}

const homeOf = async (operate: Operate): Promise<string> => (await operate('cms.listPages', {})).pages?.[0]?.id ?? ''

const fileOf = (at: number) => ({
  id: `file${at}`,
  name: `${words[at % words.length]}-${at}.jpg`,
  hash: at.toString(16).padStart(64, '0'),
  type: 'image/jpeg',
  bytes: 1_000,
  width: 10,
  height: 10,
  alt: `A picture of ${words[(at * 3) % words.length]} and ${words[(at * 5) % words.length]}`,
  createdAt: at,
})

const queryOf = (at: number) => `${words[at % words.length]} ${words[(at * 11 + 2) % words.length]}`

async function writeHeading(operate: Operate, pageId: string, text: string): Promise<void> {
  const { sections = [] } = await operate('cms.getPageSections', { pageId, includeContent: true })
  const section = sections.find(({ fields = [] }) => fields.some(({ kind }) => kind === 'text'))
  const field = section?.fields?.find(({ kind }) => kind === 'text')
  if (!section || !field) throw new Error('The page has no text')
  await operate('cms.updateSectionContent', { pageSectionId: section.id, content: { [field.name]: text } })
}

async function measureWrites(operate: Operate, pageId: string): Promise<Time[]> {
  const { sections = [] } = await operate('cms.getPageSections', { pageId, includeContent: true })
  const section = sections.find(({ fields = [] }) => fields.some(({ kind }) => kind === 'text'))
  const field = section?.fields?.find(({ kind }) => kind === 'text')
  if (!section || !field) throw new Error('The page has no text')
  return repeated(50, (at) =>
    operate('cms.updateSectionContent', { pageSectionId: section.id, content: { [field.name]: `Written ${at}` } }),
  )
}

const newPage = (at: number) => ({
  name: `New page ${at}`,
  sections: ['hero', 'cards', 'quote', 'faq', 'call'].map((sectionKey) => ({ sectionKey })),
})

/** An item in a menu of 1,000 pages, on a server of its own. */
async function measureManyCopies(): Promise<{ wall: number; cpu: number; longestTurn: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-cms-'))
  const server = await contentServer(folder)
  try {
    const { id: projectId } = await firstProject(server)
    const operate = operator(server, projectId)
    const pageId = await homeOf(operate)
    for (let at = 0; at < MANY_PAGES; at += 1)
      await operate('site.duplicatePage', { pageId, title: `Page ${at}`, slug: `p${at}` })
    const turns = watchTurns()
    const { wall, cpu } = await timed(() => operate('cms.addNavigationItem', { label: 'Jobs', href: '/jobs' }))
    return { wall: round2(wall), cpu: round2(cpu), longestTurn: turns.end() }
  } finally {
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Loads the scope as a server does: bundled, from a compile cache, after everything that it imports. */
function measureStart(folder: string): { ms: number; mb: number } {
  const outdir = join(folder, 'bundle')
  buildSync({
    stdin: {
      contents: `const before = ['@atelier/agent', '@atelier/documents', '@atelier/operation', '@atelier/site', '@atelier/content']
await Promise.all([import('@atelier/agent'), import('@atelier/documents'), import('@atelier/operation'), import('@atelier/site'), import('@atelier/content')])
globalThis.gc()
const [memory, time] = [process.memoryUsage().rss, process.threadCpuUsage()]
await import('@atelier/cms')
const { user, system } = process.threadCpuUsage(time)
console.log(JSON.stringify({ ms: (user + system) / 1000, mb: (process.memoryUsage().rss - memory) / 1024 ** 2, before }))`,
      resolveDir: fileURLToPath(new URL('..', import.meta.url)),
    },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    packages: 'bundle',
    outdir,
    outExtension: { '.js': '.mjs' },
    logLevel: 'silent',
  })
  const rounds = Array.from({ length: 6 }, () => {
    const out = execFileSync(process.execPath, ['--expose-gc', join(outdir, 'stdin.mjs')], {
      env: { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compiled') },
      encoding: 'utf8',
    })
    return JSON.parse(out) as { ms: number; mb: number }
  })
  // The first one fills the cache.
  const warm = rounds.slice(1)
  const middle = (of: (round: { ms: number; mb: number }) => number) =>
    round2(warm.map(of).sort((a, b) => a - b)[Math.floor(warm.length / 2)] ?? 0)
  return { ms: middle(({ ms }) => ms), mb: middle(({ mb }) => mb) }
}

/** The fastest of many, in milliseconds: the machine may be busy with something else. */
function measureMemory(): number {
  const calls = Array.from({ length: CALLS }, (_, at) => `listed home about contact bread x${at}`)
  const { conversation } = conversationOf(['u: Go', ...calls, 'u: Open the second page'])
  const around = keepingMentions(surroundings())
  const times = Array.from({ length: 60 }, () => {
    const before = performance.now()
    recallOf(conversation, around, NOW)
    return performance.now() - before
  })
  return round2(times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0)
}

/** The longest turn of the event loop, in CPU time: by the clock, a busy machine would be measured. */
function watchTurns(): { end(): number } {
  let [longest, last, isOver] = [0, threadMs(), false]
  const turn = () => {
    const now = threadMs()
    longest = Math.max(longest, now - last)
    last = now
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  return {
    end() {
      isOver = true
      return round2(longest)
    },
  }
}

function threadMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

async function repeated(times: number, body: (at: number) => Promise<unknown>): Promise<Time[]> {
  const all: Time[] = []
  for (let at = 0; at < times; at += 1) all.push(await timed(() => body(at)))
  return all
}

function figures(times: readonly Time[]) {
  return {
    wallP50: round2(quantile(times, 0.5).wall),
    wallP95: round2(quantile(times, 0.95).wall),
    cpu: round2(times.reduce((sum, { cpu }) => sum + cpu, 0) / times.length),
  }
}
