import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deepTest } from '../scripts/testing/deepTest.ts'
import { type Api, firstProject, signIn } from './support/api.ts'
import { axeFindings } from './support/axe.ts'
import { openEditor } from './support/editor.ts'
import { openBrowser, type SharedStudio, shareStudio, type TestBrowser } from './support/shared.ts'

// covers apps/studio/src/content/import packages/content/src/operations

/** A machine under load answers late. */
const eventually = <Value>(read: () => Value) => expect.poll(read)

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
})

afterAll(async () => {
  await browser?.close()
  await studio?.remove()
})

async function call(name: string, input: object): Promise<unknown> {
  return await api.post(`/api/projects/${projectId}/operations/${name}`, { input })
}

interface Entries {
  total: number
  entries: { id: string; title: string; values: Record<string, unknown>; locales: { status: string }[] }[]
}
const entries = (model: string, query = '') =>
  api.get<Entries>(`/api/projects/${projectId}/content/models/${model}/entries${query}`)
const open = (query = '') => page.goto(`${studio.url}/projects/${projectId}/content${query}`)
const give = (name: string, text: string | Buffer) =>
  page.getByLabel('File to import').setInputFiles({
    name,
    mimeType: 'application/octet-stream',
    buffer: typeof text === 'string' ? Buffer.from(text) : text,
  })
