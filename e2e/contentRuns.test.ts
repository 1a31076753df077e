import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, firstProject, signIn } from './support/api.ts'
import { axeFindings } from './support/axe.ts'
import { ask, openEditor } from './support/editor.ts'
import { openBrowser, type SharedStudio, shareStudio, type TestBrowser } from './support/shared.ts'

// covers apps/studio/src/content packages/content/src/scope packages/content/src/operations

let browser: TestBrowser
let studio: SharedStudio
let page: Page
let api: Api
let projectId = ''

beforeAll(async () => {
  browser = await openBrowser()
  studio = await shareStudio({ fastRehearsals: true })
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  page = await openEditor(context, studio)
  api = await signIn(studio)
  projectId = (await firstProject(api)).id
})
afterAll(async () => {
  await browser?.close()
  await studio?.remove()
})

const place = (query = '') => `${studio.url}/projects/${projectId}/content${query}`
const field = (label: string) => page.getByLabel(label, { exact: true })
const shown = (label: string) => expect.poll(() => field(label).inputValue())
/** Shows a language beside the others. */
const beside = (language: string) => page.getByRole('button', { name: language }).click()

/** Edits the entry as a user elsewhere does. */
const editElsewhere = (description: string) =>
  api.post(`/api/projects/${projectId}/operations/content.save_content`, {
    input: { model: 'blog-post', locale: 'en', slug: 'why-we-write-things-down', data: { description } },
  })

test('the agent sets content up and writes, and the open screens show it as it happens', async () => {
  await page.goto(place())
  await page.getByRole('heading', { name: 'Set up content' }).waitFor()
  await ask(page, 'Set up content with a blog model')
  const models = page.getByRole('navigation', { name: 'Models', exact: true })
  await models.getByRole('link', { name: /Blog post/ }).click()
  await page.getByRole('heading', { name: 'Blog post' }).first().waitFor()
  await page.getByText('Ask me to write a post.').waitFor()
  await ask(page, 'Write a post')
  await page
    .getByRole('main')
    .getByRole('link', { name: /Why we write things down/ })
    .first()
    .click()
  await page.getByRole('heading', { name: 'Why we write things down' }).first().waitFor()
  await shown('Description').toContain('A short note')
})

test('a run that changes the open entry is compared, and undone in one step with another person’s edit kept', async () => {
  await beside('Turkish tr')
  await page.getByText('not translated: English is shown instead').waitFor()
  await ask(page, 'Translate the title into Turkish')
  await shown('Title · tr *').toBe('Neden yazıyoruz')
  await editElsewhere('By hand, elsewhere.')

  // The third run of this chat.
  const card = page.getByRole('region', { name: 'What this run did' }).nth(2)
  await card.getByRole('button', { name: 'Compare' }).click()
  const compared = page.getByRole('main', { name: 'What this run changed' })
  await compared.getByText('title (tr)').waitFor()
  await compared.getByText('Neden yazıyoruz').first().waitFor()
  expect(await compared.getByText('By hand, elsewhere.').count()).toBe(0)
  expect(await axeFindings(page, 'the changes of a run')).toEqual([])
  await compared.getByRole('button', { name: 'Back' }).click()

  await card.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('not translated: English is shown instead').waitFor()
  await shown('Description · en').toBe('By hand, elsewhere.')
  await card.getByRole('button', { name: 'Redo' }).click()
  await shown('Title · tr *').toBe('Neden yazıyoruz')
})

test('an open form goes along when its entry gets another id, and when that is undone', async () => {
  await page.getByRole('button', { name: /^More with / }).click()
  await page.getByRole('menuitem', { name: 'Rename…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('why-we-write')
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await page.waitForURL(/entry=why-we-write(&|$)/)
  // The keys of the editor are at rest while a dialog is open.
  await dialog.waitFor({ state: 'detached' })
  await page.keyboard.press('ControlOrMeta+z')
  await page.waitForURL(/entry=why-we-write-things-down(&|$)/)
  await page.getByRole('heading', { name: 'Why we write things down' }).first().waitFor()
  expect(await page.getByText('This entry is gone').count()).toBe(0)
  await shown('Description · en').toBe('By hand, elsewhere.')
})
