import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import type { Scene } from './scene.ts'
import { leave, openStage, type Screen } from './screens/stage.ts'
import { settle } from './settle.ts'
import { type CheckedWindow, findUnchecked } from './unchecked.ts'

interface Axe {
  run(
    context: object,
    options: object,
  ): Promise<{ violations: { id: string; impact: string; nodes: { target: unknown[]; failureSummary: string }[] }[] }>
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The rules that axe leaves out by default. */
const everyRule = { rules: { 'label-content-name-mismatch': { enabled: true }, 'target-size': { enabled: true } } }
const schemes = ['light', 'dark'] as const

/** The checked part of a page: all of it, or the parts that `findUnchecked` found. */
type Extent = 'all' | 'unchecked'

/** Everything serious or critical on the screen, in light and dark; the user's own page in its frame is theirs. */
export async function axeFindings(page: Page, where: string, extent: Extent = 'all'): Promise<string[]> {
  const light = await findingsIn(page, where, everyRule, 'light', extent)
  // Nothing but colours depends on the scheme.
  return [...light, ...(await findingsIn(page, where, only('color-contrast'), 'dark', extent))]
}

/** The same, and whether the screen is wider than its window: what is checked at one width. */
export async function findings(page: Page, where: string): Promise<string[]> {
  return [...(await axeFindings(page, where)), ...(await overflowOf(page, where))]
}

/** Faults that another width may cause: controls that are too small or too near to each other, and what is too wide. */
export async function layoutFindings(page: Page, where: string): Promise<string[]> {
  return [...(await findingsIn(page, where, only('target-size'))), ...(await overflowOf(page, where))]
}

/** `findings` in the parts of the page that were not checked before in this tab. */
export async function newFindings(page: Page, where: string): Promise<string[]> {
  const found = (await findUnchecked(page)) > 0 ? await axeFindings(page, where, 'unchecked') : []
  return [...found, ...(await overflowOf(page, where))]
}

/** `layoutFindings` in the parts of the page that were not checked before in this tab. */
export async function newLayoutFindings(page: Page, where: string): Promise<string[]> {
  const isNew = (await findUnchecked(page)) > 0
  const found = isNew ? await findingsIn(page, where, only('target-size'), undefined, 'unchecked') : []
  return [...found, ...(await overflowOf(page, where))]
}

/** The findings of every rule in either scheme, and whether the screen is wider than its window. */
export async function everyFinding(page: Page, where: string): Promise<string[]> {
  const found: string[] = []
  for (const scheme of schemes) found.push(...(await findingsIn(page, where, everyRule, scheme)))
  return [...found, ...(await overflowOf(page, where))]
}

const only = (rule: string) => ({ runOnly: { type: 'rule', values: [rule] } })

/** @param scheme in which the screen is shown; left as it is when absent */
async function findingsIn(
  page: Page,
  where: string,
  rules: object,
  scheme?: (typeof schemes)[number],
  extent: Extent = 'all',
): Promise<string[]> {
  if (scheme) await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const violations = await page.evaluate(
    async ({ rules, extent }) => {
      const { axe, unchecked = [] } = window as unknown as CheckedWindow & { axe: Axe }
      const parts = extent === 'all' ? [document.documentElement] : unchecked.filter(({ isConnected }) => isConnected)
      if (parts.length === 0) return []
      // Some rules are only for a page as a whole, which axe takes a document to be.
      const include = parts.includes(document.documentElement) ? [document] : parts
      const { violations } = await axe.run(
        { include, exclude: ['iframe'] },
        { iframes: false, resultTypes: ['violations'], ...rules },
      )
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .flatMap(({ id, nodes }) =>
          nodes
            // A handle in the canvas has a field of the style panel beside it, which is large enough.
            .filter(
              ({ target }) =>
                id !== 'target-size' || !document.querySelector(String(target))?.matches('[class*="handles"] > *'),
            )
            .map(({ target, failureSummary }) => `${id} ${String(target)}: ${failureSummary.split('\n')[1] ?? ''}`),
        )
    },
    { rules, extent },
  )
  return violations.map((each) => `${where}${scheme ? `, ${scheme}` : ''}: ${each}`)
}

/** Says where a page is wider than its window. */
export async function overflowOf(page: Page, where: string): Promise<string[]> {
  const [all = 0, shown = 0] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth])
  return all > shown ? [`${where} is ${all - shown} pixels wider than the window`] : []
}

/**
 * Shows one screen after the other in a window of one size, and returns what `find` finds on each. A part that several of them
 * share is checked once by default: a list beside each of its dialogs, the style panel around each of its sections.
 */
export async function findingsOn(
  scene: Scene,
  screens: readonly Screen[],
  width: number,
  height: number,
  find: (page: Page, where: string) => Promise<string[]> = newFindings,
): Promise<string[]> {
  const stage = await openStage(scene, width, height)
  const found: string[] = []
  for (const screen of screens) {
    await screen.show(stage)
    await settle(stage.page, screen)
    found.push(...(await find(stage.page, screen.name)))
    await leave(screen, stage)
  }
  await stage.context.close()
  return found
}
