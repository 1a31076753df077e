/** Slow by design: more tabs are open at once than a browser opens connections to a server. */
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstProject, signIn } from './support/api.ts'
import { openProject } from './support/editor.ts'
import { openBrowser, type SharedStudio, shareStudio, type TestBrowser } from './support/shared.ts'

// covers apps/studio/src/api apps/server/src/streams

/** More than a browser opens connections to one server over HTTP/1.1, for all of its tabs together. */
const tabsOfChats = 7
const tabsOfContent = 2

let browser: TestBrowser
let context: BrowserContext
let studio: SharedStudio

beforeAll(async () => {
  browser = await openBrowser()
  context = await browser.newContext()
  studio = await shareStudio()
})
afterAll(async () => {
  await browser?.close()
  await studio?.remove()
})

test('many open tabs that follow a chat or the content leave the server reachable for each of them', async () => {
  const api = await signIn(studio)
  const { id: projectId } = await firstProject(api)
  const sessions: string[] = []
  for (let tab = 0; tab < tabsOfChats; tab++) {
    const session = await api.post<{ id: string }>('/api/ai/sessions', { scope: 'site', projectId })
    await api.post(`/api/ai/sessions/${session.id}/runs`, { prompt: `Add a hero section, number ${tab}` })
    sessions.push(session.id)
  }
  const first = await openProject(context, studio)
  const tabs: Page[] = [first]
  /** Resolves once a tab has begun to follow something: not by the connections that all tabs share. */
  const following = (tab: Page) =>
    tab.waitForEvent('websocket', (socket) => new URL(socket.url()).pathname.startsWith('/api/'))
  for (const [index, session] of sessions.entries()) {
    const tab = await context.newPage()
    const follows = following(tab)
    await tab.goto(`${studio.url}/projects/${projectId}?chat=${session}`)
    await tab.getByRole('log', { name: 'Conversation' }).getByText(`number ${index}`).first().waitFor()
    await follows
    tabs.push(tab)
  }
  for (let at = 0; at < tabsOfContent; at++) {
    const tab = await context.newPage()
    const follows = following(tab)
    await tab.goto(`${studio.url}/projects/${projectId}/content`)
    await tab.getByRole('main').first().waitFor()
    await follows
    tabs.push(tab)
  }
  const statuses = await Promise.all(
    tabs.map((tab) =>
      tab.evaluate(
        async () =>
          (await fetch('/api/projects', { signal: AbortSignal.timeout(10_000) }).catch(() => undefined))?.status,
      ),
    ),
  )
  expect(statuses).toEqual(tabs.map(() => 200))
})
