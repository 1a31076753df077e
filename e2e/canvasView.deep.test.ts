/** Slow by design: every way to move, zoom and change the view of the canvas. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { until } from './support/api.ts'
import {
  type CanvasScene,
  dragInCanvas,
  expectOutlineAt,
  framesOf,
  openCanvas,
  repeatKey,
  zoomOf,
} from './support/canvas.ts'
import { clickInCanvas, placeInCanvas, styleInCanvas } from './support/editor.ts'
import { frameDrawn } from './support/settled.ts'

// covers apps/studio/src/editors/site/canvas apps/studio/src/editors/site/view

const css =
  '.tall{min-height:100vh}.half{height:50dvh}.cards{display:flex;gap:20px;padding:20px}.card{padding:16px;width:160px;transition:margin .3s}' +
  '.part{height:700px;border:1px solid}.none{display:none}@media (width < 500px){.cards{flex-direction:column}.part{height:900px}}'
const html =
  '<header class="tall" id="tall"><h1>Top</h1></header><div class="half" id="half"></div><div class="cards"><p class="card" id="a">One</p><p class="card" id="b">Two</p></div>' +
  [1, 2, 3, 4, 5, 6, 7, 8]
    .map((each) => `<section class="part" id="part${each}"><h2>Part ${each}</h2></section>`)
    .join('') +
  '<p class="none" id="none">Hidden</p>'

describe('the view of the canvas', () => {
  let scene: CanvasScene

  beforeAll(async () => {
    scene = await openCanvas({ css, html })
  })
  afterAll(async () => await scene?.close())
  beforeEach(() => {
    scene.problems.length = 0
  })

  const frames = () => framesOf(scene.page)
  const zoom = () => zoomOf(scene.page)
  const scrollTo = (selector: string) =>
    scene.page.evaluate((wanted) => {
      const place = document.querySelector('section[aria-label="Canvas"] [data-active]')
      place?.querySelector('iframe')?.contentDocument?.querySelector(wanted)?.scrollIntoView({ block: 'start' })
    }, selector)
  /** How far below the top of each frame an element stands, in CSS pixels of the page. */
  const tops = (selector: string) =>
    frames().evaluateAll(
      (all, wanted) =>
        all.map((each) =>
          Math.round(
            (each as HTMLIFrameElement).contentDocument?.querySelector(wanted)?.getBoundingClientRect().top ?? -1,
          ),
        ),
      selector,
    )
  const mark = () =>
    frames().evaluateAll((all) => {
      for (const each of all) Object.assign((each as HTMLIFrameElement).contentWindow ?? {}, { stays: true })
    })
  const marked = () =>
    frames().evaluateAll(
      (all) => all.filter((each) => 'stays' in ((each as HTMLIFrameElement).contentWindow ?? {})).length,
    )

  /** The zoom that the page is laid out for, in percent: its frame is then as high as there is room for. */
  const laidOutFor = () =>
    frames()
      .first()
      .evaluate((frame) => (100 * (frame.parentElement?.parentElement?.clientHeight ?? 0)) / frame.clientHeight)

  it('shows lengths of the window as on a device, whatever the zoom', async () => {
    const { page } = scene
    const width = page.getByRole('group', { name: 'Width of the page' })
    const heights = async () =>
      `${await styleInCanvas(page, '#tall', 'height')} ${await styleInCanvas(page, '#half', 'height')}`
    for (const [name, expected] of [
      ['375', '844px 422px'],
      ['768', '1024px 512px'],
    ] as const) {
      await width.getByRole('button', { name }).click()
      await until(`${expected} at ${name}`, async () => (await heights()) === expected)
      for (const each of ['50 %', '200 %']) {
        await page.getByRole('button', { name: /^Zoom: / }).click()
        await page.getByRole('menuitem', { name: each, exact: true }).click()
        // The page is laid out for the zoom once that rests.
        await until(`the frame laid out for ${each}`, async () => Math.abs((await laidOutFor()) - (await zoom())) < 1)
        expect(await heights()).toBe(expected)
      }
    }
    await page.keyboard.press('1')
    await width.getByRole('button', { name: 'Fit' }).click()
    expect(scene.problems).toEqual([])
  })

  it('keeps the page and its place while frames and widths change', async () => {
    const { page } = scene
    await scrollTo('#part3')
    await frameDrawn(page)
    await mark()
    const width = page.getByRole('group', { name: 'Width of the page' })
    const near = async (what: string) =>
      await until(what, async () => (await tops('#part3')).every((top) => Math.abs(top) < 12))
    await width.getByRole('button', { name: '375' }).click()
    await near('the same part at 375')
    await page.getByRole('button', { name: 'Every width side by side' }).click()
    await until('three frames', async () => (await frames().count()) === 3)
    await near('the same part in all')
    expect(await marked()).toBe(1)
    await mark()
    await page.getByRole('button', { name: 'Desktop 1440' }).click()
    await page.getByRole('button', { name: 'Every width side by side' }).click()
    await until('one frame', async () => (await frames().count()) === 1)
    await near('the same part alone')
    expect(await marked()).toBe(1)
    await width.getByRole('button', { name: 'Fit' }).click()
    await near('the same part in what room there is')
    expect(await marked()).toBe(1)
    expect(scene.problems).toEqual([])
  })

  it('keeps outlines at their elements after an undo, a scroll, a zoom and in another frame', async () => {
    const { page } = scene
    await clickInCanvas(page, '#a')
    const at = () => expectOutlineAt(scene, 'selected', '#a')
    await at()
    await page.evaluate(() => {
      const frame = document.querySelector<HTMLIFrameElement>('iframe[title="The page"]')
      frame?.contentWindow?.scrollBy(0, 37)
    })
    await at()
    const gap = page.getByRole('slider', { name: 'Margin at the left' })
    await gap.focus()
    await repeatKey(page, 'ArrowRight', 3, 'Shift')
    await at()
    await until('the margin', async () => (await styleInCanvas(page, '#a', 'margin-left')) === '30px')
    await at()
    await page.keyboard.press('Control+z')
    await until('the margin as before', async () => (await styleInCanvas(page, '#a', 'margin-left')) === '0px')
    await at()
    await page.keyboard.press('Control+-')
    await at()
    await page.keyboard.press('1')
    await page.getByRole('group', { name: 'Width of the page' }).getByRole('button', { name: '375' }).click()
    await at()
    await page.getByRole('button', { name: 'Every width side by side' }).click()
    await at()
    await page.getByRole('button', { name: 'Every width side by side' }).click()
    await page.getByRole('group', { name: 'Width of the page' }).getByRole('button', { name: 'Fit' }).click()
    await at()
    expect(scene.problems).toEqual([])
  })

  it('keeps a frame that is shown smaller in its place while it shows what is selected far below', async () => {
    const { page } = scene
    const width = page.getByRole('group', { name: 'Width of the page' })
    await width.getByRole('button', { name: '1440' }).click()
    await until('it smaller', async () => (await zoom()) < 80)
    const top = async () => Math.round((await frames().first().boundingBox())?.y ?? 0)
    const before = await top()
    // It is scrolled to smoothly.
    const scrolling = await frames()
      .first()
      .evaluateHandle((frame) => ({
        ended: new Promise<void>((resolve) => {
          const { contentDocument } = frame as HTMLIFrameElement
          contentDocument?.addEventListener('scrollend', () => resolve(), { once: true })
        }),
      }))
    await page.getByRole('tree').getByText('#part8').click()
    await scrolling.evaluate(({ ended }) => ended)
    await frameDrawn(page)
    expect((await tops('#part8'))[0]).toBeLessThan(1_400)
    expect(await top()).toBe(before)
    await width.getByRole('button', { name: 'Fit' }).click()
    // Back to the top of the page, where the next test begins.
    await frames().evaluateAll((all) => {
      for (const each of all) (each as HTMLIFrameElement).contentWindow?.scrollTo({ top: 0, behavior: 'instant' })
    })
    await page.keyboard.press('Escape')
    expect(scene.problems).toEqual([])
  })

  it('keeps the point under the pointer while it zooms, and moves the desk with the space bar held', async () => {
    const { page } = scene
    const frame = frames().first()
    const box = async () => (await frame.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    const before = await box()
    const pointer = { x: before.x + before.width * 0.3, y: before.y + 200 }
    /** The point of the page under the pointer, in its own pixels. */
    const under = async () => {
      const now = await box()
      const scale = now.width / (await frame.evaluate((each) => each.clientWidth))
      return { scale, x: (pointer.x - now.x) / scale }
    }
    const start = await under()
    await page.mouse.move(pointer.x, pointer.y)
    await page.keyboard.down('Control')
    for (let turn = 0; turn < 4; turn += 1) await page.mouse.wheel(0, -20)
    await page.keyboard.up('Control')
    await until('it larger', async () => (await zoom()) > 120)
    expect(Math.abs((await under()).x - start.x)).toBeLessThan(2)

    // The frame takes the height of the desk once the zoom rests.
    await until('the frame as high as the desk', async () => (await box()).height < 1_000)
    await clickInCanvas(page, '#b')
    const placed = await box()
    await page.keyboard.down(' ')
    const from = await placeInCanvas(page, '#b')
    const dragged = await dragInCanvas(scene, from, { x: from.x + 90, y: from.y - 40 })
    await dragged.drop()
    await page.keyboard.up(' ')
    await until('the desk moved', async () => Math.abs((await box()).x - placed.x - 90) < 3)
    expect((await scene.html()).indexOf('id="a"')).toBeLessThan((await scene.html()).indexOf('id="b"'))
    await page.keyboard.press('1')
    expect(scene.problems).toEqual([])
  })
})