const choose = async (label: string, option: string) => {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test('an empty project begins with a file: a model is proposed, its rows are checked and written', async () => {
  await open()
  await page.getByRole('main').getByRole('button', { name: 'Import a CSV or JSON file' }).click()
  await page.getByText('Drop a CSV or JSON file here').waitFor()
  expect(await axeFindings(page, 'no file yet')).toEqual([])
  // As a Turkish spreadsheet writes it.
  const text =
    'isim;fiyat;açıklama;status\nÇavdar ekmeği;4,20;"Koyu, ""ekşi""\nmayalı";published\nBeyaz ekmek;3,10;;draft\n;1,00;isimsiz;draft\nTam buğday;ucuz;;draft\n'
  const signs = new Map([
    ['ğ', 0xf0],
    ['ş', 0xfe],
    ['ı', 0xfd],
    ['Ç', 0xc7],
    ['ç', 0xe7],
    ['ü', 0xfc],
  ])
  await give('ekmekler.csv', Buffer.from([...text].map((sign) => signs.get(sign) ?? sign.charCodeAt(0))))
  await page.getByText('ekmekler.csv · 4 rows · 4 columns').waitFor()
  await page.getByRole('combobox', { name: 'Encoding' }).filter({ hasText: 'Windows-1254' }).waitFor()
  await page.getByRole('combobox', { name: 'Separated by' }).filter({ hasText: 'Semicolons' }).waitFor()
  await page.getByText('Çavdar ekmeği · Beyaz ekmek').waitFor()
  // One cell that is no number makes the column a text: the person knows better.
  await choose('Type of fiyat', 'decimal')
  expect(await axeFindings(page, 'the columns of a file')).toEqual([])
  await page.getByRole('button', { name: 'Check the rows' }).click()
  await page.getByText('2 new').waitFor()
  await page.getByText('2 left out').waitFor()
  await page.getByText('fiyat: “ucuz” is no number.').waitFor()
  await page.getByText('“isim” is required.', { exact: true }).waitFor()
  expect(await axeFindings(page, 'rows with problems')).toEqual([])
  expect((await api.get<{ models: object[] }>(`/api/projects/${projectId}/content`)).models).toEqual([])
  await page.getByRole('button', { name: 'Import 2 entries' }).click()
  await page.getByRole('heading', { name: '2 entries imported' }).waitFor()
  const { entries: made } = await entries('ekmekler', '?columns=fiyat,aciklama&sort=title')
  expect(made.map(({ title, values, locales }) => [title, values.fiyat, locales[0]?.status])).toEqual([
    ['Beyaz ekmek', 3.1, 'draft'],
    ['Çavdar ekmeği', 4.2, 'published'],
  ])
  expect(await axeFindings(page, 'an import that is done')).toEqual([])
})

test('the import is undone in one step, with its model', async () => {
  await page.getByRole('button', { name: 'Undo the import' }).click()
  await eventually(
    async () => (await api.get<{ models: object[] }>(`/api/projects/${projectId}/content`)).models,
  ).toEqual([])
})

deepTest(
  'rows go into a model, with relations by id or title, and change entries only where that is chosen',
  async () => {
    await call('content.save_model', {
      id: 'person',
      name: 'People',
      i18n: false,
      fields: { name: { type: 'string', required: true } },
    })
    await call('content.save_model', {
      id: 'talk',
      name: 'Talks',
      i18n: false,
      title_field: 'title',
      fields: {
        title: { type: 'string', required: true },
        speaker: { type: 'relation', model: 'person' },
        day: { type: 'date' },
      },
    })
    await call('content.save_content', { model: 'person', data: { ann: { name: 'Ann Baker' }, bob: { name: 'Bob' } } })
    await call('content.save_content', { model: 'talk', data: { old: { title: 'Old talk', day: '2026-01-01' } } })
    await open('?model=talk')
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByRole('heading', { name: 'Import into Talks' }).waitFor()
    await give(
      'talks.json',
      JSON.stringify([
        { id: 'new-one', title: 'New talk', speaker: 'Ann Baker', day: '9.3.2026', room: 'A' },
        { id: 'old', title: 'Old talk, renewed', speaker: 'bob', day: '2026-03-10', room: 'B' },
        { id: 'lost', title: 'Nobody speaks', speaker: 'Cem', day: '2026-03-11', room: 'B' },
      ]),
    )
    await page.getByText('1 column fits no field and is left out.').waitFor()
    await page.getByRole('button', { name: 'Check the rows' }).click()
    await page.getByText('There is an entry “old” already.').waitFor()
    await page.getByText('No entry has the id or the title “Cem”.').waitFor()
    await page.getByRole('button', { name: 'Back' }).click()
    await choose('Entries that exist already', 'Update their fields')
    await page.getByRole('button', { name: 'Check the rows' }).click()
    await page.getByText('1 updated').waitFor()
    await page.getByRole('button', { name: 'Import 2 entries' }).click()
    await page.getByRole('heading', { name: '2 entries imported' }).waitFor()
    const of = async () =>
      (await entries('talk', '?columns=speaker,day&sort=title')).entries.map(({ id, title, values }) => [
        id,
        title,
        values.speaker,
        values.day,
      ])
    expect(await of()).toEqual([
      ['new-one', 'New talk', 'ann', '2026-03-09'],
      ['old', 'Old talk, renewed', 'bob', '2026-03-10'],
    ])
    await page.getByRole('link', { name: 'Open Talks' }).click()
    await page.getByRole('link', { name: 'New talk' }).waitFor()
    await page.keyboard.press('ControlOrMeta+z')
    await eventually(of).toEqual([['old', 'Old talk', undefined, '2026-01-01']])
  },
)

deepTest('a file that is too large or no table is refused with what to do', async () => {
  await open('?room=import')
  await give('broken.json', '[{"a": 1},')
  await page.getByText('This is no valid JSON.').waitFor()
  await give('long.csv', `name\n${'x\n'.repeat(20_001)}`)
  await page.getByText('The file has more than 20,000 rows.').waitFor()
  // As large as a browser says that it is: nothing of it is read.
  await page.evaluate(() => {
    const input = document.querySelector<HTMLInputElement>('input[aria-label="File to import"]')
    const file = new File(['name\n', new Uint8Array(100 * 1024 * 1024).fill(120)], 'huge.csv')
    const transfer = new DataTransfer()
    transfer.items.add(file)
    if (!input) throw new Error('There is no input')
    input.files = transfer.files
    input.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await page.getByText('The file has 100 MB; at most 50 MB are read.').waitFor()
  await page.getByText('Drop a CSV or JSON file here').waitFor()
  expect(await axeFindings(page, 'a file that is refused')).toEqual([])
})

deepTest(
  'thousands of rows are shown, written with progress, and undone in one step',
  async () => {
    await open('?room=import')
    const rows = Array.from({ length: 3_000 }, (_, at) => `Product ${at},${at},${at % 2 ? 'yes' : 'no'}`)
    await give('products.csv', `name,number,available\n${rows.join('\n')}\n`)
    await page.getByText('products.csv · 3,000 rows · 3 columns').waitFor()
    await page.getByRole('button', { name: 'Check the rows' }).click()
    await page.getByText('3,000 new').waitFor()
    const shown = page.getByRole('region', { name: 'Rows for Products' })
    await shown.evaluate((element) => element.scrollTo({ top: element.scrollHeight }))
    await shown.getByText('Product 2999', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Import 3,000 entries' }).click()
    await page.getByText(/^[\d,]+ of 3,000 entries written$/).waitFor()
    await page.getByRole('heading', { name: '3,000 entries imported' }).waitFor({ timeout: 120_000 })
    expect((await entries('products', '?limit=1')).total).toBe(3_000)
    await page.getByRole('button', { name: 'Undo the import' }).click()
    const models = async () =>
      (await api.get<{ models: { id: string }[] }>(`/api/projects/${projectId}/content`)).models.map(({ id }) => id)
    await expect.poll(models, { timeout: 120_000, interval: 500 }).not.toContain('products')
  },
  300_000,
)

deepTest(
  'an import that is stopped keeps what is written, and says how much',
  async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await open('?room=import')
    const rows = Array.from({ length: 4_000 }, (_, at) => `Item ${at}`)
    await give('items.csv', `name\n${rows.join('\n')}\n`)
    await page.getByRole('button', { name: 'Check the rows' }).click()
    await page.getByText('4,000 new').waitFor()
    expect(await axeFindings(page, 'rows on a phone')).toEqual([])
    await page.getByRole('button', { name: 'Import 4,000 entries' }).click()
    await page.getByText(/^[1-9][\d,]* of 4,000 entries written$/).waitFor({ timeout: 60_000 })
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await page.getByRole('heading', { name: /^Stopped after [\d,]+ entries$/ }).waitFor({ timeout: 60_000 })
    const { total } = await entries('items', '?limit=1')
    expect(total).toBeGreaterThan(0)
    expect(total).toBeLessThan(4_000)
    await page.getByText(`Stopped after ${total.toLocaleString('en')} entries`).waitFor()
  },
  120_000,
)
