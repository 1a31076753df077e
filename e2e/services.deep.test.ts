/** Slow by design: every act on the keys of services. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Api } from './support/api.ts'
import { axeFindings } from './support/axe.ts'
import { openProject } from './support/editor.ts'
import { startPrepared } from './support/preparedServer.ts'
import { openBrowser, type TestBrowser } from './support/shared.ts'
import type { Studio } from './support/studio.ts'

// covers apps/studio/src/settings apps/server/src/account

const environmentKey = 'BSA-from-the-environment-4321'

let browser: TestBrowser
let studio: Studio
let api: Api
let page: Page

beforeAll(async () => {
  browser = await openBrowser()
  // ATELIER_WEB is off in these tests, so that a test of a key sends nothing.
  ;({ studio, api } = await startPrepared({ env: { BRAVE_SEARCH_API_KEY: environmentKey } }))
  page = await openProject(await browser.newContext({ viewport: { width: 1440, height: 900 } }), studio)
  page.on('pageerror', (error) => expect.soft(error.message).toBe(''))
  await page.goto(`${studio.url}/settings/ai`)
})
afterAll(async () => {
  await browser?.close()
  await studio?.remove()
})

const lineOf = (label: string) => page.getByRole('listitem').filter({ has: page.getByText(label, { exact: true }) })
const keys = async () =>
  (await api.get<{ services: { name: string; key?: { hint: string } }[] }>('/api/ai/services')).services
    .filter(({ key }) => key)
    .map(({ name, key }) => [name, key?.hint])

it('adds, tests, replaces and deletes the key of a service, and takes one from the environment', async () => {
  await page.getByRole('tab', { name: 'Services' }).click()
  const pexels = lineOf('Pexels')
  await pexels.getByText('Finds free photographs for pages.').waitFor()
  expect(await pexels.getByRole('link', { name: /Get a key/ }).getAttribute('href')).toBe('https://www.pexels.com/api/')
  await pexels.getByRole('button', { name: 'Add and test' }).click()
  await pexels.getByText('Paste the key.').waitFor()
  await pexels.getByRole('textbox', { name: 'Key for Pexels' }).fill('two words')
  await page.keyboard.press('Enter')
  await pexels.getByText('A key has no spaces in it.').waitFor()
  expect(await keys()).toEqual([])

  await pexels.getByRole('textbox', { name: 'Key for Pexels' }).fill(' pexels-key-0123456789 ')
  await page.keyboard.press('Enter')
  await pexels.getByText('The key is kept').waitFor()
  await pexels.getByText('6789').waitFor()
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  expect(await focused()).toBe('Replace key of Pexels')
  const brave = lineOf('Brave Search')
  await brave.getByRole('button', { name: 'Use the key in the server’s environment' }).click()
  await brave.getByText('4321').waitFor()
  expect(await keys()).toEqual([
    ['pexels', '6789'],
    ['brave', '4321'],
  ])
  expect(await page.content()).not.toContain(environmentKey)
  await brave.getByRole('button', { name: 'Test the key for Brave Search' }).click()
  await brave.getByText('switched off on this server').waitFor()

  const pictures = page.getByRole('combobox', { name: 'Pictures come from' })
  await pictures.click()
  await page.getByRole('option', { name: /FLUX.1-schnell/ }).click()
  await expect
    .poll(() => api.get('/api/ai/pictures'))
    .toMatchObject({ service: 'together', model: 'black-forest-labs/FLUX.1-schnell' })
  await expect.poll(() => pictures.textContent()).toContain('FLUX.1-schnell')

  await pexels.getByRole('button', { name: 'Replace key of Pexels' }).click()
  await page.keyboard.insertText('another-key-98765')
  expect(await axeFindings(page, 'services')).toEqual([])
  await pexels.getByRole('button', { name: 'Add and test' }).click()
  await pexels.getByText('8765').waitFor()
  await pexels.getByRole('button', { name: 'Delete the key for Pexels' }).click()
  await page.getByRole('button', { name: 'Delete key' }).click()
  await pexels.getByRole('textbox', { name: 'Key for Pexels' }).waitFor()
  expect(await keys()).toEqual([['brave', '4321']])
})

it('fades the tabs of a narrow window where there are more of them', async () => {
  await page.setViewportSize({ width: 320, height: 700 })
  const list = page.getByRole('tablist')
  const fades = () =>
    list.evaluate((each) => {
      const style = getComputedStyle(each)
      return [style.getPropertyValue('--fade-start'), style.getPropertyValue('--fade-end')]
    })
  await page.getByRole('tab').first().focus()
  expect(await list.evaluate((each) => each.scrollWidth > each.clientWidth)).toBe(true)
  await list.evaluate((each) => each.scrollTo({ left: 0, behavior: 'instant' }))
  await expect.poll(fades).toEqual(['0px', '20px'])
  await list.evaluate((each) => each.scrollTo({ left: 1_000, behavior: 'instant' }))
  await expect.poll(fades).toEqual(['20px', '0px'])
})
