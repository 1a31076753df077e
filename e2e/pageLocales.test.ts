import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deepTest } from '../scripts/testing/deepTest.ts'
import { type Api, firstProject, signIn, until } from './support/api.ts'
import { axeFindings } from './support/axe.ts'
import { openEditor } from './support/editor.ts'
import { openBrowser, type SharedStudio, shareStudio, type TestBrowser } from './support/shared.ts'

// covers apps/studio/src/editors/site/translations packages/site/src/translation

let browser: TestBrowser
let studio: SharedStudio
let page: Page
let api: Api
let projectId = ''
let source = ''

interface Stale {
  kind: string
  nodeId: string
  text?: string
}

beforeAll(async () => {
  browser = await openBrowser()
  studio = await shareStudio({ fastRehearsals: true })
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  page = await openEditor(context, studio)
  api = await signIn(studio)
  projectId = (await firstProject(api)).id
  const made = await call<{ pageId: string; rootNodeId: string }>('addPage', { title: 'Hours', slug: 'hours' })
  source = made.pageId
  await page.getByRole('tab', { name: 'Pages' }).click()
  await call('insertHtml', {
    parentId: made.rootNodeId,
    html: '<h1>Hours</h1><p>From seven</p><p>Closed on Monday</p>',
  })
})
afterAll(async () => {
  await browser?.close()
  await studio?.remove()
})

async function call<Data>(name: string, input: object): Promise<Data> {
  return (await api.post<{ data: Data }>(`/api/projects/${projectId}/operations/site.${name}`, { input })).data
}
const row = (title: string) => page.getByRole('button', { name: title, exact: true })
const translation = () => page.getByRole('button', { name: /^Translation/ })
const panel = () => page.getByRole('region', { name: 'Translation' })
const pageOf = async (slug: string) => {
  const { pages } = await api.get<{ pages: { slug: string; documentId: string }[] }>(`/api/projects/${projectId}/pages`)
  return pages.find((each) => each.slug === slug)?.documentId
}
const staleOf = async (pageId: string) =>
  (await call<{ texts?: Stale[] }>('listStaleTexts', { pageId })).texts?.map(({ kind }) => kind) ?? []
const nodeWith = async (text: string, pageId = source) => {
  const { html } = await call<{ html: string }>('getNodeHtml', { nodeId: pageId })
  return new RegExp(`uid="(\\w+)"[^>]*>${text}`).exec(html)?.[1] ?? ''
}

test('a page is translated by its menu, and the two are one line of the navigator', async () => {
  // The actions of a page are in its line once it is open.
  await row('Hours').click()
  await row('More about Hours').click()
  await page.getByRole('menuitem', { name: 'Translate…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Translate “Hours”' })
  await dialog.getByLabel('Language').fill('tr')
  await dialog.getByText('/tr/hours/').waitFor()
  await dialog.getByLabel('Title').fill('Saatler')
  expect(await axeFindings(page, 'translate a page')).toEqual([])
  await dialog.getByRole('button', { name: 'Make the translation' }).click()
  await dialog.waitFor({ state: 'detached' })
  // The translation is open: the line shows it, and the other language is a choice of it.
  await row('Saatler').waitFor()
  expect(await row('Hours').count()).toBe(0)
  await page.getByRole('button', { name: 'Translation: 3 texts to look at' }).waitFor()
  await page.getByRole('button', { name: 'tr: languages of Saatler' }).click()
  await page.getByRole('menuitemradio', { name: 'en · Hours' }).click()
  await row('Hours').waitFor()
  expect(await translation().count()).toBe(0)
  await page.getByRole('button', { name: 'en: languages of Hours' }).click()
  await page.getByRole('menuitemradio', { name: 'tr · Saatler' }).click()
  await translation().waitFor()
})

