import type { Page } from 'playwright-core'
import { motionEnded } from './settled.ts'

/**
 * Waits until the screen is what the user will read: everything that it shows has been loaded, and what opened or closed has stopped
 * moving.
 * @param works whether the screen shows work in progress, so that parts of it stay unloaded
 */
export async function settle(page: Page, { works = false }: { works?: boolean } = {}): Promise<void> {
  await page.waitForFunction(async (loaded) => {
    const loads = loaded && document.querySelector('[aria-busy="true"], [class*="skeleton"]') !== null
    const moves = document.querySelector('[data-starting-style], [data-ending-style]') !== null
    const frames = [...document.querySelectorAll('iframe')]
    if (loads || moves || frames.some(({ contentDocument }) => contentDocument?.readyState === 'loading')) return false
    await document.fonts.ready
    return true
  }, !works)
  await motionEnded(page)
}
