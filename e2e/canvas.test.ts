import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { until } from './support/api.ts'
import { type CanvasScene, dragInCanvas, framesOf, openCanvas, type Point, zoomOf } from './support/canvas.ts'
import { clickInCanvas, placeInCanvas, styleInCanvas } from './support/editor.ts'
import { motionEnded } from './support/settled.ts'

// covers apps/studio/src/editors/site/canvas apps/studio/src/editors/site/view

/** The key that draws a frame of selection over an element, and drags past tokens; as the protocol names it. */
const CONTROL = 2

describe('the canvas', () => {
  let scene: CanvasScene
  let page: Page
  let problems: string[]

  beforeAll(async () => {
    const css =
      '.cards{display:flex;gap:20px;padding:20px}.card{padding:16px;width:160px}.card:hover{color:rgb(1, 2, 3)}' +
      '@media (prefers-color-scheme:dark){.card{background-color:rgb(4, 5, 6)}}@media (width < 500px){.cards{flex-direction:column}}'
    const html =
      '<div class="cards"><p class="card" id="a">One</p><p class="card" id="b">Two</p><p class="card" id="c">Three</p></div><section class="box" id="box" style="padding:40px"><p id="d">Four</p></section>'
    scene = await openCanvas({ css, html })
    page = scene.page
    problems = scene.problems
  })
  afterAll(async () => await scene?.close())
  beforeEach(() => {
    problems.length = 0
  })

  const html = () => scene.html()
  const texts = async () => [...(await html()).matchAll(/>(One|Two|Three|Four)</g)].map(([, word]) => word).join(' ')
  const frames = () => framesOf(page)
  const widths = () => frames().evaluateAll((all) => all.map((frame) => (frame as HTMLIFrameElement).clientWidth))
  const zoom = () => zoomOf(page)

  it('acts on several nodes at once, and takes that back as one step', async () => {
    await clickInCanvas(page, '#a')
    await page.keyboard.down('Shift')
    await clickInCanvas(page, '#c')
    await page.keyboard.up('Shift')
    await page.keyboard.press('Delete')
    await until('two cards less', async () => (await texts()) === 'Two Four')
    await page.keyboard.press('Control+z')
    await until('all cards', async () => (await texts()) === 'One Two Three Four')
    await clickInCanvas(page, '#b')
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Alt+ArrowDown')
    expect(await texts()).toBe('One Two Three Four')
    const greyed = await frames()
      .first()
      .evaluate((frame) => (frame as HTMLIFrameElement).contentWindow?.getSelection()?.toString())
    expect(greyed).toBe('')
    expect(problems).toEqual([])
  })

  it('shows every width side by side, each as its own, and all of them follow an edit', async () => {
    await page.getByRole('button', { name: 'Every width side by side' }).click()
    await until('three frames', async () => String(await widths()) === '375,768,1440')
    const directions = () =>
      frames().evaluateAll((all) =>
        all.map((each) => {
          const { contentDocument, contentWindow } = each as HTMLIFrameElement
          const cards = contentDocument?.querySelector('.cards')
          return cards ? contentWindow?.getComputedStyle(cards).flexDirection : undefined
        }),
      )
    await until('the pages in them', async () => String(await directions()) === 'column,row,row')
    await page.getByRole('button', { name: 'Tablet 768' }).click()
    const group = page.getByRole('group', { name: 'Width of the page' })
    expect(await group.getByRole('button', { name: '768' }).getAttribute('aria-pressed')).toBe('true')
    await clickInCanvas(page, '#a', 'The page, 375 pixels wide')
    expect(await group.getByRole('button', { name: '375' }).getAttribute('aria-pressed')).toBe('true')
    await page.keyboard.press('Delete')
    const count = () =>
      frames().evaluateAll((all) =>
        all.map((each) => (each as HTMLIFrameElement).contentDocument?.querySelectorAll('.card').length),
      )
    await until('the deletion in all', async () => String(await count()) === '2,2,2')
    await page.keyboard.press('Control+z')
    await until('it back in all', async () => String(await count()) === '3,3,3')
    await page.getByRole('button', { name: 'Every width side by side' }).click()
    await group.getByRole('button', { name: 'Fit' }).click()
    expect(problems).toEqual([])
  })

  it('zooms by keys, wheel and Z, and fits again', async () => {
    await until('100 %', async () => (await zoom()) === 100)
    await page.frameLocator('iframe[title="The page"]').locator('#c').waitFor()
    await motionEnded(page)
    await page.keyboard.press('Control+-')
    expect(await zoom()).toBe(80)
    await page.keyboard.press('Control+0')
    expect(await zoom()).toBe(100)
    const { x, y, width, height } = (await frames().first().boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    await page.mouse.move(x + width / 2, y + height / 2)
    await page.keyboard.down('Control')
    await until('it larger', async () => {
      await page.mouse.wheel(0, -30)
      return (await zoom()) > 150
    })
    await page.keyboard.up('Control')
    await page.keyboard.press('1')
    await until('it to fit', async () => (await zoom()) === 100)
    await clickInCanvas(page, '#a')
    await page.keyboard.press('z')
    await until('the card large', async () => (await zoom()) === 200)
    await page.keyboard.press('z')
    expect(await zoom()).toBe(100)
    expect(problems).toEqual([])
  })

  it('shows a state and a scheme that are not so, and writes nothing of them', async () => {
    const before = await html()
    await clickInCanvas(page, '#a')
    await page.mouse.move(5, 5)
    await page.getByRole('button', { name: 'State of the selection' }).click()
    await page.getByRole('menuitemradio', { name: ':hover' }).click()
    await until('the card in :hover', async () => (await styleInCanvas(page, '#a', 'color')) === 'rgb(1, 2, 3)')
    expect(await styleInCanvas(page, '#b', 'color')).not.toBe('rgb(1, 2, 3)')
    const background = () => styleInCanvas(page, '#a', 'background-color')
    expect(await background()).toBe('rgba(0, 0, 0, 0)')
    await page.getByRole('button', { name: 'Scheme of the page' }).click()
    await page.getByRole('menuitemradio', { name: 'Dark' }).click()
    await until('the page dark', async () => (await background()) === 'rgb(4, 5, 6)')
    expect(await html()).toBe(before)
    expect(problems).toEqual([])
  })

  const middle = async (selector: string) => await placeInCanvas(page, selector)
  const drag = (from: Point, to: Point, modifiers = 0) => dragInCanvas(scene, from, to, modifiers)

  it('moves an element by dragging it to the gap that is shown, and Escape leaves it', async () => {
    const [a, c] = [await middle('#a'), await middle('#c')]
    const behind = { x: c.x + 60, y: c.y }
    const given = await drag(a, behind)
    await page.keyboard.press('Escape')
    await given.drop()
    expect(await texts()).toBe('One Two Three Four')
    await (await drag(a, behind)).drop()
    await until('it behind', async () => (await texts()) === 'Two Three One Four')
    await page.keyboard.press('Control+z')
    await until('it back', async () => (await texts()) === 'One Two Three Four')
    expect(problems).toEqual([])
  })

  it('selects what a frame drawn with the pointer touches', async () => {
    await page.keyboard.press('Escape')
    const a = await middle('#a')
    const c = await middle('#c')
    await (await drag({ x: a.x - 30, y: a.y - 8 }, { x: c.x, y: c.y + 8 }, CONTROL)).drop()
    await page.keyboard.press('Delete')
    await until('no cards', async () => (await texts()) === 'Four')
    await page.keyboard.press('Control+z')
    await until('all cards', async () => (await texts()) === 'One Two Three Four')
    expect(problems).toEqual([])
  })

  it('changes a padding and a gap by their handles and by keys, each as one step', async () => {
    await clickInCanvas(page, '#b')
    await page.keyboard.press('Escape')
    const padding = () => styleInCanvas(page, '.cards', 'padding-top')
    // Only the parent of the card that was clicked has a gap: with it, the handles are the parent's.
    const gap = page.getByRole('slider', { name: 'Gap between columns' })
    await gap.waitFor()
    const handle = page.getByRole('slider', { name: 'Padding at the top' })
    const box = await until('the handle', async () => (await handle.boundingBox()) ?? undefined)
    const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    const dragged = await drag(from, { x: from.x, y: from.y + 15 }, CONTROL)
    await until('the padding while it is dragged', async () => (await padding()) === '35px')
    await dragged.drop()
    await until('the padding in the stylesheet', async () => (await html()).includes('padding-top: 35px'))
    await page.keyboard.press('Control+z')
    await until('the padding as before', async () => (await padding()) === '20px')
    await gap.focus()
    await page.keyboard.press('Shift+ArrowRight')
    await until('the gap', async () => (await styleInCanvas(page, '.cards', 'column-gap')) === '30px')
    expect(problems).toEqual([])
  })
})
