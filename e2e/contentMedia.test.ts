import type { BrowserContext, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deepTest } from '../scripts/testing/deepTest.ts'
import { type Api, firstProject, signIn } from './support/api.ts'
import { axeFindings } from './support/axe.ts'
import { openEditor } from './support/editor.ts'
import { openBrowser, type SharedStudio, shareStudio, type TestBrowser } from './support/shared.ts'

// covers apps/studio/src/content/media apps/studio/src/media apps/server/src/media

/** A machine under load answers late. */
const eventually = <Value>(read: () => Value) => expect.poll(read)

let browser: TestBrowser
let studio: SharedStudio
let context: BrowserContext
let page: Page
let api: Api
let projectId = ''

const product = {
  id: 'product',
  name: 'Products',
  kind: 'collection',
  domain: 'shop',
  i18n: false,
  title_field: 'name',
  fields: { name: { type: 'string', required: true }, picture: { type: 'image' }, about: { type: 'markdown' } },
}

const picture = async (name: string, background: string) => ({
  name,
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 400, height: 300, channels: 3, background } })
    .png()
    .toBuffer(),
})

beforeAll(async () => {
  browser = await openBrowser()
  studio = await shareStudio()
  context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  page = await openEditor(context, studio)
  api = await signIn(studio)
  projectId = (await firstProject(api)).id
  await call('content.init_project', { locales: ['en', 'tr'], models: [product] })
  await call('content.save_content', { model: 'product', data: { loaf: { name: 'Rye loaf' } } })
})

afterAll(async () => {
  await browser?.close()
  await studio?.remove()
})

async function call<Data>(name: string, input: object): Promise<Data> {
  return (await api.post<{ data: Data }>(`/api/projects/${projectId}/operations/${name}`, { input })).data
}

interface LibraryFile {
  id: string
  path: string
  name: string
  alt: Record<string, string>
  tags: string[]
  focal?: { x: number; y: number }
}
const library = async (query = '') =>
  (await api.get<{ files: LibraryFile[] }>(`/api/projects/${projectId}/media${query}`)).files
const fileNamed = async (name: string) => {
  const found = (await library()).find((file) => file.name === name)
  if (!found) throw new Error(`There is no ${name}`)
  return found
}
const tile = (name: string) => page.getByRole('list', { name: 'Files' }).getByRole('button', { name, exact: true })
const details = (name: string) => page.getByRole('complementary', { name: `Details of ${name}` })

test('an empty library explains itself; files are uploaded and shown in a grid', async () => {
  await page.goto(`${studio.url}/projects/${projectId}/content`)
  await page
    .getByRole('navigation', { name: 'Models', exact: true })
    .getByRole('link', { name: 'Media', exact: true })
    .click()
  await page.getByText('No files yet').waitFor()
  expect(await axeFindings(page, 'the empty library')).toEqual([])
  await page
    .getByLabel('Files to upload')
    .setInputFiles([await picture('red.png', '#c33'), await picture('blue.png', '#33c')])
  await tile('red.png').waitFor()
  await tile('blue.png').waitFor()
  await page.getByText('2 files', { exact: true }).waitFor()
})

test('a file dropped on the room is uploaded and opened', async () => {
  const { buffer } = await picture('green.png', '#3c3')
  const transfer = await page.evaluateHandle(
    (bytes) => {
      const data = new DataTransfer()
      data.items.add(new File([new Uint8Array(bytes)], 'green.png', { type: 'image/png' }))
      return data
    },
    [...buffer],
  )
  await page.getByRole('region', { name: 'Media' }).dispatchEvent('drop', { dataTransfer: transfer })
  await details('green.png').waitFor()
  await page.getByText('3 files', { exact: true }).waitFor()
})

