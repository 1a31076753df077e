import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from './support/api.ts'
import { openBrowser, type SharedStudio, shareStudio, type TestBrowser } from './support/shared.ts'

// covers apps/studio/src/shell scripts

let browser: TestBrowser
let studio: SharedStudio

beforeAll(async () => {
  browser = await openBrowser()
  studio = await shareStudio()
})

afterAll(async () => {
  await browser?.close()
  await studio?.remove()
})

test('the studio loads little to begin with, the rest in idle time, and says nothing in the console', async () => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.addInitScript(() => {
    const put: IdleRequestCallback[] = []
    Object.assign(window, { put })
    window.requestIdleCallback = (callback) => put.push(callback)
  })
  const loaded = weigh(page)
  const said: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) said.push(message.text())
  })
  page.on('pageerror', (error) => said.push(error.message))

  await page.goto(studio.url)
  await page.getByLabel('Email').fill(studio.owner.email)
  await page.getByLabel('Password').fill(studio.owner.password)
  await page.locator('button[type=submit]').click()
  const project = page.locator('a[href*="/projects/"]').first()
  await project.waitFor()
  const first = await loaded()
  expect(first).toBeGreaterThan(30_000)
  expect(first).toBeLessThan(50_000)

  await project.click()
  await page.locator('iframe[title="The page"]').waitFor()
  await page.getByLabel('Message to the agent').waitFor()
  const shown = await loaded()
  expect(shown).toBeLessThan(221_000)

  // Tasks deferred to idle time: the operations with the HTML parser, the checks, the palette, dialogs.
  // Code that is loaded so may put further callbacks, some after a pause: the sum counts all of them.
  let empty = 0
  await until('the rest', async () => {
    const callbacks = await page.evaluate(() => {
      const { put } = window as unknown as { put: IdleRequestCallback[] }
      const ready = put.splice(0)
      for (const callback of ready) callback({ didTimeout: false, timeRemaining: () => 50 })
      return ready.length
    })
    empty = callbacks === 0 ? empty + 1 : 0
    return (await loaded()) > shown + 90_000 && empty >= 20
  })
  expect((await loaded()) - shown).toBeLessThan(660_000)
  expect(said).toEqual([])
})

/**
 * The bytes of all scripts that a tab has loaded, each compressed as a server in front would, once it has asked for no
 * other in half a second.
 */
function weigh(page: Page): () => Promise<number> {
  const sizes: Promise<number>[] = []
  let asked = 0
  page.on('request', (request) => {
    if (!request.url().endsWith('.js')) return
    asked = Date.now()
    sizes.push(request.response().then(async (answer) => (answer ? gzipSync(await answer.body()).length : 0)))
  })
  return async () => {
    for (;;) {
      const all = await Promise.all(sizes)
      const quiet = asked + 500 - Date.now()
      if (quiet <= 0 && all.length === sizes.length) return all.reduce((sum, size) => sum + size, 0)
      await new Promise((resolve) => setTimeout(resolve, Math.max(quiet, 0)))
    }
  }
}
