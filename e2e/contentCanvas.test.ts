import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { deepTest } from '../scripts/testing/deepTest.ts'
import type { Api } from './support/api.ts'
import { axeFindings } from './support/axe.ts'
import { clickInCanvas, type OpenStudio, openEditor, openStudio, placeInCanvas, showPanel } from './support/editor.ts'

// covers apps/studio/src/editors/site/canvas apps/studio/src/content/preview packages/site/src/loop

const models = [
  { id: 'author', name: 'Authors', title_field: 'name', fields: { name: { type: 'string', required: true } } },
  {
    id: 'post',
    name: 'Posts',
    title_field: 'title',
    fields: {
      title: { type: 'string', required: true },
      lead: { type: 'text' },
      body: { type: 'markdown' },
      rank: { type: 'number' },
      author: { type: 'relation', model: 'author' },
    },
  },
].map((model) => ({ ...model, kind: 'collection', domain: 'blog' }))

const loop =
  '<h1 id="a">News</h1><atelier-loop data-source-id="data.rows" data-table-id="post" data-order-by="rank"><article class="row"><h2 class="title">{currentEntry.title}</h2><p class="by">By {currentEntry.author.name}</p></article></atelier-loop>'
const template =
  '<h1 class="head">{currentEntry.title}</h1><p class="lead">{currentEntry.lead}</p><p class="rank">{currentEntry.rank}</p><div class="text">{currentEntry.body|html}</div>'

let open: OpenStudio
let context: BrowserContext
let api: Api
let page: Page
let projectId = ''
const problems: string[] = []

async function operate<Data>(operation: string, input: object): Promise<Data> {
  return (await api.post<{ data: Data }>(`/api/projects/${projectId}/operations/${operation}`, { input })).data
}

async function addPage(title: string, html: string): Promise<string> {
  const { pageId } = await operate<{ pageId: string }>('site.addPage', { title })
  await operate('site.insertHtml', { parentId: pageId, html })
  return pageId
}

/** Waits for a result that comes over the server, however slow the machine is. */
const eventually = <Value>(read: () => Value | Promise<Value>) => expect.poll(read)
const canvas = (on = page) => on.frameLocator('iframe[title="The page"]')
const titles = (on = page) => canvas(on).locator('.title').allTextContents()

async function openPage(title: string): Promise<void> {
  await page.getByRole('button', { name: /^Page / }).click()
  await page.getByRole('menuitemradio', { name: new RegExp(title) }).click()
}

/** Types in place of a text that comes from an entry, as a person does. */
async function typeInstead(selector: string, text: string, label: string): Promise<void> {
  const { x, y } = await placeInCanvas(page, selector)
  await page.mouse.dblclick(x, y)
  await page.getByRole('status').filter({ hasText: label }).waitFor()
  await canvas().locator('[contenteditable]').waitFor()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
  await canvas().locator('[contenteditable]').waitFor({ state: 'detached' })
}

beforeAll(async () => {
  open = await openStudio()
  ;({ api, projectId, context } = open)
  await operate('content.init_project', { locales: ['en', 'tr'], domains: ['blog'], models })
  await operate('content.save_content', { model: 'author', data: { ann: { name: 'Ann' } } })
  await operate('content.save_content', {
    model: 'post',
    data: {
      one: { title: 'First post', rank: 1, author: 'ann', body: 'Some *words*' },
      two: { title: 'Second post', rank: 2, author: 'ann', body: '# Two' },
    },
  })
  await operate('content.update_status', { model: 'author', entryIds: ['ann'], status: 'published' })
  await operate('content.update_status', { model: 'post', entryIds: ['one', 'two'], status: 'published' })
  await operate('content.save_content', {
    model: 'post',
    data: { draft: { title: 'Not yet', lead: 'A draft', rank: 7, body: 'It **waits**' } },
  })
  await addPage('News', loop)
  await addPage('Post page', template)
  page = await openEditor(context, open.studio)
  page.on('pageerror', (error) => problems.push(error.message))
  await openPage('News')
})
afterAll(async () => await open?.close())
beforeEach(() => {
  problems.length = 0
})

test('a loop shows the entries that visitors see, and follows what is changed elsewhere', async () => {
  await eventually(() => titles()).toEqual(['First post', 'Second post'])
  await eventually(() => canvas().locator('.by').allTextContents()).toEqual(['By Ann', 'By Ann'])
  await operate('content.save_content', { model: 'post', data: { two: { title: 'Second, changed' } } })
  await eventually(() => titles()).toEqual(['First post', 'Second, changed'])
  await operate('content.update_status', { model: 'post', entryIds: ['draft'], status: 'published' })
  await eventually(() => titles()).toEqual(['First post', 'Second, changed', 'Not yet'])
  await operate('content.update_status', { model: 'post', entryIds: ['draft'], status: 'draft' })
  await eventually(() => titles()).toEqual(['First post', 'Second, changed'])
  expect(problems).toEqual([])
})

