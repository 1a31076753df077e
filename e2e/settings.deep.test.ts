/** Slow by design: every setting of a site that is made by mouse. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Api, firstProject, signIn, until } from './support/api.ts'
import { openEditor } from './support/editor.ts'
import { openBrowser, type SharedStudio, shareStudio, type TestBrowser } from './support/shared.ts'

// covers apps/studio/src/editors/site/settings packages/site/src/publish

/** A picture of one pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

let browser: TestBrowser
let studio: SharedStudio
let api: Api
let page: Page
let projectId = ''
let slug = ''

beforeAll(async () => {
  browser = await openBrowser()
  studio = await shareStudio()
  api = await signIn(studio)
  ;({ id: projectId, slug } = await firstProject(api))
  await api.raw(`/api/projects/${projectId}/media?name=card.png`, {
    method: 'POST',
    headers: { 'content-type': 'image/png' },
    body: Buffer.from(PIXEL, 'base64'),
  })
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  page = await openEditor(context, studio)
  page.on('pageerror', (error) => expect.soft(error.message).toBe(''))
})
afterAll(async () => {
  await browser?.close()
  await studio?.remove()
})

const operation = async <Data>(name: string, input: object) =>
  (await api.post<{ data: Data }>(`/api/projects/${projectId}/operations/site.${name}`, { input })).data
const redirects = async () =>
  (await operation<{ redirects: { from: string; to: string; status: number }[] }>('setRedirects', { redirects: [] }))
    .redirects
const settings = async () => (await operation<{ settings: Record<string, string> }>('setSiteSettings', {})).settings
async function openSettings() {
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('Site settings')
  await page
    .getByRole('option', { name: /Site settings/ })
    .first()
    .click()
  await page.getByRole('dialog', { name: 'Site settings' }).waitFor()
}
const undo = () => page.getByRole('button', { name: 'Undo', exact: true }).first().click()

it('adds a redirect to a page that is picked, changes and deletes it, and says what has no effect', async () => {
  const before = await redirects()
  await openSettings()
  const dialog = page.getByRole('dialog', { name: 'Site settings' })
  await dialog.getByRole('tab', { name: 'Redirects' }).click()
  await dialog.getByRole('textbox', { name: 'From' }).fill('/old-chairs')
  await dialog.getByRole('button', { name: 'Choose where it leads' }).click()
  await page.getByRole('combobox', { name: 'Link to' }).fill('workshop')
  await page.getByRole('option', { name: /The workshop/ }).click()
  await dialog.getByRole('button', { name: 'Add redirect' }).click()
  await dialog.getByText('/old-chairs → /about').waitFor()
  expect(await redirects()).toContainEqual({ from: '/old-chairs', to: '/about', status: 301 })
  await api.post(`/api/projects/${projectId}/publish`)
  const answer = await fetch(`http://127.0.0.1:${studio.ports.sites}/${slug}/old-chairs`, { redirect: 'manual' })
  expect(answer.status).toBe(301)

  await dialog.getByRole('button', { name: 'Edit /old-chairs' }).click()
  await dialog.getByRole('textbox', { name: 'From' }).fill('/older-chairs')
  await dialog.getByRole('textbox', { name: 'To', exact: true }).fill('/nowhere')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('No page stands at /nowhere.').waitFor()
  await dialog.getByRole('textbox', { name: 'From' }).fill('/')
  await dialog.getByRole('textbox', { name: 'To', exact: true }).fill('/about')
  await dialog.getByRole('button', { name: 'Add redirect' }).click()
  await dialog.getByRole('alert').waitFor()
  await dialog.getByRole('button', { name: 'Remove /older-chairs' }).click()
  await until('no redirect', async () => (await redirects()).length === before.length)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  for (const address of ['/older-chairs', '/old-chairs']) {
    await undo()
    await until(address, async () => (await redirects()).some(({ from }) => from === address))
  }
  await undo()
  await until('the redirects as before', async () => (await redirects()).length === before.length)
})

it('picks the pictures of a site and of a page, and the canonical address', async () => {
  await openSettings()
  const dialog = page.getByRole('dialog', { name: 'Site settings' })
  await dialog.getByRole('button', { name: 'Choose: Icon', exact: true }).click()
  const picker = page.getByRole('dialog', { name: 'Choose a picture' })
  await picker.getByRole('searchbox').fill('card')
  await picker.getByRole('button', { name: /card/ }).first().click()
  await picker.getByRole('button', { name: 'Use this picture' }).click()
  await until('the path', async () =>
    (await dialog.getByRole('textbox', { name: 'Icon', exact: true }).inputValue()).includes('card'),
  )
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await until('the icon', async () => (await settings()).favicon?.includes('card'))
  await undo()
  await until('the icon as before', async () => !(await settings()).favicon?.includes('card'))

  await page.getByRole('tab', { name: 'Pages', exact: true }).click()
  await page.getByRole('button', { name: 'Contact', exact: true }).first().hover()
  await page.getByRole('button', { name: 'More about Contact' }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  const form = page.getByRole('dialog', { name: /Settings of/ })
  await form.getByRole('button', { name: 'Choose where it leads' }).click()
  await page.getByRole('combobox', { name: 'Link to' }).fill('workshop')
  await page.getByRole('option', { name: /The workshop/ }).click()
  await until('the address', async () => (await form.getByLabel('Canonical address').inputValue()).startsWith('/about'))
  await form.getByRole('button', { name: 'Choose a picture' }).click()
  await picker.getByRole('searchbox').fill('card')
  await picker.getByRole('button', { name: /card/ }).first().click()
  await picker.getByRole('button', { name: 'Use this picture' }).click()
  await until('the path', async () =>
    (await form.getByRole('textbox', { name: 'Picture', exact: true }).inputValue()).includes('card'),
  )
  await page.keyboard.press('Escape')
})

it('keeps structured data of a page, says what is wrong with it, and turns the page around', async () => {
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'Pages', exact: true }).click()
  await page.getByRole('button', { name: 'Contact', exact: true }).first().hover()
  await page.getByRole('button', { name: 'More about Contact' }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  const form = page.getByRole('dialog', { name: /Settings of/ })
  await form.getByRole('button', { name: 'Add structured data' }).click()
  const json = form.getByRole('region', { name: 'Data 1' }).getByLabel('As JSON')
  await json.fill('{"@type": "Bakery"')
  await form.getByText(/is no JSON/).waitFor()
  await json.fill('{"@type": "Bakery"}')
  await form.getByText(/is no JSON/).waitFor({ state: 'detached' })
  await form.getByLabel('Direction of text').click()
  await page.getByRole('option', { name: 'Right to left' }).click()
  await form.getByLabel('Theme colour').fill('#0b5394')
  await form.getByRole('button', { name: 'Save' }).click()
  await form.waitFor({ state: 'detached' })
  const { pages } = await api.get<{ pages: { id: string; title: string }[] }>(`/api/projects/${projectId}/pages`)
  const pageId = pages.find(({ title }) => title === 'Contact')?.id
  const kept = async () =>
    (await operation<{ settings: Record<string, unknown> }>('setPageSettings', { pageId })).settings
  await until('the settings', async () => (await kept()).themeColor === '#0b5394')
  expect(await kept()).toMatchObject({
    direction: 'rtl',
    data: [{ type: 'application/ld+json', text: '{"@type": "Bakery"}' }],
  })
  await undo()
  await until('the settings as before', async () => (await kept()).themeColor === undefined)
})

it('says where a picture came from that a service found', async () => {
  const query = 'loaves of rye bread cooling on a wooden shelf'
  await operation('searchImages', { queries: [{ query, count: 1 }] })
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'Media', exact: true }).click()
  await page.getByRole('button', { name: /^loaves of rye bread/ }).click()
  await page.getByText(`Drawn here for “${query}”`).waitFor()
})
