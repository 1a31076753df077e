/** Slow by design: every handle of the canvas, by pointer and by keyboard. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { until } from './support/api.ts'
import { type CanvasScene, dragInCanvas, expectOutlineAt, framesOf, openCanvas } from './support/canvas.ts'
import { clickInCanvas, placeInCanvas, styleInCanvas } from './support/editor.ts'

// covers apps/studio/src/editors/site/canvas

const css =
  '.cards{display:flex;gap:20px;padding:20px}.card{padding:16px;width:160px}.card:hover{color:rgb(1, 2, 3)}' +
  '.box{padding:40px}.tall{height:3000px}'
const html =
  '<section id="outer"><div class="cards" id="cards"><p class="card" id="a">One</p><p class="card" id="b">Two</p><p class="card" id="c">Three</p></div>' +
  '<div class="box" id="box"><p id="d">Four</p></div></section><div class="tall" id="tall"></div>'

/** The key that drags past tokens, as the protocol names it. */
const CONTROL = 2

describe('the handles of the canvas, by pointer and by keyboard', () => {
  let scene: CanvasScene
  let page: Page

  beforeAll(async () => {
    scene = await openCanvas({ css, html })
    page = scene.page
  })
  afterAll(async () => await scene?.close())
  beforeEach(() => {
    scene.problems.length = 0
  })

  const stored = () => scene.html()
  const order = async () =>
    [...(await stored()).matchAll(/<(\/?(?:section|div))\b|>(One|Two|Three|Four)</g)]
      .map(([, tag, word]) => word ?? (tag?.startsWith('/') ? ')' : '('))
      .join('')
  const undo = async (what: string, isBack: () => Promise<boolean>) => {
    await page.keyboard.press('Control+z')
    await until(`${what} as before`, isBack)
  }
  const slider = (name: string) => page.getByRole('slider', { name })
  const shownValue = () => page.locator('section[aria-label="Canvas"] output:not([hidden])')
  const middleOf = async (name: string) => {
    const box = await until(`the handle ${name}`, async () => (await slider(name).boundingBox()) ?? undefined)
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }
  const dragHandle = async (name: string, across: number, down: number) => {
    const from = await middleOf(name)
    return await dragInCanvas(scene, from, { x: from.x + across, y: from.y + down }, CONTROL)
  }
  const style = (selector: string, property: string) => styleInCanvas(page, selector, property)
  const selectCards = async () => {
    await clickInCanvas(page, '#b')
    await page.keyboard.press('Escape')
    await slider('Gap between columns').waitFor()
  }

  it('outlines what the pointer is over', async () => {
    const { x, y } = await placeInCanvas(page, '#b')
    await page.mouse.move(x, y)
    await expectOutlineAt(scene, 'hovered', '#b')
    expect(scene.problems).toEqual([])
  })

  it.each([
    ['Margin at the left', '#b', 'margin-left', '0px', '24px', -24, 0],
    ['Width', '#b', 'width', '160px', '200px', 40, 0],
    ['Gap between columns', '#cards', 'column-gap', '20px', '32px', 12, 0],
  ])('changes by a drag of the handle: %s', async (name, selector, property, before, after, across, down) => {
    if (selector === '#cards') await selectCards()
    else await clickInCanvas(page, selector)
    expect(await style(selector, property)).toBe(before)
    const dragged = await dragHandle(name, across, down)
    await until('the value while it is dragged', async () => (await style(selector, property)) === after)
    expect(await shownValue().textContent()).toBe(after.replace('px', ' px'))
    await dragged.drop()
    await until('the value in the rule', async () => (await stored()).includes(`${property}: ${after}`))
    await undo(property, async () => (await style(selector, property)) === before)
    expect(scene.problems).toEqual([])
  })

  it('says the value of a handle that has the pointer or the focus', async () => {
    await clickInCanvas(page, '#b')
    const { x, y } = await middleOf('Padding at the top')
    await page.mouse.move(x, y)
    await until('the value', async () => (await shownValue().textContent()) === '16 px')
    await page.mouse.move(5, 5)
    await shownValue().waitFor({ state: 'detached' })
    await slider('Padding at the top').focus()
    await page.keyboard.press('Shift+ArrowUp')
    await until('the new value', async () => (await shownValue().textContent()) === '26 px')
    expect(await style('#b', 'padding-top')).toBe('26px')
    await undo('the padding', async () => (await style('#b', 'padding-top')) === '16px')
    expect(scene.problems).toEqual([])
  })

  it('turns the way of a row by a drag of its arrow and by keys, and Escape leaves it', async () => {
    await selectCards()
    const direction = () => style('#cards', 'flex-direction')
    const left = await dragHandle('Direction of the children', 0, 40)
    await until('a column while it is dragged', async () => (await direction()) === 'column')
    expect(await shownValue().textContent()).toBe('Down')
    await page.keyboard.press('Escape')
    await left.drop()
    await until('a row again', async () => (await direction()) === 'row')
    await (await dragHandle('Direction of the children', 4, 40)).drop()
    await until('the column in the rule', async () => (await stored()).includes('flex-direction: column'))
    await undo('the row', async () => (await direction()) === 'row')
    await slider('Direction of the children').focus()
    await page.keyboard.press('ArrowLeft')
    await until('the other way round', async () => (await direction()) === 'row-reverse')
    await undo('the row', async () => (await direction()) === 'row')
    expect(scene.problems).toEqual([])
  })

  it('nests by a drag into a box that is named, and by keys', async () => {
    const before = await order()
    await clickInCanvas(page, '#c')
    const [from, into] = [await placeInCanvas(page, '#c'), await placeInCanvas(page, '#d')]
    const dragged = await dragInCanvas(scene, from, { x: into.x + 200, y: into.y + 30 })
    await page.locator('section[aria-label="Canvas"] [class*="parent"]:not([hidden])').getByText('div.box').waitFor()
    await dragged.drop()
    await until('it in the box', async () => (await order()) === '((OneTwo)(FourThree))()')
    await undo('the order', async () => (await order()) === before)
    await clickInCanvas(page, '#d')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Alt+ArrowRight')
    await until('the box in the row', async () => (await order()) === '((OneTwoThree(Four)))()')
    await page.keyboard.press('Alt+ArrowLeft')
    await until('the box beside the row', async () => (await order()) === before)
    await page.keyboard.press('Control+z')
    await undo('the order', async () => (await order()) === before)
    expect(scene.problems).toEqual([])
  })

  it('selects several, shows a state, and moves the canvas only by keys', async () => {
    await clickInCanvas(page, '#a')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowUp')
    await page.keyboard.press('Delete')
    await until('the first two gone', async () => !/One|Two/.test(await stored()))
    await undo('the cards', async () => (await order()).includes('OneTwoThree'))

    await page.mouse.move(5, 5)
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.type('selection in :hover')
    await page.keyboard.press('Enter')
    const hovered = () =>
      framesOf(page)
        .first()
        .evaluate((frame) =>
          ['a', 'b', 'c'].filter((id) => {
            const { contentDocument, contentWindow } = frame as HTMLIFrameElement
            const card = contentDocument?.getElementById(id)
            return card && contentWindow?.getComputedStyle(card).color === 'rgb(1, 2, 3)'
          }),
        )
    await until('one card in :hover', async () => (await hovered()).length === 1)
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.type('selection in :hover')
    await page.keyboard.press('Enter')
    await until('no card in :hover', async () => (await hovered()).length === 0)

    const scrolled = () =>
      framesOf(page)
        .first()
        .evaluate((frame) => (frame as HTMLIFrameElement).contentWindow?.scrollY ?? 0)
    await page.keyboard.press('PageDown')
    await until('the page lower', async () => (await scrolled()) > 300)
    await page.keyboard.press('PageUp')
    await until('the page at its top', async () => (await scrolled()) === 0)
    const x = async () => (await framesOf(page).first().boundingBox())?.x ?? 0
    const start = await x()
    await page.keyboard.press('Shift+ArrowRight')
    await until('the desk moved', async () => (await x()) < start - 100)
    await page.keyboard.press('1')
    await until('the desk as before', async () => (await x()) === start)
    expect(scene.problems).toEqual([])
  })
})