test('a file says what it shows in each language, and is found by its tags', async () => {
  await tile('red.png').click()
  const panel = details('red.png')
  await panel.getByLabel('Alt text in all languages').fill('A red field')
  await panel.getByLabel('Alt text in all languages').press('Enter')
  await panel.getByLabel('Alt text · tr').fill('Kırmızı alan')
  await panel.getByLabel('Alt text · tr').press('Enter')
  await eventually(async () => (await fileNamed('red.png')).alt).toEqual({ '*': 'A red field', tr: 'Kırmızı alan' })
  await panel.getByLabel('Add a tag').fill('warm')
  await panel.getByLabel('Add a tag').press('Enter')
  await panel.getByRole('button', { name: 'Remove the tag warm' }).waitFor()
  await eventually(async () => (await fileNamed('red.png')).tags).toEqual(['warm'])
  expect(await axeFindings(page, 'a file of the library')).toEqual([])
  await page.getByRole('combobox', { name: 'Tag' }).click()
  await page.getByRole('option', { name: /^warm/ }).click()
  await page.getByText('1 file', { exact: true }).waitFor()
  await tile('red.png').waitFor()
  await page.getByRole('combobox', { name: 'Tag' }).click()
  await page.getByRole('option', { name: 'Any tag' }).click()
  await page.getByRole('searchbox', { name: 'Search the media' }).fill('kırmızı')
  await page.getByText('1 file', { exact: true }).waitFor()
  await page.getByRole('searchbox', { name: 'Search the media' }).fill('nothing of this')
  await page.getByText('No file matches').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByText('3 files', { exact: true }).waitFor()
})

deepTest('the focal point is set by a press on the picture, and moved by the arrow keys', async () => {
  const point = details('red.png').getByRole('button', { name: /^Focal point/ })
  const box = await point.boundingBox()
  if (!box) throw new Error('The picture is not shown')
  await point.click({ position: { x: box.width * 0.25, y: box.height * 0.5 } })
  await eventually(async () => (await fileNamed('red.png')).focal?.x).toBeCloseTo(0.25, 1)
  const before = (await fileNamed('red.png')).focal
  await point.focus()
  await point.press('ArrowRight')
  await point.press('ArrowRight')
  await point.press('ArrowDown')
  const after = { x: (before?.x ?? 0) + 0.1, y: (before?.y ?? 0) + 0.05 }
  await eventually(async () => (await fileNamed('red.png')).focal?.x).toBeCloseTo(after.x, 5)
  expect((await fileNamed('red.png')).focal?.y).toBeCloseTo(after.y, 5)
})

deepTest('a field of an entry opens the library, takes a picture and shows it', async () => {
  await page.goto(`${studio.url}/projects/${projectId}/content?model=product&entry=loaf`)
  await page.getByRole('button', { name: 'Choose a file for Picture' }).click()
  const dialog = page.getByRole('dialog', { name: 'Choose a file for Picture' })
  await dialog.getByRole('button', { name: 'blue.png', exact: true }).waitFor()
  expect(await axeFindings(page, 'the chooser')).toEqual([])
  await dialog.getByLabel('Files to upload').setInputFiles([await picture('yellow.png', '#cc3')])
  await dialog.getByRole('button', { name: 'yellow.png', pressed: true }).waitFor()
  await dialog.getByRole('button', { name: 'Use this file' }).click()
  await dialog.waitFor({ state: 'detached' })
  const { path } = await fileNamed('yellow.png')
  await eventually(() => page.getByLabel('Picture', { exact: true }).inputValue()).toBe(path)
  await eventually(() =>
    page
      .getByRole('main')
      .locator('img')
      .evaluate((image: HTMLImageElement) => image.naturalWidth),
  ).toBe(400)
  await page.getByText(/^Saved · /).waitFor()
  expect(await axeFindings(page, 'a field with a picture')).toEqual([])
})

