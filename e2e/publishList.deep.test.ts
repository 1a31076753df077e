/** Slow by design: a release of many pages is shown at two widths. */
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CanvasScene, openCanvas } from './support/canvas.ts'

// covers apps/studio/src/shell/publish apps/studio/src/editors/site/publish

describe('the lists of the publish dialog', () => {
  let scene: CanvasScene

  beforeAll(async () => {
    scene = await openCanvas({ css: '.a { color: red }', html: '<h1 id="a">Bread</h1>' })
    for (let release = 0; release < 10; release += 1) {
      await scene.api.post(`/api/projects/${scene.projectId}/publish`)
    }
    for (const title of ['Rye', 'Oat', 'Wheat', 'Barley', 'Spelt']) {
      const { pageId } = (await scene.operate<{ pageId: string }>('addPage', { title })).data
      await scene.operate('insertHtml', { parentId: pageId, html: `<h1>${title}</h1><p>Baked</p><p>Sold</p>` })
    }
  })
  afterAll(async () => await scene?.close())

  /** How a list stands once it is scrolled to its end, and what is under the edges of its last line. */
  const lastLine = async (list: Locator) =>
    list.evaluate((scroller) => {
      scroller.scrollTop = scroller.scrollHeight
      const last = [...scroller.querySelectorAll('li')].at(-1)
      if (!last) return undefined
      last.scrollIntoView({ block: 'nearest' })
      const line = last.getBoundingClientRect()
      const fade = Number(/(\d+)px/.exec(getComputedStyle(scroller).maskImage)?.[1] ?? 0)
      const isOnTop = (y: number) => {
        const found = document.elementFromPoint(line.left + 8, y)
        return found === last || last.contains(found)
      }
      return {
        scrolls: scroller.scrollHeight > scroller.clientHeight,
        isWhole: line.bottom <= scroller.getBoundingClientRect().bottom - fade + 0.5,
        isOnTop: isOnTop(line.top + 2) && isOnTop(line.bottom - 2),
        isInWindow: line.top >= 0 && line.bottom <= innerHeight,
      }
    })

  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    it(`show their last line whole at ${width} pixels`, async () => {
      const { page } = scene
      await page.setViewportSize({ width, height })
      await page.getByRole('button', { name: 'Publish', exact: true }).first().click()
      const changes = page.getByRole('region', { name: 'Changes that are not published yet' })
      const releases = page.getByRole('list', { name: 'Releases' })
      await changes.getByText('Spelt').first().waitFor()
      const whole = { scrolls: true, isWhole: true, isOnTop: true, isInWindow: true }
      expect(await lastLine(changes)).toEqual(whole)
      expect(await lastLine(releases)).toEqual(whole)
      await page.keyboard.press('Escape')
      await changes.waitFor({ state: 'detached' })
    })
  }
})