test('a text of a row is typed in place into its entry, which the form in another tab shows, and is undone', async () => {
  const form = await context.newPage()
  await form.goto(`${open.studio.url}/projects/${projectId}/content?model=post&entry=two`)
  const title = form.getByLabel('Title *')
  await title.waitFor()
  await eventually(() => title.inputValue()).toBe('Second, changed')
  await typeInstead('atelier-ghosts .title', 'Typed on the page', 'Writes Posts · Title · en')
  await eventually(() => titles()).toEqual(['First post', 'Typed on the page'])
  await eventually(() => title.inputValue()).toBe('Typed on the page')
  // The tab knows of its step once the server has answered.
  await page.locator('button[aria-label^="Undo"]:enabled').first().waitFor()
  await page.keyboard.press('ControlOrMeta+z')
  await eventually(() => title.inputValue()).toBe('Second, changed')
  await eventually(() => titles()).toEqual(['First post', 'Second, changed'])
  await form.close()
  // The words around a field are the page's own, and are typed with what the field is called.
  const { x, y } = await placeInCanvas(page, '.row .by')
  await page.mouse.dblclick(x, y)
  await canvas().locator('[contenteditable]', { hasText: 'By {currentEntry.author.name}' }).waitFor()
  await page.keyboard.press('Escape')
  await canvas().locator('[contenteditable]').waitFor({ state: 'detached' })
  expect(problems).toEqual([])
})

deepTest('words that are typed into an entry that another user deletes are offered', async () => {
  await operate('content.save_content', { model: 'post', data: { short: { title: 'Soon gone', rank: 1.5 } } })
  await operate('content.update_status', { model: 'post', entryIds: ['short'], status: 'published' })
  await eventually(() => titles()).toEqual(['First post', 'Soon gone', 'Second, changed'])
  const { x, y } = await placeInCanvas(page, 'atelier-ghosts .title')
  await page.mouse.dblclick(x, y)
  await page.getByRole('status').filter({ hasText: 'Writes Posts · Title · en' }).waitFor()
  await canvas().locator('[contenteditable]', { hasText: 'Soon gone' }).waitFor()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('A better title')
  await operate('content.delete_content', { model: 'post', entryIds: ['short'] })
  const dialog = page.getByRole('dialog', { name: 'The text that you were typing was deleted' })
  await dialog.getByText('A better title').waitFor()
  expect(await axeFindings(page, 'words of a deleted entry')).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await eventually(() => titles()).toEqual(['First post', 'Second, changed'])
  expect(problems).toEqual([])
})

deepTest('a template for entries is chosen by hand, and shown with any entry, also a draft', async () => {
  await openPage('Post page')
  await showPanel(page, 'Properties')
  await canvas().locator('.head', { hasText: '{currentEntry.title}' }).waitFor()
  await clickInCanvas(page, '.head')
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'Settings', exact: true }).click()
  await page.getByLabel('Stands around').selectOption({ label: 'The page of each entry of Posts' })
  await canvas()
    .locator('.head', { hasText: /post|changed/ })
    .waitFor()
  const shown = page.getByRole('button', { name: /^Shown with/ })
  await shown.click()
  const search = page.getByRole('combobox', { name: 'Search entries' })
  await search.fill('not yet')
  await page.getByRole('option', { name: /Not yet.*Draft/ }).waitFor()
  await eventually(() => page.getByRole('listbox', { name: 'Posts' }).getByRole('option').count()).toBe(1)
  expect(await axeFindings(page, 'the choice of an entry')).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
  await search.press('Enter')
  await canvas().locator('.head', { hasText: 'Not yet' }).waitFor()
  await canvas().locator('.text strong', { hasText: 'waits' }).waitFor()
  expect(problems).toEqual([])
})

deepTest('the entry of a template is typed in place too, and what is no plain text leads to the entry', async () => {
  const stored = async () =>
    (await operate<{ entries: { data: object }[] }>('content.get_content', { model: 'post', id: 'draft' })).entries[0]
      ?.data
  await typeInstead('.lead', 'Typed in the template', 'Writes Posts · Lead · en')
  await canvas().locator('.lead', { hasText: 'Typed in the template' }).waitFor()
  await eventually(stored).toMatchObject({ lead: 'Typed in the template' })
  // The tab knows of its step once the server has answered.
  await page.locator('button[aria-label^="Undo"]:enabled').first().waitFor()
  await page.keyboard.press('ControlOrMeta+z')
  await eventually(stored).toMatchObject({ lead: 'A draft' })
  await canvas().locator('.lead', { hasText: 'A draft' }).waitFor()

  const { x, y } = await placeInCanvas(page, '.text')
  await page.mouse.dblclick(x, y)
  const note = page.getByRole('status').filter({ hasText: 'Posts · Body · en: written in the entry, not here.' })
  await note.getByRole('link', { name: 'Open “Not yet”' }).waitFor()
  expect(await axeFindings(page, 'a text that is written in its entry')).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
  await note.getByRole('link').focus()
  await page.keyboard.press('Escape')
  await note.waitFor({ state: 'detached' })
  expect(problems).toEqual([])
})

