/** Slow by design: a page of 10,000 nodes is opened and edited. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from './support/api.ts'
import { type CanvasScene, dragInCanvas, expectOutlineAt, openCanvas } from './support/canvas.ts'
import { clickInCanvas, showPanel, styleInCanvas } from './support/editor.ts'

// covers apps/studio/src/editors/site/canvas apps/studio/src/editors/site/session packages/documents/src

/** Seven nodes each: with them the page has more than 10,000. */
const CARDS = 1_440
const IN_A_CALL = 360
/** The key that drags past tokens, as the protocol names it. */
const CONTROL = 2

const cards = (from: number) =>
  Array.from({ length: IN_A_CALL }, (_, index) => {
    const id = from + index
    return `<article class="card" id="c${id}"><h3>Card ${id}</h3><p>Words</p><b>More</b></article>`
  }).join('')

describe('a page of 10,000 nodes', () => {
  let scene: CanvasScene

  beforeAll(async () => {
    scene = await openCanvas({ css: '.card { padding: 40px }', html: '<h1 id="a">Large</h1>' })
    for (let from = 0; from < CARDS; from += IN_A_CALL) {
      await scene.operate('insertHtml', { parentId: scene.documentId, html: cards(from) })
    }
  })
  afterAll(async () => await scene?.close())

  it('is opened, selected in, styled by a value and by a handle, and taken back', async () => {
    const { page } = scene
    await page.reload()
    const frame = page.frameLocator('iframe[title="The page"]')
    await frame.locator(`#c${CARDS - 1}`).waitFor({ state: 'attached' })
    expect(await frame.locator('body *').count()).toBeGreaterThan(CARDS * 4)
    await clickInCanvas(page, '#c1 h3')
    await page.keyboard.press('Escape')
    await expectOutlineAt(scene, 'selected', '#c1')
    await showPanel(page, 'Properties')
    const padding = (side: string) => styleInCanvas(page, '#c1', `padding-${side}`)
    const field = page.getByRole('combobox', { name: 'Padding left', exact: true })
    await field.fill('31px')
    await field.press('Enter')
    await until('the value', async () => (await padding('left')) === '31px')
    const handle = page.getByRole('slider', { name: 'Padding at the top' })
    const box = await until('the handle', async () => (await handle.boundingBox()) ?? undefined)
    const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    await (await dragInCanvas(scene, from, { x: from.x, y: from.y + 20 }, CONTROL)).drop()
    await until('the other padding', async () => Number.parseFloat(await padding('top')) > 40)
    await page.keyboard.press('Control+z')
    await until('the padding again', async () => (await padding('top')) === '40px')
    expect(await padding('left')).toBe('31px')
    await page.keyboard.press('Control+z')
    await until('the value again', async () => (await padding('left')) === '40px')
    expect(scene.problems).toEqual([])
  })
})
