import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { findings, layoutFindings } from './axe.ts'
import { settle } from './settle.ts'
import { windows } from './windows.ts'

/**
 * Checks a screen at three widths: by every rule in both schemes at the first, for its layout at the others. Takes its pictures
 * on request.
 * @param ready of the screen, which a narrow window may lay out anew
 */
export async function look(page: Page, name: string, ready: () => Promise<unknown> = async () => undefined) {
  const found: string[] = []
  for (const [index, [width, height]] of windows.entries()) {
    await page.setViewportSize({ width, height })
    await ready()
    await settle(page)
    found.push(...(await (index === 0 ? findings : layoutFindings)(page, `${name} at ${width}`)))
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
