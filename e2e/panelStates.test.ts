import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deepTest } from '../scripts/testing/deepTest.ts'
import { openEditor } from './support/editor.ts'
import { keyboard } from './support/keyboard.ts'
import { type PreparedServer, startPrepared } from './support/preparedServer.ts'
import { type ScriptedProvider, startProvider } from './support/provider.ts'
import { openBrowser, type TestBrowser } from './support/shared.ts'

// covers apps/studio/src/shell/agent apps/server/src/ai/models

/** Where nothing plays scripted answers, a chat needs a provider and a model. */
const env = { ATELIER_REHEARSALS: '0' }

let server: PreparedServer
let provider: ScriptedProvider
let browser: TestBrowser
let page: Page

beforeAll(async () => {
  server = await startPrepared({ env })
  provider = await startProvider()
  browser = await openBrowser()
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  page = await openEditor(context, server.studio)
})
afterAll(async () => {
  await browser?.close()
  await server?.studio.remove()
  await provider?.close()
})

const composer = () => page.getByLabel('Message to the agent')
const picker = () => page.getByRole('button', { name: /^Model: / })

it('asks for a provider where there is none: the composer is locked, and says by keys what is missing', async () => {
  await page.getByText('Connect an AI provider', { exact: true }).waitFor()
  expect(await composer().getAttribute('placeholder')).toBe('Add AI credentials to start chatting')
  expect(await composer().isDisabled()).toBe(true)
  expect(await picker().count()).toBe(0)
  const { reach } = keyboard(page)
  await reach(page.getByRole('button', { name: 'Add AI credentials first' }))
  await page.getByRole('tooltip', { name: 'Add AI credentials first' }).waitFor()
  await page.keyboard.press('Enter')
  await reach(page.getByRole('link', { name: 'Add an AI provider' }))
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/settings\/ai/)
  await page.goBack()
})

deepTest('asks for a model where a provider has no default, and takes one that is picked in the panel', async () => {
  const { api, projectId } = server
  const credential = { provider: 'anthropic', label: 'Ours', apiKey: 'sk-ant-0000', baseUrl: provider.url }
  const { id } = await api.post<{ id: string }>('/api/ai/credentials', credential)
  // The first provider has become the default.
  expect((await api.raw('/api/ai/defaults/site', { method: 'DELETE' })).ok).toBe(true)
  await page.reload()
  await page.getByText('Choose a model to get started', { exact: true }).waitFor()
  expect(await composer().getAttribute('placeholder')).toBe('Choose a model below to start')
  expect(await composer().isDisabled()).toBe(true)
  await page.getByRole('link', { name: 'Set a default in AI settings' }).waitFor()
  await page.getByRole('button', { name: 'Choose a model first' }).hover()
  await page.getByRole('tooltip', { name: 'Choose a model first' }).waitFor()

  const made = await api.post<{ id: string }>('/api/ai/sessions', { projectId, scope: 'site' })
  const refused = await api.raw(`/api/ai/sessions/${made.id}/runs`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ prompt: 'Hello' }),
  })
  expect([refused.status, await refused.json()]).toMatchObject([409, { error: { code: 'no_model' } }])
  expect(provider.requests()).toBe(0)

  await picker().click()
  await page.getByText('Claude Test').click()
  await composer().fill('Hello')
  await composer().press('Enter')
  await page.getByRole('log').getByText('Ready.').waitFor()
  expect((await api.get<{ credentials: { id: string }[] }>('/api/ai/credentials')).credentials).toMatchObject([{ id }])
})

deepTest('is open from the start where there is a default', async () => {
  const { api } = server
  const { credentials } = await api.get<{ credentials: { id: string }[] }>('/api/ai/credentials')
  await api.put('/api/ai/defaults/site', { credentialId: credentials[0]?.id, modelId: 'claude-test' })
  await page.reload()
  await page.getByRole('button', { name: 'Model: Claude Test' }).waitFor()
  expect(await composer().isDisabled()).toBe(false)
})
