import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anthropicBody } from '../packages/agent/testing/recordings.ts'
import { startReplay } from '../packages/agent/testing/replay.ts'
import { deepTest } from '../scripts/testing/deepTest.ts'
import { type Api, firstProject, runEnded, session, signIn, until } from './support/api.ts'
import { openEditor } from './support/editor.ts'
import { openBrowser, type TestBrowser } from './support/shared.ts'
import { type Studio, startStudio } from './support/studio.ts'

// covers apps/server/src/ai/bridge apps/studio/src/shell/agent

interface Call {
  role: string
  status: string
  execution?: { executorId: string; requestId: string }
  toolResult?: {
    ok: boolean
    data?: { width: number; layout: { nodes: unknown[] } }
    images?: { mimeType: string; hash: string }[]
    error?: { code: string }
  }
}

describe('the agent looks at the page', () => {
  let browser: TestBrowser
  let context: BrowserContext
  let studio: Studio
  let api: Api
  let projectId = ''
  let provider: Awaited<ReturnType<typeof startReplay>>

  beforeAll(async () => {
    provider = await startReplay(({ path, body }) => {
      if (!path.includes('/messages')) {
        return {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ data: [{ type: 'model', id: 'claude-opus-4-8', display_name: 'Opus' }] }),
        }
      }
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      const looked = text.lastIndexOf('"tool_result"') > text.lastIndexOf('Look at it')
      return looked
        ? { body: anthropicBody([{ type: 'text', text: 'I have seen it.' }]) }
        : {
            body: anthropicBody(
              [{ type: 'tool_use', id: 'toolu_1', name: 'render_snapshot', json: '{"breakpointId":"mobile"}' }],
              'tool_use',
            ),
          }
    })
    browser = await openBrowser()
    context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    studio = await startStudio({ env: { ATELIER_BRIDGE_TIMEOUT_MS: '6000' } })
    api = await signIn(studio)
    projectId = (await firstProject(api)).id
    const credential = { provider: 'anthropic', label: 'Mock', apiKey: 'sk-test-key', baseUrl: provider.url }
    const { id } = await api.post<{ id: string }>('/api/ai/credentials', credential)
    await api.put('/api/ai/defaults/site', { credentialId: id, modelId: 'claude-opus-4-8' })
  })
  afterAll(async () => {
    await browser?.close()
    await studio?.remove()
    await provider?.close()
  })

  const start = async (sessionId: string) =>
    (await api.post<{ runId: string }>(`/api/ai/sessions/${sessionId}/runs`, { prompt: 'Look at it' })).runId

  const calls = async (sessionId: string, runId: string) =>
    (await api.get<{ messages: (Call & { runId: string })[] }>(`/api/ai/sessions/${sessionId}`)).messages.filter(
      (message) => message.runId === runId,
    )

  const result = async (sessionId: string, runId: string) => {
    const run = await runEnded(api, sessionId, runId)
    expect(run.status).toBe('complete')
    return (await calls(sessionId, runId)).find(({ role }) => role === 'tool_result')?.toolResult
  }

  /** Holds back what a tab would answer, as if it were asleep in the middle of its work. */
  const silence = (page: Page) => page.route('**/api/ai/tool-result', () => new Promise(() => undefined))

  it('without any tab: in a browser of the server, with a picture', async () => {
    const { id } = await api.post<{ id: string }>('/api/ai/sessions', { projectId, scope: 'site' })
    const seen = await result(id, await start(id))
    expect(seen).toMatchObject({ ok: true, data: { width: 375 } })
    const [picture] = seen?.images ?? []
    const bytes = await (await api.raw(`/api/ai/sessions/${id}/images/${picture?.hash}`)).arrayBuffer()
    expect(Buffer.from(bytes).subarray(1, 4).toString()).toBe('PNG')
  })

  deepTest(
    'in the tab that holds the chat; when that closes in the middle, in the other; a tab asleep holds up nothing',
    async () => {
      const first = await openEditor(context, studio)
      await first.getByText('I have seen it.').first().waitFor()
      await first.getByPlaceholder(/Ask for a change/).fill('Look at it')
      await first.getByPlaceholder(/Ask for a change/).press('Enter')
      // The studio opens the chat that was last: the one of the first test.
      const path = `/api/ai/sessions?projectId=${projectId}&scope=site`
      const [chat] = (await api.get<{ sessions: { id: string }[] }>(path)).sessions
      const sessionId = chat?.id ?? ''
      const firstRun = await until('the run', async () => (await session(api, sessionId)).runs[1]?.id)
      expect(await result(sessionId, firstRun)).toMatchObject({ ok: true, data: { width: 375 } })
      await first.getByRole('button', { name: 'Enlarge: What the agent saw' }).first().waitFor()

      // A second run, now that the tab has its lease: the tab is called and answers with its own picture.
      const firstAnswers = first.waitForRequest('**/api/ai/tool-result')
      const byTab = await start(sessionId)
      await firstAnswers
      expect(await result(sessionId, byTab)).toMatchObject({ ok: true, images: [{ mimeType: 'image/png' }] })

      const second = await openEditor(context, studio)
      await until('the chat in the second tab', async () =>
        (await second.getByRole('log', { name: 'Conversation' }).textContent())?.includes('I have seen it.'),
      )
      await silence(first)
      const handed = await start(sessionId)
      const asked = await until('a tab to be asked', async () =>
        (await calls(sessionId, handed)).find(({ status, execution }) => status === 'running' && execution),
      )
      const secondAnswers = second.waitForRequest('**/api/ai/tool-result')
      await first.close({ runBeforeUnload: false })
      await secondAnswers
      const after = await result(sessionId, handed)
      expect(after).toMatchObject({ ok: true, images: [{ mimeType: 'image/png' }] })
      expect(asked.execution?.executorId).toBeTruthy()

      await silence(second)
      const stalled = await start(sessionId)
      expect(await result(sessionId, stalled)).toMatchObject({ ok: false, error: { code: 'editor_timeout' } })
      await second.close()
    },
  )

  deepTest('sends pictures with a message, and says why one is not taken', async () => {
    const page = await openEditor(context, studio)
    await page.getByRole('button', { name: 'New chat' }).click()
    const input = page.getByLabel('Pictures to add')
    const png = await page.screenshot({ clip: { x: 0, y: 0, width: 300, height: 200 } })
    await input.setInputFiles([{ name: 'sketch.png', mimeType: 'image/png', buffer: png }])
    await page.getByRole('list', { name: 'Pictures of the message' }).getByRole('img', { name: 'sketch.png' }).waitFor()
    await input.setInputFiles([{ name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from('no picture') }])
    await page.getByText('photo.png cannot be read as a picture.').waitFor()
    await page.getByPlaceholder(/Ask for a change/).fill('Look at it, like this sketch')
    await page.getByPlaceholder(/Ask for a change/).press('Enter')
    const shown = page.getByRole('button', { name: 'Enlarge: A picture of the message' })
    await shown.waitFor()
    await until('the end', async () =>
      (await page.getByRole('log', { name: 'Conversation' }).textContent())?.includes('I have seen it.'),
    )
    if (process.env.ATELIER_SHOTS) await page.screenshot({ path: `${process.env.ATELIER_SHOTS}/pictures.png` })
    await shown.click()
    await page.getByRole('dialog').getByRole('img').waitFor()
    if (process.env.ATELIER_SHOTS) await page.screenshot({ path: `${process.env.ATELIER_SHOTS}/enlarged.png` })
    await page.close()
  })
})
