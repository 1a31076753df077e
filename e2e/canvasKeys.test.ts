import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { until } from './support/api.ts'
import { type CanvasScene, dragInCanvas, openCanvas, repeatKey } from './support/canvas.ts'
import { clickInCanvas, styleInCanvas } from './support/editor.ts'

// covers apps/studio/src/editors/site/canvas

const css =
  '.cards{display:flex;gap:20px;padding:20px}.card{padding:16px;width:160px}' +
  '.grid{display:grid;grid-template-columns:1fr 1fr;gap:20px;padding:10px;width:620px}.cell{height:60px}'
const html =
  '<section id="outer"><div class="cards" id="cards"><p class="card" id="a">One</p><p class="card" id="b">Two</p><p class="card" id="c">Three</p></div>' +
  '<div class="grid" id="grid"><div class="cell"></div><div class="cell"></div></div></section>'

/** The key that drags past tokens, as the protocol names it. */
const CONTROL = 2

describe('the canvas by keyboard', () => {
  let scene: CanvasScene

  beforeAll(async () => {
    scene = await openCanvas({ css, html })
  })
  afterAll(async () => await scene?.close())
  beforeEach(() => {
    scene.problems.length = 0
  })

  /** The id of the element whose outline is drawn as the selected one. */
  const selected = async () =>
    await scene.page.evaluate(() => {
      const place = document.querySelector('section[aria-label="Canvas"] [data-active]')
      const frame = place?.querySelector('iframe')
      const box = [...(place?.querySelectorAll<HTMLElement>('[class*="selected"]') ?? [])].find((each) => !each.hidden)
      if (!frame || !box) return ''
      const outer = frame.getBoundingClientRect()
      const scale = outer.width / frame.clientWidth
      const drawn = box.getBoundingClientRect()
      const all = [...(frame.contentDocument?.querySelectorAll('[id], body') ?? [])]
      const found = all.findLast((each) => {
        const inner = each.getBoundingClientRect()
        return (
          Math.abs(outer.x + inner.x * scale - drawn.x) < 2 &&
          Math.abs(outer.y + inner.y * scale - drawn.y) < 2 &&
          Math.abs(inner.width * scale - drawn.width) < 2 &&
          Math.abs(inner.height * scale - drawn.height) < 2
        )
      })
      return found?.id || found?.localName || ''
    })
  const press = async (key: string, next: string) => {
    await scene.page.keyboard.press(key)
    await until(`${next} after ${key}`, async () => (await selected()) === next)
  }

  it('walks to children, siblings and parents, writes into a text, and takes the words back', async () => {
    const { page } = scene
    await clickInCanvas(page, '#a')
    await press('Escape', 'cards')
    await press('Escape', 'outer')
    await press('Enter', 'cards')
    await press('ArrowDown', 'grid')
    await press('ArrowUp', 'cards')
    await press('Enter', 'a')
    await press('ArrowDown', 'b')
    await press('ArrowDown', 'c')
    await press('ArrowLeft', 'cards')
    await press('ArrowRight', 'a')
    await page.keyboard.press('Enter')
    const words = async () =>
      await page.frameLocator('section[aria-label="Canvas"] [data-active] iframe').locator('#a').textContent()
    await page
      .frameLocator('section[aria-label="Canvas"] [data-active] iframe')
      .locator('#a[contenteditable]')
      .waitFor({ state: 'attached' })
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('First')
    await press('Escape', 'a')
    await until('the words', async () => (await scene.html()).includes('First'))
    await page.keyboard.press('Control+z')
    await until('the words as before', async () => (await words()) === 'One')
    expect(scene.problems).toEqual([])
  })

  it('selects all in reach, and acts on them as one', async () => {
    const { page } = scene
    await clickInCanvas(page, '#b')
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    await until('no cards', async () => !(await scene.html()).includes('class="card"'))
    await page.keyboard.press('Control+z')
    await until('all cards', async () => (await scene.html()).includes('Three'))
    expect(scene.problems).toEqual([])
  })

  it('shows the lines of a grid and the way of a row, and drags a line between tracks', async () => {
    const { page } = scene
    await clickInCanvas(page, '#b')
    await press('Escape', 'cards')
    await page.locator('[class*="way"][data-way="right"]').waitFor()
    await press('ArrowDown', 'grid')
    const lines = page.locator('[class*="band"][class*="line"]:not([hidden])')
    await until('the lines', async () => (await lines.count()) === 6)
    const columns = () => styleInCanvas(page, '#grid', 'grid-template-columns')
    expect(await columns()).toBe('290px 290px')
    const line = page.getByRole('slider', { name: 'Line between columns 1 and 2' })
    const box = (await line.boundingBox()) ?? expect.fail()
    const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    const dragged = await dragInCanvas(scene, from, { x: from.x + 58, y: from.y }, CONTROL)
    await until('the tracks while they are dragged', async () => (await columns()) === '348px 232px')
    expect(await page.locator('output').textContent()).toBe('1.2fr · 0.8fr')
    await dragged.drop()
    await until('the tracks in the rule', async () => (await scene.html()).includes('1.2fr 0.8fr'))
    await page.keyboard.press('Control+z')
    await until('the tracks as before', async () => (await columns()) === '290px 290px')
    await line.focus()
    await repeatKey(page, 'ArrowRight', 3, 'Shift')
    await until('the tracks by key', async () => (await columns()) === '319px 261px')
    await page.keyboard.press('Control+z')
    await until('the tracks as before', async () => (await columns()) === '290px 290px')
    expect(scene.problems).toEqual([])
  })
})