test('texts are translated in the list, and what the source changes comes back to it', async () => {
  const tr = (await pageOf('tr/hours')) ?? ''
  await translation().click()
  for (const [text, translated] of [
    ['Hours', 'Saatler'],
    ['From seven', 'Yediden itibaren'],
    ['Closed on Monday', 'Pazartesi kapalı'],
  ] as const) {
    await panel()
      .getByRole('button', { name: `Translate: ${text}` })
      .click()
    await panel().getByLabel('Translation', { exact: true }).fill(translated)
    await panel().getByRole('button', { name: 'Save' }).click()
    await panel()
      .getByRole('button', { name: `Translate: ${text}` })
      .waitFor({ state: 'detached' })
  }
  await panel().getByText('Up to date').waitFor()
  expect(await staleOf(tr)).toEqual([])

  await call('setTexts', { texts: [{ nodeId: await nodeWith('From seven'), text: 'From eight' }] })
  await call('deleteNode', { nodeId: await nodeWith('Closed on Monday') })
  const root = (await call<{ documents: { document: { id: string }; rootNodeId: string }[] }>('list_documents', {}))
    .documents
  const parentId = root.find(({ document }) => document.id === source)?.rootNodeId
  await call('insertHtml', { parentId, html: '<p>Bring a bag</p>' })
  await page.keyboard.press('Escape')
  await panel().waitFor({ state: 'detached' })
  await translation().click()
  await panel().getByText('3 texts').waitFor()
  await panel().locator('del', { hasText: 'seven' }).waitFor()
  await panel().locator('ins', { hasText: 'eight' }).waitFor()
  expect(await axeFindings(page, 'stale texts')).toEqual([])

  // The line leads to its text on the page.
  await panel().getByTitle('Show “Yediden itibaren” on the page').click()
  await page.getByText('Yediden itibaren').first().waitFor()
  await panel().getByRole('button', { name: 'Still right: Yediden itibaren' }).click()
  await panel().getByText('2 texts').waitFor()
  await panel().getByRole('button', { name: 'Remove: Pazartesi kapalı' }).click()
  await panel().getByText('1 text').waitFor()
  await panel().getByRole('button', { name: 'Take over: Bring a bag' }).click()
  await panel().getByText('Not translated yet').waitFor()
  expect(await staleOf(tr)).toEqual(['untranslated'])

  // Each answer is one step: the one that put the text in goes first.
  await page.keyboard.press('Escape')
  await panel().waitFor({ state: 'detached' })
  await page.keyboard.press('Control+z')
  await until('the new text is out again', async () => (await staleOf(tr)).join() === 'new')
  await page.keyboard.press('Control+z')
  await until('the removed text is back', async () => (await staleOf(tr)).join() === 'gone,new')
  await page.keyboard.press('Control+z')
  await until('the text is stale again', async () => (await staleOf(tr)).join() === 'changed,gone,new')
})

test('the translation is published in its language, and both name each other', async () => {
  const { url } = await call<{ url: string }>('publish', {})
  // A browser knows the names below localhost.
  const visitor = await page.context().newPage()
  const published = async (path: string) => (await (await visitor.goto(new URL(path, url).href))?.text()) ?? ''
  const [english, turkish] = [await published('hours/'), await published('tr/hours/')]
  expect(turkish).toContain('<html lang="tr">')
  expect(turkish).toContain('Yediden itibaren')
  for (const html of [english, turkish]) {
    expect(html).toMatch(/<link rel="alternate" hreflang="tr" href="[^"]*\/tr\/hours\/">/)
    expect(html).toMatch(/<link rel="alternate" hreflang="x-default" href="[^"]*\/hours\/">/)
  }
})

deepTest(
  'the agent fills the texts that are open, says before what that takes, and is undone in one step',
  async () => {
    const operate = (name: string, input: object) =>
      api.post(`/api/projects/${projectId}/operations/content.${name}`, { input })
    await operate('init_project', { locales: ['en', 'tr'], models: [] })
    await operate('vocabulary', {
      terms: { bag: { en: 'Bring a basket', tr: 'Sepet getirin' }, hours: { en: 'Hours', tr: 'Saat' } },
    })
    const tr = (await pageOf('tr/hours')) ?? ''
    await call('setTexts', { texts: [{ nodeId: await nodeWith('Bring a bag'), text: 'Bring a basket' }] })
    const before = await staleOf(tr)
    expect(before).toContain('new')
    await row('Saatler').click()
    await translation().click()
    await panel().getByRole('button', { name: 'Translate with the agent…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Translate the texts of “Saatler”' })
    await dialog.getByText(/^2 texts · \d+ words$/).waitFor()
    await dialog.getByText('none: a scripted demonstration').waitFor()
    await dialog.getByText('$0').waitFor()
    expect(await axeFindings(page, 'translate the texts of a page')).toEqual([])
    await dialog.getByRole('button', { name: 'Translate', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText(/1 text translated into tr\. 1 text is left/).waitFor()
    const html = async () => (await call<{ html: string }>('getNodeHtml', { nodeId: tr })).html
    expect(await html()).toContain('Sepet getirin')
    // A text translated by hand is the same as before.
    expect(await html()).toContain('<h1')
    expect(await html()).toContain('Saatler')
    const card = page.getByRole('region', { name: 'What this run did' }).last()
    await card.getByRole('button', { name: 'Undo' }).click()
    await until('all is as it was', async () => (await staleOf(tr)).join() === before.join())
    expect(await html()).not.toContain('Sepet getirin')
  },
)
