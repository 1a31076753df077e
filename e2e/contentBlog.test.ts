import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn } from './support/api.ts'
import { axeFindings } from './support/axe.ts'
import { openEditor } from './support/editor.ts'
import { openBrowser, type SharedStudio, shareStudio, type TestBrowser } from './support/shared.ts'

// covers apps/studio/src/content/publish apps/server/src/publish packages/content/src

let browser: TestBrowser
let studio: SharedStudio
let context: BrowserContext
let page: Page

beforeAll(async () => {
  browser = await openBrowser()
  studio = await shareStudio()
  context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  page = await openEditor(context, studio)
})

afterAll(async () => {
  await browser?.close()
  await studio?.remove()
})

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const saved = () => page.getByText('Saved · in the repository').waitFor()

/** Writes into a field, and waits until that is saved. */
async function write(label: string, text: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true })
  const answered = page.waitForResponse(
    (response) => /\/operations\/content\.(?:save_content|editField)$/.test(response.url()) && response.ok(),
  )
  // A long text is edited as it is shown, where typing makes marks and filling does not.
  if (label.startsWith('Body')) await field.pressSequentially(text)
  else await field.fill(text)
  await field.blur()
  await answered
}

async function setStatus(label: string, status: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  const answered = page.waitForResponse((response) => response.url().endsWith('/operations/content.update_status'))
  await page.getByRole('option', { name: status, exact: true }).click()
  expect((await answered).ok()).toBe(true)
}

test('an empty project becomes a published blog in two languages, by clicks, within three minutes', async () => {
  const started = performance.now()
  await button('Content').click()
  await page.getByLabel('Languages').fill('en, tr')
  await page.getByRole('main').getByRole('button', { name: 'Set up content' }).click()
  await button('Add Posts').click()

  await button('Show on the site').click()
  const dialog = page.getByRole('dialog', { name: 'Show Posts on the site' })
  expect(await dialog.getByLabel('Address').inputValue()).toBe('blog')
  expect(await axeFindings(page, 'show on the site')).toEqual([])
  await dialog.getByRole('button', { name: 'Make the pages' }).click()
  await page.getByText('Posts have pages at /blog/.').waitFor()
  await expect.poll(() => button('Show on the site').count()).toBe(0)

  await page.getByRole('main').getByRole('button', { name: 'New entry' }).first().click()
  await page.getByRole('dialog').getByLabel('Title').fill('Sourdough in winter')
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: 'Sourdough in winter' }).waitFor()
  await write('Summary', 'Colder rooms ask for more time.')
  await write('Body', 'Start **early**.')
  await setStatus('Status', 'Published')
  await button('Turkish tr').click()
  await page.waitForURL(/locale=en%2Ctr/)
  await write('Title · tr *', 'Kışın ekşi maya')
  await write('Summary · tr', 'Soğuk oda daha çok zaman ister.')
  await write('Body · tr', 'Erken **başla**.')
  await setStatus('Status in tr', 'Published')
  await saved()

  await button('Publish').click()
  await page.getByText('The site is not online yet').waitFor()
  await button('Open the site').click()
  await page.locator('iframe[title="The page"]').waitFor()
  await button('Publish').click()
  await button('Publish the site').click()
  const link = page.getByRole('dialog').getByRole('link').first()
  await page.getByText(/^Published just now/).waitFor()
  const url = (await link.getAttribute('href')) ?? ''

  const visitor = await browser.newPage()
  const at = async (path: string) => {
    await visitor.goto(new URL(path, url).href)
    return visitor.locator('body').textContent()
  }
  expect(await at('/blog/')).toContain('Sourdough in winter')
  await visitor.getByRole('link', { name: 'Sourdough in winter' }).click()
  await visitor.locator('strong', { hasText: 'early' }).waitFor()
  expect(await at('/tr/blog/sourdough-in-winter/')).toContain('Soğuk oda daha çok zaman ister.')
  expect(await visitor.locator('html').getAttribute('lang')).toBe('tr')
  expect(performance.now() - started).toBeLessThan(180_000)
  await visitor.close()
})

test('a typo of a published entry waits until one press puts it out, by itself; or goes out at once, by hand', async () => {
  const api = await signIn(studio)
  const { projects } = await api.get<{ projects: { id: string }[] }>('/api/projects')
  const { releases } = await api.get<{ releases: { url: string }[] }>(`/api/projects/${projects[0]?.id}/releases`)
  const url = new URL('/blog/', releases[0]?.url).href
  const visitor = await browser.newPage()
  const seen = async () => {
    await visitor.goto(url)
    return visitor.locator('main').textContent()
  }
  const soon = { timeout: 30_000, interval: 1_000 }
  const status = page.getByRole('combobox', { name: 'Status', exact: true })
  await page.goto(`${studio.url}/projects/${projects[0]?.id}/content?model=post&entry=sourdough-in-winter&locale=en`)
  await write('Summary', 'Patience.')
  await status.getByText('Published · changed').waitFor()
  await page.getByText('Saved · waits to be published').waitFor()
  expect(await axeFindings(page, 'changes that wait')).toEqual([])
  expect(await seen()).toContain('Colder rooms ask for more time.')
  // The list says the same, and has a filter for it.
  await page.getByRole('link', { name: 'Posts', exact: true }).first().click()
  await page.getByRole('row').getByText('Published · changed').waitFor()
  await page.getByRole('link', { name: 'Sourdough in winter' }).click()
  await button('Publish changes').click()
  await expect.poll(seen, soon).toContain('Patience.')
  await saved()
  await expect.poll(() => status.textContent()).toBe('Published')
  expect(await button('Publish changes').count()).toBe(0)

  await button('Publish').click()
  const panel = page.getByRole('dialog', { name: 'Publish' })
  await panel.getByText('Nothing has changed since.').waitFor()
  expect(await panel.getByText('1 change waits').count()).toBe(0)
  await page.keyboard.press('Escape')
  await write('Summary', 'Patience, please.')
  await button('Publish').click()
  await panel.getByText('1 change waits').waitFor()
  expect(await panel.getByRole('checkbox', { name: 'Publish Sourdough in winter in en' }).isChecked()).toBe(true)
  await panel.getByText(/^en · .* · 2 words$/).waitFor()
  expect(await axeFindings(page, 'the list of changes that wait')).toEqual([])
  await panel.getByRole('button', { name: 'Publish 1 change' }).click()
  await expect.poll(seen, soon).toContain('Patience, please.')
  await panel.getByText('1 change waits').waitFor({ state: 'hidden' })
  await panel.getByRole('button', { name: 'Go out at once' }).click()
  await panel.getByText(/^Visitors see every edit/).waitFor()
  await panel.getByRole('button', { name: 'By hand' }).click()
  await panel.getByText('Published entries wait until somebody publishes.').waitFor()
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'hidden' })
  await write('Summary', 'More patience.')
  await button('Publish').click()
  await panel.getByText('1 entry has changed').waitFor()
  await panel.getByRole('link', { name: 'Sourdough in winter' }).waitFor()
  expect(await axeFindings(page, 'publish content')).toEqual([])
  await panel.getByRole('button', { name: 'Publish content' }).click()
  await panel.getByText('Nothing has changed since.').waitFor()
  expect(await seen()).toContain('More patience.')
  await visitor.close()
})
