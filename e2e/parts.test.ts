import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFindings, findings } from './support/axe.ts'
import { ask, openProject } from './support/editor.ts'
import { settle } from './support/settle.ts'
import { openBrowser, type SharedStudio, shareStudio, type TestBrowser } from './support/shared.ts'

// covers apps/studio/src/parts packages/cad/src/viewer apps/server/src/cad

/** The first build of a server loads its kernel. */
const LONG = 120_000
const BRACKET = 'Make a bracket 80 × 40 × 5 with four holes and round corners'
const volumeOf = (width: number) => (width * 40 - 4 * Math.PI * 2.5 ** 2 - (4 - Math.PI) * 16) * 5

let browser: TestBrowser
let studio: SharedStudio
let page: Page

beforeAll(async () => {
  browser = await openBrowser()
  studio = await shareStudio({ fastRehearsals: true })
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  context.setDefaultTimeout(LONG)
  page = await openProject(context, studio)
})
afterAll(async () => {
  await browser?.close()
  await studio?.remove()
})

/** The volume over the picture, in mm³. */
const shownVolume = () =>
  expect.poll(async () => Number((await page.getByText(/mm³$/).first().textContent())?.replace(/[^\d.]/g, '')), {
    timeout: LONG,
  })
const tab = (name: string) => page.getByRole('tab', { name, exact: true })

test('the room of parts says what it is for, and begins an empty part', async () => {
  await page.getByRole('button', { name: 'Parts', exact: true }).click()
  await page.getByText('No parts yet').waitFor()
  await settle(page)
  expect(await axeFindings(page, 'no parts')).toEqual([])
  await page.getByRole('button', { name: 'New part' }).click()
  await page.getByRole('menuitem', { name: 'Empty part' }).click()
  await page.getByText('This part is empty').waitFor()
  expect(await axeFindings(page, 'an empty part')).toEqual([])
})

test(
  'the agent builds a bracket, whose picture, features and volume are shown',
  async () => {
    await ask(page, BRACKET)
    await page.getByText('in 14 faces').waitFor()
    await shownVolume().toBeCloseTo(volumeOf(80), 0)
    await page.getByRole('navigation', { name: 'Features' }).getByText('Corners').waitFor()
    await page
      .getByText(/mm³, \d+ new faces?/)
      .first()
      .waitFor()
    const after = page.getByRole('img', { name: 'The part after this run' })
    await after.scrollIntoViewIfNeeded()
    await expect.poll(() => after.evaluate(hasOpaquePixel)).toBe(true)
    // Drawn here, and turned by buttons and keys.
    const drawing = page.getByRole('img', { name: 'Part 1, to turn with the arrow keys' })
    await drawing.waitFor()
    await page.getByRole('button', { name: 'Front', exact: true }).click()
    const front = await drawing.screenshot()
    await page.getByRole('button', { name: 'Iso', exact: true }).click()
    await drawing.focus()
    await page.keyboard.press('ArrowLeft')
    await settle(page)
    expect((await drawing.screenshot()).equals(front)).toBe(false)
    expect(await axeFindings(page, 'a part')).toEqual([])
  },
  LONG,
)

test(
  'a parameter that is edited by hand builds the part anew, and undo takes it back',
  async () => {
    await tab('Properties').click()
    const width = page.getByLabel('Value of width')
    await width.fill('100 mm')
    await width.press('Enter')
    await shownVolume().toBeCloseTo(volumeOf(100), 0)
    await page.getByText('is 100', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await shownVolume().toBeCloseTo(volumeOf(80), 0)
    await expect.poll(() => width.inputValue()).toBe('80 mm')
    await page.getByRole('button', { name: 'Redo', exact: true }).click()
    await shownVolume().toBeCloseTo(volumeOf(100), 0)
    await page.locator('body').press('ControlOrMeta+z')
    await shownVolume().toBeCloseTo(volumeOf(80), 0)
    expect(await axeFindings(page, 'the tables of a part')).toEqual([])
  },
  LONG,
)

test(
  'a part is exported, with the size of its file said before',
  async () => {
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('button', { name: /^Download, [\d.]+ kB$/ }).waitFor()
    expect(await axeFindings(page, 'the export')).toEqual([])
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /^Download/ }).click(),
    ])
    expect(file.suggestedFilename()).toBe('Part 1.step')
    expect(await readFile(await file.path(), 'utf8')).toContain('ISO-10303-21')
    await page.keyboard.press('Escape')
  },
  LONG,
)

test(
  'the list shows the part, which is renamed, deleted and restored; narrow windows show all of it',
  async () => {
    const part = page.url()
    await page.getByRole('button', { name: 'Parts', exact: true }).click()
    await page.getByRole('button', { name: 'More of Part 1' }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Shelf bracket')
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
    const card = page.getByRole('link', { name: 'Shelf bracket' })
    await card.waitFor()
    const thumbnail = page.locator('main li img')
    await expect.poll(() => thumbnail.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(480)
    // The part as it is now, not the empty one that the list showed before.
    expect(await thumbnail.evaluate(hasOpaquePixel)).toBe(true)
    await settle(page)
    expect(await axeFindings(page, 'the parts')).toEqual([])
    await page.getByRole('button', { name: 'More of Shelf bracket' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByText('No parts yet').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await card.waitFor()

    await page.getByRole('button', { name: 'New folder' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Mounts')
    await page.getByRole('dialog').getByRole('button', { name: 'Make folder' }).click()
    const folder = page.getByRole('link', { name: 'Mounts' })
    await folder.waitFor()
    expect(await axeFindings(page, 'a folder of parts')).toEqual([])
    await card.dragTo(folder)
    await card.waitFor({ state: 'detached' })
    await folder.click()
    await card.waitFor()
    await page.getByRole('button', { name: 'More of Shelf bracket' }).click()
    await page.getByRole('menuitem', { name: 'Move to' }).press('ArrowRight')
    await page.getByRole('menuitem', { name: 'Parts', exact: true }).click()
    await page.getByText('Nothing is in this folder.').waitFor()
    await page.getByRole('navigation', { name: 'Folders' }).getByRole('link', { name: 'Parts' }).click()
    await card.waitFor()
    await page.getByRole('button', { name: 'More of Mounts' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await folder.waitFor({ state: 'detached' })

    await page.setViewportSize({ width: 390, height: 844 })
    await settle(page)
    expect(await findings(page, 'the parts on a phone')).toEqual([])
    await page.goto(part)
    await shownVolume().toBeCloseTo(volumeOf(80), 0)
    await settle(page)
    expect(await findings(page, 'a part on a phone')).toEqual([])
  },
  LONG,
)

/** Whether a picture shows anything. */
function hasOpaquePixel(image: HTMLImageElement): boolean {
  const canvas = document.createElement('canvas')
  canvas.width = image.naturalWidth
  canvas.height = image.naturalHeight
  const context = canvas.getContext('2d')
  context?.drawImage(image, 0, 0)
  const pixels = context?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
  return pixels.some((value, index) => index % 4 === 3 && value === 255)
}
