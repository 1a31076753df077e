import { gzipSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launch } from './support/browser.ts'
import { owner, type Studio, startStudio } from './support/studio.ts'

let browser: Browser
let studio: Studio

beforeAll(async () => {
  browser = await launch()
  studio = await startStudio()
})

afterAll(async () => {
  await browser?.close()
  await studio?.remove()
})

test('the studio loads little to begin with, the rest when it is needed, and says nothing in the console', async () => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  const loaded = weigh(page)
  const said: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) said.push(message.text())
  })
  page.on('pageerror', (error) => said.push(error.message))

  await page.goto(studio.url)
  await page.getByLabel('Email').fill(owner.email)
  await page.getByLabel('Password').fill(owner.password)
  await page.locator('button[type=submit]').click()
  const project = page.locator('a[href*="/projects/"]').first()
  await project.waitFor()
  await page.waitForTimeout(500)
  const first = await loaded()
  expect(first).toBeGreaterThan(50_000)
  expect(first).toBeLessThan(175_000)

  await project.click()
  await page.locator('iframe[title="The page"]').waitFor()
  await page.waitForTimeout(2000)
  expect((await loaded()) - first).toBeLessThan(285_000)
  expect(said).toEqual([])
})

/** The bytes of all scripts that a tab has loaded, each compressed as a server in front would. */
function weigh(page: Page): () => Promise<number> {
  const sizes: Promise<number>[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) sizes.push(response.body().then((body) => gzipSync(body).length))
  })
  return async () => (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}
