import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deepTest } from '../scripts/testing/deepTest.ts'
import { type Api, firstProject, signIn } from './support/api.ts'
import { axeFindings } from './support/axe.ts'
import { openEditor } from './support/editor.ts'
import { openBrowser, type SharedStudio, shareStudio, type TestBrowser } from './support/shared.ts'

// covers apps/studio/src/content/model packages/content/src/model

const COUNT = 500
const item = {
  id: 'item',
  name: 'Items',
  kind: 'collection',
  domain: 'shop',
  title_field: 'title',
  fields: { title: { type: 'string', required: true, order: 1 }, price: { type: 'string', order: 2 } },
}
const label = { id: 'label', name: 'Labels', kind: 'dictionary', domain: 'shop' }

let browser: TestBrowser
let studio: SharedStudio
let context: BrowserContext
let page: Page
let api: Api
let projectId = ''

beforeAll(async () => {
  browser = await openBrowser()
  studio = await shareStudio()
  context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  page = await openEditor(context, studio)
  api = await signIn(studio)
  projectId = (await firstProject(api)).id
  await call('init_project', { locales: ['en', 'tr', 'de'], models: [item, label] })
  const items = Array.from({ length: COUNT }, (_, at) => [
    `item-${at}`,
    { title: `Item ${at}`, price: at % 5 === 0 ? 'on request' : `${at}.50` },
  ])
  await call('save_content', { model: 'item', data: Object.fromEntries(items) })
  await call('save_content', { model: 'label', data: { 'nav.home': 'Home', 'nav.shop': 'Shop' } })
  await call('save_content', { model: 'label', locale: 'tr', data: { 'nav.home': 'Ana sayfa' } })
})

afterAll(async () => {
  await browser?.close()
  await studio?.remove()
})

async function call<Data>(name: string, input: object): Promise<Data> {
  const path = `/api/projects/${projectId}/operations/content.${name}`
  return (await api.post<{ data: Data }>(path, { input })).data
}

interface Definition {
  type: string
  required?: boolean
  max?: number
}
const definitionsOf = async (collection: string) => {
  const { fields } = await call<{ fields: { name: string; definition: Definition }[] }>('get_collection_schema', {
    collection,
  })
  return Object.fromEntries(fields.map(({ name, definition }) => [name, definition]))
}
const namesOf = async (collection: string) => Object.keys(await definitionsOf(collection))
interface Shown {
  locales: { values: { price?: unknown } }[]
}
const priceOf = async (id: string) =>
  (await api.get<Shown>(`/api/projects/${projectId}/content/models/item/entries/${id}`)).locales[0]?.values.price

const content = (query = '') => `${studio.url}/projects/${projectId}/content${query}`
const main = () => page.getByRole('main')
const saved = () =>
  main()
    .getByRole('status')
    .filter({ hasText: /^Saved$/ })
    .waitFor()
const field = (label: string) => rows().getByRole('button', { name: new RegExp(`^${label}\\b`) })
const rows = () => main().getByRole('list', { name: 'Fields' }).getByRole('listitem')