deepTest(
  'texts in components, in loops of a loop and in a template around the page are typed in place too',
  async () => {
    const scratch = await addPage('Scratch', '<div class="card"><h3 class="card-title">Title</h3></div>')
    const { html } = await operate<{ html: string }>('site.getNodeHtml', { nodeId: scratch })
    const uid = (of: string) =>
      new RegExp(`<${of}[^>]* uid="(\\w+)"|<${of} uid="(\\w+)"`).exec(html)?.slice(1).find(Boolean) ?? ''
    const { componentId } = await operate<{ componentId: string }>('site.createComponent', {
      title: 'Card',
      nodeIds: [uid('div')],
    })
    const inside = await operate<{ html: string }>('site.getNodeHtml', { nodeId: componentId })
    const heading = /<h3[^>]*uid="(\w+)"/.exec(inside.html)?.[1] ?? ''
    await operate('site.addComponentParam', { nodeId: heading, name: 'title' })
    await addPage(
      'Cards',
      `<atelier-loop data-source-id="data.rows" data-table-id="post" data-order-by="rank"><div><atelier-component ref="${componentId}" param-title="{currentEntry.title}"></atelier-component></div></atelier-loop><atelier-loop data-source-id="data.rows" data-table-id="author"><section><h2 class="who">{currentEntry.name}</h2><atelier-loop data-source-id="data.rows" data-table-id="post" data-filter-author="{currentEntry.id}" data-order-by="rank" data-direction="desc" data-limit="1"><p class="theirs">{currentEntry.title}</p></atelier-loop></section></atelier-loop>`,
    )
    await openPage('Cards')
    const cards = () => canvas().locator('.card-title').allTextContents()
    await eventually(cards).toEqual(['First post', 'Second, changed'])
    await eventually(() => canvas().locator('.theirs').allTextContents()).toEqual(['Second, changed'])
    await typeInstead('atelier-ghosts .card-title', 'Typed in a card', 'Writes Posts · Title · en')
    await eventually(cards).toEqual(['First post', 'Typed in a card'])
    await eventually(() => canvas().locator('.theirs').allTextContents()).toEqual(['Typed in a card'])
    await typeInstead('.theirs', 'Second, changed', 'Writes Posts · Title · en')
    await eventually(cards).toEqual(['First post', 'Second, changed'])

    const around = await addPage(
      'Around',
      '<header><atelier-loop data-source-id="data.rows" data-table-id="author"><b class="author">{currentEntry.name}</b></atelier-loop></header><main><atelier-outlet></atelier-outlet></main>',
    )
    await operate('site.setPageTemplate', { pageId: around, target: { kind: 'everywhere' } })
    await page.getByRole('button', { name: 'In its template' }).click()
    await canvas().locator('.author', { hasText: 'Ann' }).waitFor()
    await typeInstead('.author', 'Anna', 'Writes Authors · Name · en')
    await canvas().locator('.author', { hasText: 'Anna' }).waitFor()
    await eventually(() => canvas().locator('.who').allTextContents()).toEqual(['Anna'])
    await page.locator('button[aria-label^="Undo"]:enabled').first().waitFor()
    await page.keyboard.press('ControlOrMeta+z')
    await canvas().locator('.author', { hasText: /^Ann$/ }).waitFor()
    await operate('site.clearPageTemplate', { pageId: around })
    expect(problems).toEqual([])
  },
)

deepTest('a loop is set by hand: its model, order, number and filters, and which field a text shows', async () => {
  await openPage('News')
  await eventually(() => titles()).toEqual(['First post', 'Second, changed'])
  await clickInCanvas(page, '.title')
  await page.getByRole('tab', { name: 'Settings', exact: true }).click()
  await page.getByLabel('Shows', { exact: true }).selectOption({ label: 'Rank' })
  await eventually(() => titles()).toEqual(['1', '2'])
  await page.getByLabel('Shows', { exact: true }).selectOption({ label: 'Title' })
  await eventually(() => titles()).toEqual(['First post', 'Second, changed'])
  await clickInCanvas(page, '.row')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  const settings = page.getByRole('region', { name: 'Loop' })
  await settings.getByLabel('Direction').selectOption('desc')
  await eventually(() => titles()).toEqual(['Second, changed', 'First post'])
  await settings.getByLabel('At most').fill('1')
  await settings.getByLabel('At most').press('Enter')
  await eventually(() => titles()).toEqual(['Second, changed'])
  await settings.getByLabel('Only entries with').selectOption({ label: 'Rank' })
  await settings.getByLabel('Only entries of this value: Rank').fill('1')
  await settings.getByLabel('Only entries of this value: Rank').press('Enter')
  await eventually(() => titles()).toEqual(['First post'])
  await settings.getByLabel('Source').selectOption({ label: 'Authors' })
  await eventually(() => titles()).toEqual(['Ann'])
  expect(await axeFindings(page, 'the settings of a loop')).toEqual([])
  expect(problems).toEqual([])
})
