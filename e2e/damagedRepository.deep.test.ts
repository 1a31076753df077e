/** Slow by design: a repository is damaged, found to be so and made anew. */
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from './support/api.ts'
import { axeFindings } from './support/axe.ts'
import { openEditor } from './support/editor.ts'
import { type PreparedServer, startPrepared } from './support/preparedServer.ts'
import { openBrowser, type TestBrowser } from './support/shared.ts'

// covers apps/studio/src/content/rooms apps/server/src/content/repository

let browser: TestBrowser
let server: PreparedServer

beforeAll(async () => {
  browser = await openBrowser()
  server = await startPrepared()
})
afterAll(async () => {
  await browser?.close()
  await server?.studio.remove()
})

test('a damaged repository is made anew with a click, and goes on from there', async () => {
  const { studio, api, projectId } = server
  const operate = (name: string, input: object) =>
    api.post<{ ok: boolean }>(`/api/projects/${projectId}/operations/content.${name}`, { input })
  const save = async (title: string) =>
    expect(await operate('save_content', { model: 'note', data: { first: { title } } })).toMatchObject({ ok: true })
  const fields = { title: { type: 'string', required: true } }
  const note = { id: 'note', name: 'Notes', kind: 'collection', domain: 'blog', title_field: 'title', fields }
  await operate('init_project', { locales: ['en'], domains: ['blog'], models: [note] })
  await save('One')
  await api.post(`/api/projects/${projectId}/content/sync`, {})
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await openEditor(context, studio)
  await page.goto(`${studio.url}/projects/${projectId}/content?room=repository`)
  const written = page.locator('dt', { hasText: 'State' }).locator('xpath=following-sibling::dd[1]')
  await page.getByRole('heading', { name: 'Repository', level: 1 }).waitFor()
  await written.waitFor()

  const path = join(studio.dataDir, 'content', `${projectId}.git`)
  writeFileSync(join(path, 'HEAD'), 'garbage')
  await save('Two')
  const held = page.getByText('The repository is held up')
  await held.waitFor()
  expect(await page.getByRole('main').textContent()).not.toContain(studio.dataDir)
  expect(await axeFindings(page, 'a damaged repository')).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
  const anew = page.getByRole('button', { name: 'Make it anew from the content' })
  await anew.focus()
  await page.keyboard.press('Enter')
  await page.getByText('The repository was made anew').waitFor()
  await held.waitFor({ state: 'detached' })
  expect(existsSync(path)).toBe(true)
  expect(existsSync(join(studio.dataDir, 'content', `${projectId}.damaged`))).toBe(true)
  await save('Three')
  await until('the third edit in the repository', async () => {
    const status = await api.get<{ seq: number; written: number }>(`/api/projects/${projectId}/content/status`)
    return status.written === status.seq
  })
  await context.close()
})