test('a model is made, and its fields are added by their types', async () => {
  await page.goto(content())
  await page.getByRole('navigation', { name: 'Models', exact: true }).getByRole('link', { name: 'New model' }).click()
  await page.getByRole('heading', { name: 'New model' }).waitFor()
  for (const ready of ['Posts', 'Pages', 'People', 'Products', 'Events', 'Questions'])
    expect(await page.getByRole('button', { name: `Add ${ready}` }).count()).toBe(1)
  expect(await axeFindings(page, 'a new model')).toEqual([])
  await page.getByLabel('Name', { exact: true }).fill('Opening hours')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Opening hours' }).waitFor()

  // By keyboard only: the dialog begins in the label, arrow keys walk the types.
  await page.getByRole('button', { name: 'Add field' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add a field' })
  await expect.poll(() => dialog.getByLabel('Label').evaluate((field) => field === document.activeElement)).toBe(true)
  await page.keyboard.type('Opens at')
  await dialog.getByRole('radio', { name: /^Short text/ }).focus()
  await page.keyboard.press('ArrowDown')
  expect(await dialog.getByRole('radio', { name: /^Text/ }).isChecked()).toBe(true)
  expect(await axeFindings(page, 'the types')).toEqual([])
  await page.keyboard.press('Enter')
  await rows().filter({ hasText: 'opens_at' }).waitFor()
  await saved()
  expect(await definitionsOf('opening-hours')).toMatchObject({ opens_at: { type: 'text' } })

  // By mouse, found by what it is for.
  await page.getByRole('button', { name: 'Add field' }).click()
  await dialog.getByLabel('Label').fill('Closed')
  await dialog.getByLabel('Search types').fill('switch')
  await dialog.getByText('Yes or no').click()
  await dialog.getByRole('button', { name: 'Add field' }).click()
  await rows().filter({ hasText: 'Yes or no' }).waitFor()
  await saved()
  expect(await namesOf('opening-hours')).toEqual(['title', 'opens_at', 'closed'])
})

test('fields are ordered by keys and by dragging, renamed and constrained, and the keys take steps back', async () => {
  await field('Closed').click()
  await field('Closed').press('Alt+ArrowUp')
  await saved()
  await expect.poll(() => namesOf('opening-hours')).toEqual(['title', 'closed', 'opens_at'])
  await page.keyboard.press('ControlOrMeta+z')
  await expect.poll(() => namesOf('opening-hours')).toEqual(['title', 'opens_at', 'closed'])
  await expect.poll(() => rows().nth(1).textContent()).toContain('Opens at')

  const grip = await rows().last().getByRole('button', { name: 'Move Closed', exact: true }).boundingBox()
  const first = await rows().first().boundingBox()
  if (!grip || !first) throw new Error('There is nothing to drag.')
  await page.mouse.move(grip.x + 8, grip.y + 8)
  await page.mouse.down()
  await page.mouse.move(first.x + 60, first.y + 12, { steps: 6 })
  await page.mouse.up()
  await expect.poll(() => namesOf('opening-hours')).toEqual(['closed', 'title', 'opens_at'])
  await saved()

  await field('Title').click()
  await rows().getByLabel('At most, characters').fill('80')
  await rows().getByLabel('At most, characters').press('Enter')
  await expect.poll(async () => (await definitionsOf('opening-hours')).title?.max).toBe(80)
  await saved()
  const name = rows().getByLabel('Name', { exact: true })
  await name.fill('Day name')
  await name.press('Enter')
  await page.getByText('A name begins with a small letter').waitFor()
  await name.fill('day')
  await name.press('Enter')
  await expect.poll(() => namesOf('opening-hours')).toEqual(['closed', 'day', 'opens_at'])
  await saved()
  expect(await axeFindings(page, 'a field')).toEqual([])

  // A faulty edit waits, and is given up.
  await rows().getByLabel('At least, characters').fill('90')
  await rows().getByLabel('At least, characters').press('Enter')
  await page.getByRole('region', { name: 'This cannot be saved yet' }).getByText('is greater than max').waitFor()
  await page.getByRole('button', { name: 'Discard' }).click()
  await saved()
  expect(await rows().getByLabel('At least, characters').inputValue()).toBe('')
})

deepTest('where its entries are on the site, and who may read them', async () => {
  await page.getByLabel('Address of its pages').fill('hours')
  await page.getByLabel('Address of its pages').press('Enter')
  await page.getByText('An entry is at /hours/my-entry/, /tr/hours/my-entry/').waitFor()
  const isPublic = page.getByLabel('Everybody may read it')
  await isPublic.click()
  await expect.poll(() => isPublic.isChecked()).toBe(true)
  await saved()
  await page.reload()
  await page.getByText('An entry is at /hours/my-entry/').waitFor()
  expect(await isPublic.isChecked()).toBe(true)
})

deepTest('a field is changed under 500 entries, which is announced before, done, and undone in one step', async () => {
  await page.goto(content('?model=item'))
  await page.getByRole('link', { name: 'Design Items' }).click()
  await field('Price').click()
  await page.getByRole('combobox', { name: 'Type', exact: true }).click()
  await page.getByRole('option', { name: 'Number', exact: true }).click()
  const told = page.getByRole('region', { name: 'This change breaks entries' })
  await told.getByText('the value in 500 of 500 entries does not fit').waitFor()
  expect(await axeFindings(page, 'the consequences')).toEqual([])
  expect((await definitionsOf('item')).price?.type).toBe('string')
  await told.getByText('Convert 400, take 100 away').waitFor()
  await told.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Changed 500 entries').waitFor()
  await saved()
  await expect.poll(() => priceOf('item-1')).toBe(1.5)
  expect(await priceOf('item-5')).toBeUndefined()
  await page.getByRole('heading', { name: 'Items' }).click()
  await page.keyboard.press('ControlOrMeta+z')
  await expect.poll(() => priceOf('item-5')).toBe('on request')
  expect((await definitionsOf('item')).price?.type).toBe('string')
})

deepTest('the file of a model is edited as text, and what is wrong with it is said at its line', async () => {
  await page.getByRole('group', { name: 'View' }).getByRole('button', { name: 'JSON' }).click()
  const text = page.getByLabel('Model file of Items')
  await text.waitFor()
  const write = async (change: (before: string) => string) => {
    const before = await text.evaluate((element) =>
      [...element.querySelectorAll('.cm-line')].map((line) => line.textContent).join('\n'),
    )
    await text.click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.insertText(change(before))
  }
  await write((before) => before.replace('"price": {', '"price": '))
  await page.getByRole('button', { name: /^Line \d+: This is no JSON/ }).waitFor()
  await page.getByRole('button', { name: 'Revert' }).click()
  await expect.poll(() => page.getByRole('button', { name: /^Line/ }).count()).toBe(0)
  await write((before) =>
    before.replace('"type": "string"\n    },\n    "title"', '"type": "sting"\n    },\n    "title"'),
  )
  const wrong = page.getByRole('button', { name: /^Line \d+: “price” is/ })
  await wrong.waitFor()
  expect(await axeFindings(page, 'the file')).toEqual([])
  await page.getByRole('button', { name: 'Revert' }).click()
  await expect.poll(() => wrong.count()).toBe(0)
  await write((before) => before.replace('"price"', '"cost"'))
  await page.getByText('price is taken to be cost now').waitFor()
  await page.getByRole('region', { name: 'JSON' }).getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => namesOf('item')).toEqual(['title', 'cost'])
  await saved()
  await page.getByRole('group', { name: 'View' }).getByRole('button', { name: 'Fields' }).click()
  await page.keyboard.press('ControlOrMeta+z')
  await expect.poll(() => namesOf('item')).toEqual(['title', 'price'])
})

deepTest('a model is deleted with its entries once its id is typed, and comes back by undo', async () => {
  await page.getByRole('button', { name: 'Delete model' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete Items?' })
  await dialog.getByText('Its 500 entries go with it').waitFor()
  await dialog.getByLabel('Type item to confirm').fill('items')
  await dialog.getByRole('button', { name: 'Delete model' }).click()
  await dialog.getByRole('alert').waitFor()
  await dialog.getByLabel('Type item to confirm').fill('item')
  await dialog.getByRole('button', { name: 'Delete model' }).click()
  await page.getByText('Deleted Items').waitFor()
  await page.keyboard.press('ControlOrMeta+z')
  const link = page.getByRole('navigation', { name: 'Models', exact: true }).getByRole('link', { name: /^Items/ })
  await link.getByText('500 entries').waitFor({ state: 'attached' })
})

deepTest('terms are added, changed, found, deleted and restored', async () => {
  await page.getByRole('navigation', { name: 'Models', exact: true }).getByRole('link', { name: 'Vocabulary' }).click()
  await page.getByText('No terms yet').waitFor()
  for (const [key, text] of [
    ['bread', 'bread'],
    ['oven', 'oven'],
  ] as const) {
    await page.getByLabel('New term').fill(key)
    await page.getByLabel('Text · en').fill(text)
    await page.keyboard.press('Enter')
    await page.getByLabel(`${key} · en`, { exact: true }).waitFor()
  }
  const turkish = page.getByLabel('bread · tr', { exact: true })
  await turkish.fill('ekmek')
  await turkish.press('Enter')
  const terms = async () => (await call<{ terms: object }>('vocabulary', {})).terms
  await expect.poll(terms).toEqual({ bread: { en: 'bread', tr: 'ekmek' }, oven: { en: 'oven' } })
  expect(await axeFindings(page, 'the vocabulary')).toEqual([])
  // The table scrolls by itself on a phone.
  await page.setViewportSize({ width: 390, height: 844 })
  const add = page.getByRole('button', { name: 'Add term' })
  await expect.poll(async () => ((await add.boundingBox())?.width ?? 999) < 390).toBe(true)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByLabel('Search terms').fill('ekm')
  await expect.poll(() => page.getByLabel('oven · en', { exact: true }).count()).toBe(0)
  await page.getByRole('button', { name: 'Delete bread' }).click()
  await page.getByText('Deleted bread').waitFor()
  expect(await terms()).toEqual({ oven: { en: 'oven' } })
  await page.keyboard.press('ControlOrMeta+z')
  await turkish.waitFor()
  expect(await turkish.inputValue()).toBe('ekmek')
})

deepTest('the texts of a dictionary are shown in several languages beside each other, and are searched', async () => {
  await page.goto(content('?model=label&locale=en,tr'))
  expect(await page.getByLabel('nav.home · tr', { exact: true }).inputValue()).toBe('Ana sayfa')
  const shop = page.getByLabel('nav.shop · tr', { exact: true })
  await shop.fill('Mağaza')
  await shop.blur()
  await page.getByText('Saved · in the repository').waitFor()
  expect(await axeFindings(page, 'a dictionary')).toEqual([])
  await page.getByLabel('Search Labels').fill('mağ')
  await expect.poll(() => page.getByLabel('nav.home · en', { exact: true }).count()).toBe(0)
  await page.getByLabel('nav.shop · en', { exact: true }).waitFor()
})

deepTest('a language goes once what would be lost is agreed to, and the settings of reviews stay', async () => {
  await page.getByRole('navigation', { name: 'Models', exact: true }).getByRole('link', { name: 'Settings' }).click()
  await page.getByLabel('New language').fill('english')
  await page.keyboard.press('Enter')
  await page.getByText('“english” is no code of a language').waitFor()
  await page.getByLabel('New language').fill('fr')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Remove fr' }).click()
  await expect.poll(() => page.getByRole('button', { name: 'Remove fr' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Remove tr' }).click()
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await dialog.getByText('Labels: 1 entry, Vocabulary: 1 term').waitFor()
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect.poll(() => page.getByRole('button', { name: 'Remove tr' }).count()).toBe(0)
  await page.getByText('Removed tr').waitFor()
  expect(await axeFindings(page, 'the settings')).toEqual([])
  await page.keyboard.press('ControlOrMeta+z')
  await page.getByRole('button', { name: 'Remove tr' }).waitFor()
  await page.getByRole('group', { name: 'Workflow' }).getByRole('button', { name: 'After a review' }).click()
  await page.getByLabel('Warn from so many open reviews').fill('20')
  await page.getByLabel('Warn from so many open reviews').press('Enter')
  const settings = () => call<{ settings: object }>('saveSettings', {})
  await expect.poll(settings).toMatchObject({ settings: { workflow: 'review', branchWarnLimit: 20 } })
})
