import { strToU8, zipSync } from 'fflate'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { anthropicBody } from '../packages/agent/testing/recordings.ts'
import { deepTest } from '../scripts/testing/deepTest.ts'
import { type Api, firstProject, signIn, until } from './support/api.ts'
import { ask, canvasHtml, openEditor, styleInCanvas } from './support/editor.ts'
import { goodAnswer, type ScriptedProvider, startProvider, useProvider } from './support/provider.ts'
import { openBrowser, type SharedStudio, shareStudio, type TestBrowser } from './support/shared.ts'

// covers apps/studio/src/editors/site apps/server/src/publish

let browser: TestBrowser
let context: BrowserContext
let studio: SharedStudio
let api: Api
let page: Page
let provider: ScriptedProvider
let projectId = ''
let online = ''
/** Console messages and failed answers that no test expected. */
const said: string[] = []

beforeAll(async () => {
  browser = await openBrowser()
  context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  studio = await shareStudio()
  api = await signIn(studio)
  provider = await startProvider()
  await useProvider(api, provider)
  const project = await firstProject(api)
  projectId = project.id
  online = `http://127.0.0.1:${studio.ports.sites}/${project.slug}/`
  page = await openEditor(context, studio)
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) said.push(message.text())
  })
  page.on('pageerror', (error) => said.push(error.message))
})

afterAll(async () => {
  await browser?.close()
  await studio?.remove()
  await provider?.close()
})

const tab = (name: string) => page.getByRole('tab', { name, exact: true }).click()
const released = async (path = '') => await (await fetch(online + path)).text()

