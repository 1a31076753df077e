import type { Page } from 'playwright-core'
import { until } from './api.ts'

/** Waits until the window has drawn two frames: events that came before are handled, and what they changed is shown. */
export async function frameDrawn(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  )
}

/** Waits until nothing moves any more in the studio and in the pages that it shows, but for what moves without an end. */
export async function motionEnded(page: Page): Promise<void> {
  await frameDrawn(page)
  await page.evaluate(async () => {
    const frames = [...document.querySelectorAll('iframe')].flatMap(({ contentDocument }) => contentDocument ?? [])
    const moving = [document, ...frames].flatMap((each) =>
      each.getAnimations().filter(({ effect, playState, timeline }) => {
        const isEndless = effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY
        // An observer of a scroll runs for as long as it is there.
        return playState === 'running' && timeline === each.timeline && !isEndless
      }),
    )
    await Promise.allSettled(moving.map(({ finished }) => finished))
  })
  await frameDrawn(page)
}

/**
 * Waits until a dragged thing has a place to land at on the canvas.
 * @param at where the pointer is: it moves there until the place shows, since the code for it comes with the first drag
 */
export async function dropMarked(page: Page, at: { x: number; y: number }): Promise<void> {
  const target = page.locator('section[aria-label="Canvas"] [class*="_parent_"]:not([hidden])')
  await until('a place for what is dragged', async () => {
    if ((await target.count()) > 0) return true
    await page.mouse.move(at.x + 1, at.y)
    await page.mouse.move(at.x, at.y)
    return false
  })
  await frameDrawn(page)
}

/**
 * Waits until the timers of the window that are due within some milliseconds have run, for what they must not do: however
 * busy the machine is, a timer that is set now runs after them.
 */
export async function timersDue(page: Page, milliseconds: number): Promise<void> {
  await page.evaluate((due) => new Promise((resolve) => setTimeout(resolve, due)), milliseconds)
}
