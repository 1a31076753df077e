import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { clusterOf, findPostgres } from '../apps/server/testing/cluster.ts'
import { type Api, firstProject, runEnded, session, signIn, siteHtml, until } from './support/api.ts'
import { startPrepared } from './support/preparedServer.ts'
import { type Studio, startStudio } from './support/studio.ts'
import { openTab, type Tab } from './support/tab.ts'

// covers packages/streams/src apps/server/src/database

const prompt = 'Build a landing page for Ferment, a bakery in Porto'
const studios: Studio[] = []
const tabs: Tab[] = []

afterEach(async () => {
  for (const tab of tabs.splice(0)) tab.close()
  await Promise.all(studios.splice(0).map((studio) => studio.remove()))
})

const env = { ATELIER_REHEARSAL_PACE_MS: '25', NODE_OPTIONS: '--unhandled-rejections=strict' }

async function ask(api: Api, projectId: string): Promise<{ sessionId: string; runId: string }> {
  const { id: sessionId } = await api.post<{ id: string }>('/api/ai/sessions', { projectId, scope: 'site' })
  const { runId } = await api.post<{ runId: string }>(`/api/ai/sessions/${sessionId}/runs`, { prompt })
  return { sessionId, runId }
}

const results = async (api: Api, sessionId: string) =>
  (await session(api, sessionId)).messages.filter(({ role }) => role === 'tool_result')

/** Waits until the run has changed the page, and is not through with it. */
const midRun = (api: Api, sessionId: string) =>
  until('the run to be in the middle', async () => (await results(api, sessionId)).length >= 2)

/** Each call has exactly one result, and the page each section once. */
async function appliedOnce(api: Api, projectId: string, sessionId: string) {
  const { messages } = await session(api, sessionId)
  const called = messages.flatMap(({ role, toolCallId }) => (role === 'tool_call' ? [toolCallId] : []))
  const answered = messages.flatMap(({ role, toolCallId }) => (role === 'tool_result' ? [toolCallId] : []))
  expect(answered.sort()).toEqual(called.sort())
  const html = await siteHtml(api, projectId)
  for (const section of ['class="board"', 'class="story"', 'class="visit"']) expect(html.split(section)).toHaveLength(2)
}

async function pageId(api: Api, projectId: string): Promise<string> {
  const { pages } = await api.get<{ pages: { id: string }[] }>(`/api/projects/${projectId}/pages`)
  const id = pages[0]?.id
  if (!id) throw new Error('The project has no page')
  return id
}

describe('a disk without room', () => {
  let folder = ''
  let mounted = false
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'atelier-full-'))
    mounted = mountSmall(folder)
  })
  afterAll(() => {
    if (mounted) execFileSync('umount', ['-l', folder])
    rmSync(folder, { recursive: true, force: true })
  })

  it('refuses edits with a sentence, loses nothing, and continues by itself once there is room', async ({ skip }) => {
    if (!mounted) skip('A small file system cannot be mounted here.')
    const server = await startPrepared({ dataDir: join(folder, 'data'), env })
    const { studio, api, projectId } = server
    studios.push(studio)
    const { slug } = await firstProject(api)
    const home = await pageId(api, projectId)
    const tab = openTab(studio, api, home)
    tabs.push(tab)
    await until('the tab to have the page', async () => tab.saved())
    await api.post(`/api/projects/${projectId}/publish`)
    const visit = async () => (await fetch(`http://127.0.0.1:${studio.ports.sites}/${slug}/`)).text()
    const live = await visit()
    const { sessionId, runId } = await ask(api, projectId)
    await midRun(api, sessionId)

    const filler = join(folder, 'filler')
    fill(filler)
    const accepted: string[] = []
    const refused = await until('an edit to be refused', async () => {
      const name = `Name ${accepted.length} ${'x'.repeat(150)}`
      const answer = await rename(api, projectId, home, name)
      if (answer.status !== 200) return answer
      accepted.push(name)
      fill(filler)
      return undefined
    })
    expect(refused.status).toBe(503)
    expect(JSON.parse(refused.text).error.message).toMatch(/disk is full/)
    const typed = `Typed ${'y'.repeat(30_000)}`
    const key = textKey(tab)
    tab.fields.set(key, typed)
    await until(
      'the run to lose its storage',
      async () => /disk is full/.test(studio.errors()) || (await stalled(api, sessionId)),
    )
    expect((await api.raw('/health')).status).toBe(200)
    const shown = await siteHtml(api, projectId)
    expect((await rename(api, projectId, home, 'Never')).status).toBe(503)
    expect(await siteHtml(api, projectId)).toBe(shown)
    const published = await api.raw(`/api/projects/${projectId}/publish`, { method: 'POST' })
    expect(published.ok).toBe(false)
    expect(await visit()).toBe(live)
    expect(tab.saved()).toBe(false)
    expect(studio.process.exitCode).toBe(null)

    rmSync(filler)
    expect(await runEnded(api, sessionId, runId, 30_000)).toMatchObject({ status: 'complete' })
    await appliedOnce(api, projectId, sessionId)
    await until('the tab to be saved', async () => tab.saved())
    await api.post(`/api/projects/${projectId}/publish`)
    expect(await visit()).not.toBe(live)
    const before = await siteHtml(api, projectId)
    await studio.stop('SIGKILL')
    const again = await server.another({ env, ports: studio.ports })
    studios.push(again.studio)
    expect(await siteHtml(again.api, projectId)).toBe(before)
    const reader = openTab(again.studio, again.api, home)
    tabs.push(reader)
    await until('the typed text to be there', async () => reader.fields.get(key) === typed)
  })
})

