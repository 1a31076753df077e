import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launch } from './support/browser.ts'
import { openEditor } from './support/editor.ts'
import { type Studio, startStudio } from './support/studio.ts'

let browser: Browser
let studio: Studio
let context: BrowserContext
let page: Page

beforeAll(async () => {
  browser = await launch()
  studio = await startStudio()
  context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  page = await openEditor(context, studio)
})

afterAll(async () => {
  await browser?.close()
  await studio?.remove()
})

test('content is set up beside the site, and begins with a model that is ready', async () => {
  await page.keyboard.press('ControlOrMeta+e')
  await page.getByRole('heading', { name: 'Set up content' }).waitFor()
  await page.getByLabel('Languages').fill('en, tr')
  await page.getByRole('button', { name: 'Set up content' }).click()
  await page.getByRole('heading', { name: 'No models yet' }).waitFor()
  await page.getByRole('button', { name: 'Add People' }).click()
  const people = page.getByRole('navigation', { name: 'Models', exact: true }).getByRole('link', { name: /People/ })
  await people.waitFor()
  expect(await people.getAttribute('aria-current')).toBe('page')
  await page.getByRole('button', { name: 'Site', exact: true }).click()
  await page.locator('iframe[title="The page"]').waitFor()
  await page.getByRole('button', { name: 'Content', exact: true }).click()
  await people.waitFor()
})