it('takes a picture, and puts it into the page', async () => {
  await tab('Media')
  await page
    .getByText('No files yet')
    .or(page.getByRole('button', { name: 'Upload files' }))
    .first()
    .waitFor()
  await page.getByLabel('Files to upload').setInputFiles([
    { name: 'harbour.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(picture) },
    { name: 'empty.png', mimeType: 'image/png', buffer: Buffer.from('') },
  ])
  // A refused one says so and does not stop the others.
  await page.getByRole('button', { name: 'Remove empty.png' }).click()
  await page.getByRole('button', { name: 'harbour.svg', exact: true }).click()
  await page.getByRole('button', { name: /Put .*page/ }).click()
  await until('the picture on the canvas', async () => /<img[^>]+harbour/.test(await canvasHtml(page)))
})

it('shows a colour of the design system on the canvas at once', async () => {
  await tab('Design')
  await page.getByRole('button', { name: 'Add a colour' }).click()
  const value = page.getByRole('textbox', { name: 'Value of primary' })
  await value.fill('rgb(10, 120, 90)')
  await value.press('Enter')
  const shown = () => styleInCanvas(page, 'html', '--primary')
  await until('the colour on the canvas', async () => (await shown()) === 'rgb(10, 120, 90)')
})

deepTest('makes a layer a component, and marks that as the work of a person', async () => {
  await tab('Layers')
  await page.getByRole('treeitem', { name: /footer/ }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Make it a component' }).click()
  await page.getByRole('treeitem', { name: /^Colophon/ }).waitFor()
  expect(await page.getByText('Agent', { exact: true }).filter({ visible: true }).count()).toBe(1)
  await page.getByRole('treeitem', { name: /^Colophon/ }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Edit the component' }).click()
  await page.getByRole('button', { name: 'Page Colophon' }).waitFor()
  await page.getByRole('button', { name: /^Back to / }).waitFor()
})

it('puts a template around a page, and publishes both', async () => {
  await tab('Pages')
  const row = page.getByRole('button', { name: 'Contact', exact: true })
  await row.hover()
  await page.getByRole('button', { name: 'More about Contact' }).click()
  await page.getByRole('menuitem', { name: 'Make it a template' }).click()
  await page.getByRole('button', { name: 'Add an outlet' }).click()
  await page.getByText('It has no outlet yet').waitFor({ state: 'detached' })
  // On the canvas the home page is inside of it, and its own nodes are still the edited ones.
  await page
    .getByRole('button', { name: /^Tenon/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'In its template' }).click()
  const shown = async (part: string) => (await canvasHtml(page)).includes(part)
  await until('the page in its template', async () => (await shown('<h1')) && (await shown('<textarea')))
  await page.getByRole('button', { name: 'In its template' }).click()
  await until('the page alone', async () => (await shown('<h1')) && !(await shown('<textarea')))
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('button', { name: 'Publish the site' }).click()
  await page.getByText(/Published just now/).waitFor()
  const home = await released()
  expect(home).toMatch(/<img[^>]+media\/harbour/)
  expect(home).toContain('<h1')
  expect(home).toContain('<textarea')
  // Once of the component in the page, once of the template.
  expect(home.match(/<footer class="colophon wrap">/g)).toHaveLength(2)
  expect(home).not.toMatch(/<\/?atelier-/)
  await page.keyboard.press('Escape')
})

it('shows what a run left wrong, and publishes it only if a user insists', async () => {
  const operate = (id: string, input: object) => api.post(`/api/projects/${projectId}/operations/${id}`, { input })
  await operate('site.setSiteSettings', { checkGate: 'errors' })
  const { pages } = await api.get<{ pages: { slug: string; rootNodeId: string }[] }>(`/api/projects/${projectId}/pages`)
  const home = pages.find(({ slug }) => slug === 'index')
  const harbour = /src="[^"]*(\/media\/harbour[^"]+)"/.exec(await released())?.[1]
  const json = JSON.stringify({ parentId: home?.rootNodeId, html: `<img class="bare" src="${harbour}">` })
  provider.answersWith(
    { body: anthropicBody([{ type: 'tool_use', id: 'toolu_1', name: 'insertHtml', json }], 'tool_use') },
    goodAnswer('A picture stands at the end.'),
  )
  await tab('Agent')
  await ask(page, 'Put a picture at the end')
  await page.getByText(/Checks it raised/).click()
  const card = page.getByRole('region', { name: 'What this run did' })
  await card.getByRole('button', { name: /alternative text/ }).click()
  await page.getByRole('button', { name: /^Checks: \d error/ }).click()
  const checks = page.getByRole('region', { name: 'Checks' })
  await checks.getByRole('button', { name: /alternative text/ }).click()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('button', { name: /^Publish (changes|the site|again)/ }).click()
  await page.getByText('The checks keep this site from being published.').waitFor()
  expect(await released()).not.toContain('class="bare"')
  await page.getByRole('button', { name: 'Publish all the same' }).click()
  await until('the picture online', async () => (await released()).includes('class="bare"'))
  await page.keyboard.press('Escape')

  // The finding has led to the picture.
  await tab('Properties')
  await tab('Settings')
  const words = page.getByLabel('Alternative text')
  await words.fill('The harbour at six')
  await words.press('Enter')
  await page.getByRole('button', { name: /^Checks: \d error/ }).click()
  await checks.getByRole('button', { name: /alternative text/ }).waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
})

it('puts an earlier version back', async () => {
  await page.getByRole('button', { name: 'History', exact: true }).click()
  await page.getByPlaceholder('Name this version').fill('Before the trial')
  await page.getByRole('button', { name: 'Keep', exact: true }).click()
  await page.getByRole('heading', { name: 'Before the trial' }).waitFor()
  const added = { input: { title: 'On trial' } }
  await api.post(`/api/projects/${projectId}/operations/site.addPage`, added)
  await page.getByRole('dialog').getByRole('button', { name: 'Put back', exact: true }).click()
  await page.getByText('“Before the trial” is back.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'On trial', exact: true }).waitFor({ state: 'detached' })
})

it('brings a site in, and takes it back', async () => {
  await tab('Pages')
  await page.getByRole('button', { name: 'Import a site' }).click()
  const archive = Buffer.from(
    zipSync({
      'index.html': strToU8('<!doctype html><title>Harbour</title><link rel="stylesheet" href="a.css"><h1>Bread</h1>'),
      'a.css': strToU8('h1 { color: peru }'),
    }),
  )
  await page
    .getByLabel('A zip archive or HTML files', { exact: true })
    .setInputFiles({ name: 'site.zip', mimeType: 'application/zip', buffer: archive })
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByText('1 page, 1 stylesheet and 0 files are in the project.').waitFor()
  await page.getByRole('button', { name: 'Undo the import' }).click()
  await page.getByText('The import is undone.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('button', { name: 'Harbour', exact: true }).waitFor({ state: 'detached' })
})

deepTest('asks for each stylesheet in use that an import goes without', async () => {
  const { id } = await api.post<{ id: string }>('/api/projects', { name: 'Third' })
  const third = await context.newPage()
  await third.goto(`${studio.url}/projects/${id}`)
  await until('the starter', async () => (await canvasHtml(third)).includes('<h1'))
  await third.getByRole('tab', { name: 'Pages', exact: true }).click()
  await third.getByRole('button', { name: 'Import a site' }).click()
  const links = ['a.css', 'node_modules/b/b.css'].map((path) => `<link rel="stylesheet" href="${path}">`).join('')
  const files = {
    'index.html': `<!doctype html><title>Harbour</title>${links}<h1>Harbour bread</h1>`,
    'a.css': 'h1 { color: rgb(1, 2, 3) } @media (max-width: 640px) { h1 { margin: 0 } }',
    'node_modules/b/b.css': 'h1 { color: peru }',
    'node_modules/b/unused.css': 'h1 { color: teal }',
  }
  const bytes = zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)])))
  await third
    .getByLabel('A zip archive or HTML files', { exact: true })
    .setInputFiles({ name: 'site.zip', mimeType: 'application/zip', buffer: Buffer.from(bytes) })
  const asked = third.getByRole('region', { name: 'In use, but cannot be imported' })
  const agree = asked.getByRole('checkbox', { name: 'Import without node_modules/b/b.css' })
  const start = third.getByRole('button', { name: 'Import', exact: true })
  await agree.waitFor()
  expect(await asked.getByRole('checkbox').count()).toBe(1)
  expect(await start.isEnabled()).toBe(false)
  await agree.click()
  expect(await start.isEnabled()).toBe(true)
  await agree.press('Space')
  expect(await start.isEnabled()).toBe(false)
  await asked.getByText('Import without node_modules/b/b.css').click()
  await third.getByRole('checkbox', { name: 'Keep them' }).press('Space')
  await third.getByRole('checkbox', { name: /^Add frames at the widths/ }).press('Space')
  await start.press('Enter')
  await third.getByText('1 page, 1 stylesheet and 0 files are in the project.').waitFor()
  await until('the imported page', async () => (await canvasHtml(third)).includes('Harbour bread'))
  expect(await styleInCanvas(third, 'h1', 'color')).toBe('rgb(1, 2, 3)')
  await third.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  await third.getByRole('button', { name: 'Harbour', exact: true }).waitFor()
  await third.close()
})

deepTest('says which pages an import removes, takes a single page, and shows it', async () => {
  const { id } = await api.post<{ id: string }>('/api/projects', { name: 'Second' })
  const second = await context.newPage()
  await second.goto(`${studio.url}/projects/${id}`)
  await until('the starter', async () => (await canvasHtml(second)).includes('<h1'))
  await second.getByRole('tab', { name: 'Pages', exact: true }).click()
  await second.getByRole('button', { name: 'Import a site' }).click()
  const html = Buffer.from('<!doctype html><title>Harbour</title><h1>Harbour bread</h1>')
  await second
    .getByLabel('A zip archive or HTML files', { exact: true })
    .setInputFiles({ name: 'harbour.html', mimeType: 'text/html', buffer: html })
  const going = second.getByRole('region', { name: 'Pages that go' })
  await going.getByText('the starter’s pages').waitFor()
  await second.getByRole('button', { name: 'Import', exact: true }).click()
  await second.getByText('1 page, 0 stylesheets and 0 files are in the project.').waitFor()
  await until('the imported page', async () => (await canvasHtml(second)).includes('Harbour bread'))
  await second.getByRole('button', { name: 'Undo the import' }).click()
  await second.getByText('The import is undone.').waitFor()
  await until('the starter again', async () => {
    const shown = await canvasHtml(second)
    return shown.includes('<h1') && !shown.includes('Harbour bread')
  })
  await second.close()
})

deepTest('leaves nothing in the console and in the log', () => {
  expect(said.filter((line) => !line.includes('status of 4'))).toEqual([])
  expect(studio.errors()).toBe('')
})

const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="80" viewBox="0 0 120 80"><rect width="120" height="80" fill="peru"/></svg>'
