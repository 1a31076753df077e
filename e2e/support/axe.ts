import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import type { Scene } from './scene.ts'
import { leave, openStage, type Screen } from './screens/stage.ts'

interface Axe {
  run(
    context: object,
    options: object,
  ): Promise<{ violations: { id: string; impact: string; nodes: { target: unknown[]; failureSummary: string }[] }[] }>
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Everything serious or critical on the screen, in light and dark; the user's own page in its frame is theirs. */
export async function axeFindings(page: Page, where: string): Promise<string[]> {
  const found: string[] = []
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
    // Nothing but colours depends on the scheme.
    const only = scheme === 'dark' ? ['color-contrast'] : undefined
    const violations = await page.evaluate(async (rules) => {
      const { axe } = window as unknown as { axe: Axe }
      const { violations } = await axe.run(
        { exclude: ['iframe'] },
        {
          iframes: false,
          resultTypes: ['violations'],
          ...(rules
            ? { runOnly: { type: 'rule', values: rules } }
            : { rules: { 'label-content-name-mismatch': { enabled: true } } }),
        },
      )
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .flatMap(({ id, nodes }) =>
          nodes.map(({ target, failureSummary }) => `${id} ${String(target)}: ${failureSummary.split('\n')[1] ?? ''}`),
        )
    }, only)
    found.push(...violations.map((each) => `${where}, ${scheme}: ${each}`))
  }
  return found
}

/** Says where a page is wider than its window. */
export async function overflowOf(page: Page, where: string): Promise<string[]> {
  const [all = 0, shown = 0] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth])
  return all > shown ? [`${where} is ${all - shown} pixels wider than the window`] : []
}

/** Shows one screen after the other in a window of one size, and returns what is found on each. */
export async function findingsOn(
  scene: Scene,
  screens: readonly Screen[],
  width: number,
  height: number,
): Promise<string[]> {
  const stage = await openStage(scene, width, height)
  const found: string[] = []
  for (const screen of screens) {
    await screen.show(stage)
    // What opens moves for a moment.
    await stage.page.waitForTimeout(100)
    found.push(...(await axeFindings(stage.page, screen.name)), ...(await overflowOf(stage.page, screen.name)))
    await leave(screen, stage)
  }
  await stage.context.close()
  return found
}