const postgres = findPostgres()

describe.runIf(postgres)('on Postgres', () => {
  it('a run, a tab and the server outlive a restart of the database', async () => {
    // A cluster of its own, since no other test may use it while it restarts.
    const cluster = await clusterOf(process.pid, postgres ?? '')
    const url = await cluster.createDatabase('restarted')
    const studio = await startStudio({ env: { ...env, DATABASE_URL: url } })
    studios.push(studio)
    const api = await signIn(studio)
    const { id: projectId } = await firstProject(api)
    const tab = openTab(studio, api, await pageId(api, projectId))
    tabs.push(tab)
    await until('the tab to have the page', async () => tab.saved())
    const { sessionId, runId } = await ask(api, projectId)
    await midRun(api, sessionId)
    const key = textKey(tab)
    const typing = setInterval(() => tab.fields.set(key, `Typed ${Date.now()}`), 40)
    try {
      cluster.restart()
    } finally {
      clearInterval(typing)
    }
    expect(await runEnded(api, sessionId, runId, 30_000)).toMatchObject({ status: 'complete' })
    await appliedOnce(api, projectId, sessionId)
    await until('the tab to be saved', async () => tab.saved())
    expect(tab.denials).toEqual([])
    expect(studio.process.exitCode).toBe(null)
  })
})

/** The key of a page's first words, as the layer tree edits them. */
function textKey(tab: Tab): string {
  const words = [...tab.fields].find(([, value]) => /"kind":"text","text":"\w/.test(JSON.stringify(value)))
  if (!words) throw new Error('The page has no text')
  return `${words[0]}/text`
}

/** A file system of 40 MB, where this user may mount one. */
function mountSmall(folder: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=40m', 'tmpfs', folder], { stdio: 'pipe' })
    return true
  } catch {
    console.warn('A small file system cannot be mounted here: the trial of a full disk is skipped.')
    return false
  }
}

/** Writes until there is no room left. */
function fill(path: string): void {
  const file = openSync(path, 'a')
  const end = () => closeSync(file)
  for (let size = 1 << 20; size >= 1; size >>= 2) {
    const block = Buffer.alloc(size)
    try {
      for (;;) if (writeSync(file, block) < size) break
    } catch {
      // No room for this size; a smaller one may fit.
    }
  }
  end()
}

async function rename(api: Api, projectId: string, documentId: string, name: string) {
  const answer = await api.raw(`/api/projects/${projectId}/operations/site.renamePage`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ documentId, input: { pageId: documentId, title: name } }),
  })
  return { status: answer.status, text: await answer.text() }
}

/** Nothing has been added to the session for a second. */
async function stalled(api: Api, sessionId: string): Promise<boolean> {
  const { offset } = await session(api, sessionId)
  await new Promise((resolve) => setTimeout(resolve, 1000))
  return (await session(api, sessionId)).offset === offset
}
