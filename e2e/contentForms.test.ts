import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deepTest } from '../scripts/testing/deepTest.ts'
import { type Api, firstProject, pageHtml, signIn, until } from './support/api.ts'
import { axeFindings } from './support/axe.ts'
import { canvasHtml, openEditor } from './support/editor.ts'
import { openBrowser, type SharedStudio, shareStudio, type TestBrowser } from './support/shared.ts'

// covers apps/studio/src/content/forms apps/studio/src/content/webhooks apps/server/src/content/forms apps/server/src/content/webhooks

let browser: TestBrowser
let studio: SharedStudio
let context: BrowserContext
let page: Page
let api: Api
let projectId = ''

const message = {
  id: 'message',
  name: 'Messages',
  kind: 'collection',
  domain: 'site',
  title_field: 'name',
  fields: {
    name: { type: 'string', required: true, max: 80 },
    email: { type: 'email' },
    text: { type: 'text' },
    stars: { type: 'integer', min: 1, max: 5 },
  },
}

beforeAll(async () => {
  browser = await openBrowser()
  studio = await shareStudio()
  context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  page = await openEditor(context, studio)
  api = await signIn(studio)
  projectId = (await firstProject(api)).id
  await call('init_project', { locales: ['en', 'tr'], models: [message] })
})

afterAll(async () => {
  await browser?.close()
  await studio?.remove()
})

async function call<Data>(name: string, input: object): Promise<Data> {
  const path = `/api/projects/${projectId}/operations/content.${name}`
  return (await api.post<{ data: Data }>(path, { input })).data
}

const room = (name: string) =>
  page.getByRole('navigation', { name: 'Models', exact: true }).getByRole('link', { name, exact: true })

/** Looks at a screen in both schemes and, on request, takes its pictures at three widths. */
async function look(name: string, { resizes = true } = {}) {
  expect(await axeFindings(page, name)).toEqual([])
  if (!process.env.ATELIER_SHOTS) return
  const sizes = [
    [1440, 900],
    [1024, 768],
    [390, 844],
  ] as const
  // A narrow window is laid out anew, which closes what is open over it.
  for (const [width, height] of resizes ? sizes : sizes.slice(0, 1)) {
    await page.setViewportSize({ width, height })
    for (const colorScheme of width === 1440 ? (['light', 'dark'] as const) : (['light'] as const)) {
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: `${process.env.ATELIER_SHOTS}/${name}-${width}-${colorScheme}.png` })
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.emulateMedia({ colorScheme: 'light' })
}

test('a form is made from the list of a model, and each setting is saved as it is made', async () => {
  await page.goto(`${studio.url}/projects/${projectId}/content?model=message`)
  await page.getByRole('button', { name: 'Form', exact: true }).click()
  await page.getByText('No form yet').waitFor()
  await look('form-empty')
  await page.getByRole('button', { name: 'Make a form' }).click()
  const fields = page.getByRole('group', { name: 'Fields' })
  await fields.getByLabel('Ask for Stars').uncheck()
  await page.getByLabel('HTML', { exact: true }).and(page.locator(':not([value*="stars"])')).waitFor()
  await expect.poll(async () => page.getByLabel('HTML', { exact: true }).inputValue()).not.toContain('stars')
  await fields.getByLabel('Require Email').check()
  await expect
    .poll(async () => page.getByLabel('HTML', { exact: true }).inputValue())
    .toContain('name="email" required')
  await fields.getByLabel('Label of Text').fill('Your question')
  await page.keyboard.press('Enter')
  await expect.poll(async () => page.getByLabel('HTML', { exact: true }).inputValue()).toContain('Your question')
  await page.getByLabel('Page that is shown then').fill('thanks')
  await page.keyboard.press('Enter')
  await page.getByText('A path of the site begins with one /').waitFor()
  await page.getByLabel('From all visitors a month').fill('500')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await call<{ perMonth: number }>('readForm', { model: 'message' })).perMonth).toBe(500)
  await look('form')
})

deepTest('the server says what it cannot tell, and the secret of a webhook is shown once', async () => {
  const part = page.getByRole('region', { name: 'Notifications' })
  await part.getByText('ATELIER_SMTP_URL').waitFor()
  await part.getByLabel('Address of the webhook').fill('http://127.0.0.1:9/hook')
  await part.getByRole('button', { name: 'Save: Webhook' }).click()
  const secret = part.getByRole('textbox', { name: 'Secret of the webhook' })
  await secret.waitFor()
  expect((await secret.inputValue()).length).toBeGreaterThan(30)
  await look('form-webhook')
  await part.getByRole('button', { name: 'Send a test: Webhook' }).click()
  await page.getByText('The test did not arrive').first().waitFor()
  await page.reload()
  await part.getByRole('button', { name: 'Remove: Webhook' }).click()
  await part.getByRole('button', { name: 'Remove: Webhook' }).waitFor({ state: 'detached' })
  expect(await secret.count()).toBe(0)
})