deepTest('a file’s uses are listed by entries and pages; unused ones are found', async () => {
  const yellow = await fileNamed('yellow.png')
  const used = () => api.get<{ entries: object[] }>(`/api/projects/${projectId}/media/${yellow.id}/uses`)
  await eventually(async () => (await used()).entries.length).toBe(1)
  const { path } = await fileNamed('blue.png')
  await call('content.save_content', { model: 'product', data: { loaf: { about: `Look: ![](/${path})` } } })
  const pages = await api.get<{ pages: { id: string }[] }>(`/api/projects/${projectId}/pages`)
  const [home] = pages.pages
  await call('site.insertHtml', { parentId: home?.id, html: `<img src="/${path}" alt="">` })
  await page.goto(`${studio.url}/projects/${projectId}/content?room=media`)
  await tile('blue.png').click()
  const uses = details('blue.png').getByRole('list', { name: 'Where it is used' })
  await uses.getByRole('link', { name: 'Rye loaf: about' }).waitFor()
  await uses.getByRole('link', { name: /<img> src/ }).waitFor()
  await page.getByRole('button', { name: 'Unused' }).click()
  await page.getByText('2 files', { exact: true }).waitFor()
  await tile('red.png').waitFor()
  expect(await tile('blue.png').count()).toBe(0)
  await page.getByRole('button', { name: 'Unused' }).click()
  await page.getByText('4 files', { exact: true }).waitFor()
})

deepTest('a file is replaced in pages and entries at once, and that is undone in one step', async () => {
  const blue = await fileNamed('blue.png')
  await details('blue.png')
    .getByLabel('File to show instead')
    .setInputFiles([await picture('navy.png', '#113')])
  await page.getByText(/“navy.png” is shown instead of “blue.png”/).waitFor()
  const navy = await fileNamed('navy.png')
  const uses = async (id: string) => {
    const found = await api.get<{ pages: object[]; entries: object[] }>(`/api/projects/${projectId}/media/${id}/uses`)
    return [found.pages.length, found.entries.length]
  }
  await eventually(() => uses(navy.id)).toEqual([1, 1])
  expect(await uses(blue.id)).toEqual([0, 0])
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await eventually(() => uses(blue.id)).toEqual([1, 1])
  expect(await uses(navy.id)).toEqual([0, 0])
})

deepTest('deleting says where the file is used, and is undone', async () => {
  await tile('blue.png').click()
  await details('blue.png').getByRole('button', { name: 'Delete…' }).click()
  const dialog = page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog', { name: 'Delete “blue.png”?' }))
    .first()
  await dialog.getByText('Rye loaf: about').waitFor()
  await dialog.getByRole('button', { name: 'Delete file' }).click()
  await eventually(async () => (await library()).map(({ name }) => name)).not.toContain('blue.png')
  await eventually(() => tile('blue.png').count()).toBe(0)
  await page.getByText('Deleted “blue.png”').first().waitFor()
  await page.keyboard.press('ControlOrMeta+z')
  await tile('blue.png').waitFor()
})

deepTest('an address inside the network is refused with a reason', async () => {
  await page.getByRole('button', { name: 'From a URL' }).click()
  const address = page.getByLabel('Address of the file')
  await address.fill('http://169.254.169.254/latest.png')
  await page.getByRole('button', { name: 'Fetch', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'From a URL' })
  await dialog.locator('input[aria-invalid="true"]').waitFor()
  await dialog.getByText('Try another address.').waitFor()
  expect(await axeFindings(page, 'a refused address')).toEqual([])
  await page.keyboard.press('Escape')
})

deepTest('everything is reached by the keyboard, on a phone too', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${studio.url}/projects/${projectId}/content?room=media`)
  await tile('red.png').waitFor()
  const first = page.getByRole('list', { name: 'Files' }).getByRole('button').first()
  const name = await first.getAttribute('title')
  await first.focus()
  await page.keyboard.press('ArrowRight')
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('title'))
  await eventually(focused).not.toBe(name)
  await page.keyboard.press('Enter')
  await page.getByRole('complementary', { name: /^Details of/ }).waitFor()
  expect(await axeFindings(page, 'a file on a phone')).toEqual([])
})
