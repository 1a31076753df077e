import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from './support/api.ts'
import { launch } from './support/browser.ts'
import { canvasHtml, clickInCanvas, openEditor, placeInCanvas } from './support/editor.ts'
import { type Studio, startStudio } from './support/studio.ts'

describe('inserting by hand', () => {
  let browser: Browser
  let context: BrowserContext
  let studio: Studio
  let page: Page

  beforeAll(async () => {
    browser = await launch()
    context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    studio = await startStudio()
    page = await openEditor(context, studio)
  })
  afterAll(async () => {
    await browser?.close()
    await studio?.remove()
  })

  const search = () => page.getByRole('combobox', { name: /Search elements/ })
  const shot = async (name: string) => {
    if (process.env.SHOT) await page.screenshot({ path: `${process.env.SHOT}-${name}.png` })
  }
  /** What an act adds to the page is there, and one undo takes all of it back. */
  async function addsAndUndoes(act: () => Promise<void>, sign: string | RegExp) {
    const before = await canvasHtml(page)
    expect(before).not.toMatch(sign)
    await act()
    await until(`the canvas with ${sign}`, async () => new RegExp(sign).test(await canvasHtml(page)))
    await page.keyboard.press('Control+z')
    await until(`the canvas without ${sign}`, async () => (await canvasHtml(page)) === before)
  }

  it('a hero by its key, three letters and Enter, behind what is selected', async () => {
    await clickInCanvas(page, 'main > section, main > *')
    await page.waitForTimeout(600)
    await addsAndUndoes(async () => {
      await page.keyboard.press('a')
      await search().waitFor()
      await shot('palette')
      await page.keyboard.type('hero')
      await page.keyboard.press('Enter')
      await search().waitFor({ state: 'detached' })
      await until('the hero', async () => (await canvasHtml(page)).includes('Say in one line'))
      await shot('hero')
    }, 'Say in one line')
  })

  it('a quote by dragging it out of the palette onto the page', async () => {
    await addsAndUndoes(async () => {
      await page.getByRole('button', { name: 'Insert', exact: true }).click()
      await search().fill('quote')
      const tile = page.getByRole('option', { name: 'Quote' }).first()
      const from = await tile.boundingBox()
      const to = await placeInCanvas(page, 'h1')
      await page.mouse.move((from?.x ?? 0) + 20, (from?.y ?? 0) + 20)
      await page.mouse.down()
      await page.mouse.move(to.x, to.y, { steps: 8 })
      await page.mouse.move(to.x, to.y + 2, { steps: 2 })
      await page.waitForTimeout(200)
      await shot('drag')
      await page.mouse.up()
    }, 'A sentence that a customer said')
  })
})
