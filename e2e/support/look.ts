import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { axeFindings, overflowOf } from './axe.ts'

const sizes = [
  [1440, 900],
  [1024, 768],
  [390, 844],
] as const

/**
 * Looks at a screen in both schemes at three widths, and takes its pictures where somebody wants to see them.
 * @param ready of the screen, which a narrow window may lay out anew
 */
export async function look(page: Page, name: string, ready: () => Promise<unknown> = async () => undefined) {
  const found: string[] = []
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height })
    await ready()
    const where = `${name} at ${width}`
    found.push(...(await axeFindings(page, where)), ...(await overflowOf(page, where)))
    if (!process.env.ATELIER_SHOTS) continue
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: `${process.env.ATELIER_SHOTS}/${name}-${width}-${colorScheme}.png` })
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.emulateMedia({ colorScheme: 'light' })
  expect(found).toEqual([])
}
