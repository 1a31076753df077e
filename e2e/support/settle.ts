import type { Page } from 'playwright-core'

/**
 * Waits until the screen is what the user will read: everything that it shows has been loaded, and what opened has stopped moving.
 * @param works whether the screen shows work that goes on, so that parts of it stay unloaded
 */
export async function settle(page: Page, { works = false }: { works?: boolean } = {}): Promise<void> {
  await page.waitForFunction(async (loaded) => {
    const waits = loaded && document.querySelector('[aria-busy="true"], [class*="skeleton"]') !== null
    const opens = document.querySelector('[data-starting-style], [data-ending-style]') !== null
    const frames = [...document.querySelectorAll('iframe')]
    if (waits || opens || frames.some(({ contentDocument }) => contentDocument?.readyState === 'loading')) return false
    await document.fonts.ready
    // An animation without an end, or one that follows a scroll position, never finishes.
    const moving = document
      .getAnimations()
      .filter(
        ({ timeline, effect, playState }) =>
          timeline === document.timeline &&
          playState === 'running' &&
          effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
      )
    await Promise.allSettled(moving.map(({ finished }) => finished))
    return moving.length === 0
  }, !works)
}