deepTest('the form is put on a page from the palette, says what it lacks, and is mended in one press', async () => {
  await page.goto(`${studio.url}/projects/${projectId}`)
  await until('the page in the canvas', async () => (await canvasHtml(page)).includes('<h1'))
  await page.getByRole('button', { name: 'Insert', exact: true }).click()
  await page.getByRole('combobox', { name: /Search elements/ }).fill('Form: Messages')
  await page.getByRole('option', { name: 'Form: Messages' }).click()
  await until('the form in the canvas', async () => (await canvasHtml(page)).includes('/_forms/message'))
  expect(await canvasHtml(page)).toMatch(/name="email" required/)
  const settings = page.getByRole('region', { name: 'Form of the content' })
  await page.getByRole('tab', { name: 'Properties' }).click()
  await page.getByRole('tab', { name: 'Settings', exact: true }).click()
  await settings.getByText('It has every field that the form takes.').waitFor()
  await call('saveForm', { model: 'message', fields: ['name', 'text', 'stars'] })
  await page.reload()
  await until('the page again', async () => (await canvasHtml(page)).includes('/_forms/message'))
  await page.getByRole('treeitem').filter({ hasText: '.form' }).click()
  await page.getByRole('tab', { name: 'Properties' }).click()
  await page.getByRole('tab', { name: 'Settings', exact: true }).click()
  await settings.getByText('Missing here: Stars').waitFor()
  await settings.getByText('No longer taken: email').waitFor()
  await look('form-canvas')
  await settings.getByRole('button', { name: 'Add 1 field, remove 1 field' }).click()
  await settings.getByText('It has every field that the form takes.').waitFor()
  await until('the mended form', async () => {
    const html = await canvasHtml(page)
    return html.includes('name="stars"') && !html.includes('name="email"')
  })
})

deepTest('a visitor without scripts sends it, and what was sent is approved, edited and published', async () => {
  const added = await api.post<{ data: { documentId: string } }>(`/api/projects/${projectId}/operations/site.addPage`, {
    input: { title: 'Thanks', slug: 'thanks' },
  })
  expect(added.data).toBeDefined()
  await call('saveForm', { model: 'message', next: '/thanks/' })
  await until('the saved page', async () => (await pageHtml(api, projectId)).includes('name="stars"'))
  await api.post(`/api/projects/${projectId}/publish`, {})
  const { slug } = await firstProject(api)
  const visitor = await browser.newContext({ javaScriptEnabled: false })
  const site = await visitor.newPage()
  await site.goto(`http://${slug}.localhost:${studio.ports.sites}/`)
  await site.getByLabel('Name').fill('Ada')
  await site.getByLabel('Your question').fill('Two lines,\nand <b>markup</b>')
  await site.getByLabel('Stars').fill('5')
  const answer = site.waitForResponse((response) => response.request().method() === 'POST')
  await site.getByRole('button', { name: 'Send' }).click()
  expect((await answer).status()).toBe(303)
  await site.waitForURL(`http://${slug}.localhost:${studio.ports.sites}/thanks/`)
  await visitor.close()
  await page.goto(`${studio.url}/projects/${projectId}/content?room=submissions`)
  await page.getByText('and <b>markup</b>').waitFor()
  await page.getByRole('button', { name: 'Approve: Ada' }).click()
  await page.getByRole('heading', { name: 'Ada' }).waitFor()
  await page.getByLabel(/^Name/).first().fill('Ada Byron')
  await page.keyboard.press('Tab')
  await page.getByRole('heading', { name: 'Ada Byron' }).waitFor()
  await page
    .getByRole('combobox', { name: /^Status/ })
    .first()
    .click()
  await page.getByRole('option', { name: 'Published' }).click()
  await expect
    .poll(async () => {
      const { entries } = await call<{ entries: { status?: string; data: { name?: string } }[] }>('get_content', {
        model: 'message',
      })
      return entries.map(({ status, data }) => [status, data.name])
    })
    .toEqual([['published', 'Ada Byron']])
  await call('saveForm', { model: 'message', fields: ['name', 'email', 'text'] })
})

