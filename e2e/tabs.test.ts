import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deepTest } from '../scripts/testing/deepTest.ts'
import { type Api, firstProject, type SessionView, session, signIn, until } from './support/api.ts'
import { ask, openEditor, stopButton } from './support/editor.ts'
import { type Model, modelPrompt, startModel } from './support/model.ts'
import { openBrowser, type SharedStudio, shareStudio, type TestBrowser } from './support/shared.ts'

// covers apps/studio/src/shell/agent packages/streams/src

describe('one chat in several tabs', () => {
  let browser: TestBrowser
  let context: BrowserContext
  let studio: SharedStudio
  let model: Model
  let api: Api
  let projectId = ''
  const tabs: Page[] = []
  const problems: string[] = []

  beforeAll(async () => {
    browser = await openBrowser()
    context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    model = await startModel({ chunkMs: 40 })
    studio = await shareStudio()
    api = await signIn(studio)
    projectId = (await firstProject(api)).id
    const credential = { provider: 'anthropic', label: 'Mock', apiKey: 'sk-test-key', baseUrl: model.url }
    const { id } = await api.post<{ id: string }>('/api/ai/credentials', credential)
    await api.put('/api/ai/defaults/site', { credentialId: id, modelId: 'claude-test' })
  })
  afterAll(async () => {
    await browser?.close()
    await studio?.remove()
    await model?.stop()
  })

  async function openTab(): Promise<Page> {
    const tab = await openEditor(context, studio)
    tab.on('pageerror', (error) => problems.push(error.message))
    tabs.push(tab)
    return tab
  }

  async function only(): Promise<SessionView> {
    const { sessions } = await api.get<{ sessions: { id: string }[] }>(
      `/api/ai/sessions?projectId=${projectId}&scope=site`,
    )
    expect(sessions).toHaveLength(1)
    return await session(api, sessions[0]?.id ?? '')
  }

  /** The conversation as a tab shows it: what was asked, said, called and changed, in order. */
  async function transcript(tab: Page): Promise<string> {
    await tab.bringToFront()
    return (await tab.getByRole('log', { name: 'Conversation' }).textContent()) ?? ''
  }

  /** The common state of every tab, once all of them show the same and `cards` runs with their changes. */
  async function agreed(cards: number): Promise<string> {
    return await until('the same in every tab', async () => {
      const seen: string[] = []
      for (const tab of tabs) seen.push(await transcript(tab))
      const same = seen.every((text) => text === seen[0]) && seen[0]?.split('Compare').length === cards + 1
      return same ? seen[0] : undefined
    })
  }

  const shows = (tab: Page, text: string) => until(text, async () => (await transcript(tab)).includes(text))

  it('shows the same, complete, in two tabs and in a third opened in the middle; the provider gets one request a round', async () => {
    const first = await openTab()
    await ask(first, modelPrompt)
    await shows(first, 'Now the hero section')
    const second = await openTab()
    await shows(second, 'Now the menu section')
    const third = await openTab()
    await until('the run to end', async () => (await only()).runs[0]?.status === 'complete')
    const { messages, runs } = await only()
    for (const tab of tabs) await shows(tab, 'The page has four new sections. Tell me what to change.')
    const seen = await agreed(1)
    expect(seen).toContain(modelPrompt)
    for (const said of messages.filter(({ role }) => role === 'assistant')) expect(seen).toContain(said.content)
    const calls = messages.filter(({ role }) => role === 'tool_call')
    const lines = third.getByRole('log', { name: 'Conversation' }).locator('[data-status]')
    expect(await lines.count()).toBe(calls.length)
    // Two reads, four sections and the last word: a round each, and one request for each round.
    expect(runs[0]?.rounds).toBe(6)
    expect(model.requests()).toBe(6)
    expect(problems).toEqual([])
  })

  deepTest('stops in every tab when one of them presses Stop, and every one can continue', async () => {
    const [first, second, third] = tabs
    if (!first || !second || !third) throw new Error('The tabs of the first test are gone')
    await first.bringToFront()
    await ask(first, `${modelPrompt}, again`)
    await second.bringToFront()
    await until('the run in the second tab', () => stopButton(second))
    await second.getByRole('button', { name: 'Stop the agent' }).click()
    await until('the run to be stopped', async () => (await only()).runs.at(-1)?.status === 'aborted')
    for (const tab of tabs) {
      await tab.bringToFront()
      await tab.getByText('Stopped', { exact: true }).waitFor()
      await until('the composer', async () => !(await stopButton(tab)))
    }
    await agreed(1)

    const asked = model.requests()
    await third.bringToFront()
    await ask(third, `${modelPrompt}, a last time`)
    await first.bringToFront()
    await shows(first, 'a last time')
    await until('the run to end', async () => (await only()).runs.at(-1)?.status === 'complete')
    expect(model.requests() - asked).toBe((await only()).runs.at(-1)?.rounds)
    await agreed(2)
    expect(problems).toEqual([])
  })
})