deepTest('submissions are filtered and decided on together, with one undo', async () => {
  for (const name of ['Ida', 'Ben', 'Cem']) {
    const sent = await page.request.post(`${studio.url}/api/forms/v1/${projectId}/message/submit`, {
      data: { data: { name, email: `${name.toLowerCase()}@example.com`, text: 'Do you bake on Sundays?' } },
    })
    expect(sent.ok()).toBe(true)
  }
  await room('Submissions').click()
  const list = page.getByRole('list', { name: 'Submissions' })
  await list.getByText('Cem', { exact: true }).waitFor()
  await look('submissions')
  await page.getByLabel('Select Ida').check()
  await page.getByLabel('Select Ben').check()
  await page.getByRole('button', { name: 'Reject: the selected ones' }).click()
  await list.getByText('Ida', { exact: true }).waitFor({ state: 'detached' })
  await page.getByText('Rejected 2 submissions').waitFor()
  await page.keyboard.press('ControlOrMeta+z')
  await list.getByText('Ida', { exact: true }).waitFor()
  await page.getByLabel('Select all').check()
  await page.getByRole('button', { name: 'Approve: the selected ones' }).click()
  await page.getByText('Nothing here').waitFor()
  expect((await call<{ total: number }>('get_content', { model: 'message' })).total).toBe(4)
  await page
    .getByRole('radio', { name: 'Approved' })
    .or(page.getByRole('button', { name: 'Approved' }))
    .first()
    .click()
  await list.getByRole('link', { name: 'Open entry' }).first().waitFor()
  const file = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export CSV' }).click()
  expect((await file).suggestedFilename()).toBe('message.csv')
})

deepTest('a key is made, shown once with lines that work, and revoked', async () => {
  await call('update_status', {
    model: 'message',
    entryIds: (await call<{ entries: { id: string }[] }>('get_content', { model: 'message' })).entries.map(
      ({ id }) => id,
    ),
    status: 'published',
  })
  await room('Keys').click()
  await page.getByText('No keys yet').waitFor()
  await look('keys-empty')
  await page.getByRole('button', { name: 'New key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await dialog.getByText('Say what the key is for.').waitFor()
  await dialog.getByLabel('What it is for').fill('Website')
  await look('keys-dialog', { resizes: false })
  await dialog.getByRole('button', { name: 'Create key' }).click()
  const key = dialog.getByRole('textbox', { name: 'Key', exact: true })
  await key.waitFor()
  const secret = await key.inputValue()
  expect(secret).toMatch(/^atl_conv_/)
  const curl = await dialog.getByRole('textbox', { name: 'Read entries with curl' }).inputValue()
  await look('keys-made', { resizes: false })
  const [, url = ''] = /curl "([^"]+)"/.exec(curl) ?? []
  const read = () => fetch(url, { headers: { Authorization: `Bearer ${secret}` } })
  expect(await (await read()).json()).toMatchObject({ total: 4 })
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByText('Reads entries').waitFor()
  expect(await page.getByText(secret).count()).toBe(0)
  await look('keys')
  await page.getByRole('button', { name: 'Revoke Website' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('No keys yet').waitFor()
  expect((await read()).status).toBe(401)
})

test('an owner adds a webhook, sends a test, repeats it and deletes the webhook, with the keyboard too', async () => {
  await page.goto(`${studio.url}/projects/${projectId}/content?model=message`)
  await room('Webhooks').click()
  await page.getByText('No webhooks yet').waitFor()
  await look('webhooks-empty')
  await page.getByRole('button', { name: 'New webhook' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Add webhook' }).click()
  await dialog.getByText('Give it a name.').waitFor()
  await dialog.getByText('An address begins with https:// or http://.').waitFor()
  await dialog.getByLabel('Name').fill('Build the shop')
  await dialog.getByLabel('Address').fill('http://127.0.0.1:9/hooks')
  await dialog.getByLabel('a branch is merged').check()
  await look('webhooks-dialog', { resizes: false })
  await dialog.getByLabel('Address').press('Enter')
  const secret = await dialog.getByRole('textbox', { name: 'Secret', exact: true }).inputValue()
  expect(secret.length).toBeGreaterThan(30)
  await dialog.getByRole('button', { name: 'Done' }).click()
  const webhook = page.getByRole('region', { name: 'Build the shop' })
  await webhook.getByText('Nothing has been sent yet.').waitFor()
  expect(await page.getByText(secret).count()).toBe(0)
  // Addresses of the server's own network are never called, which the list of deliveries says.
  await webhook.getByRole('button', { name: 'Send a test to Build the shop' }).click()
  const deliveries = webhook.getByRole('list', { name: 'Last deliveries of Build the shop' })
  await deliveries.getByText('Given up').waitFor()
  await look('webhooks')
  await deliveries.getByRole('button', { name: 'Repeat Test' }).focus()
  await page.keyboard.press('Enter')
  await until('a second delivery', async () => (await deliveries.getByRole('listitem').count()) === 2)
  await webhook.getByRole('button', { name: 'Delete Build the shop' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No webhooks yet').waitFor()
})
