import type { Page } from 'playwright-core'
import type { Api } from '../../e2e/support/api.ts'
import type { Call } from './contentProject.ts'
import { median, percentile } from './measured.ts'
import { round2 } from './verdict.ts'

const EDITS = 20
const WARM_UPS = 2
/** How far the page is scrolled, in CSS pixels. */
const SCROLLED = 600
/** An entry is saved after a pause of that length. */
const PAUSE_MS = 400

/** Gives each post a page with its title on top and room to scroll. */
export async function addPostPages(api: Api, projectId: string, call: Call): Promise<void> {
  await call('setRoute', { model: 'post', route: 'blog' })
  const site = async <Data>(name: string, input: object, documentId?: string) => {
    const path = `/api/projects/${projectId}/operations/site.${name}`
    return (await api.post<{ data: Data }>(path, { input, documentId })).data
  }
  const { pageId, rootNodeId } = await site<{ pageId: string; rootNodeId: string }>('addPage', {
    title: 'Post',
    slug: 'post-page',
  })
  const html =
    '<main><h1>{currentEntry.title}</h1><div>{currentEntry.text|html}</div></main><div style="height: 4000px"></div><atelier-outlet></atelier-outlet>'
  await site('insertHtml', { parentId: rootNodeId, html }, pageId)
  await site('setPageTemplate', { pageId, target: { kind: 'postTypes', tableSlugs: ['post'] } })
}

/** From a key in the title until the page beside the form shows it, in milliseconds by the clock; whether it stays scrolled. */
export async function measurePreview(page: Page, entry: string) {
  await page.evaluate(() => localStorage.setItem('atelier.entryPreview', '1'))
  await page.goto(entry)
  const field = page.locator('[data-field="title"] textarea')
  await field.waitFor()
  const shown = page.frameLocator('iframe[data-shown]')
  await shown.locator('h1').waitFor()
  await shown.locator('html').evaluate((_, top) => scrollTo(0, top), SCROLLED)
  const times: number[] = []
  let keptScroll = 0
  for (let round = 0; round < EDITS + WARM_UPS; round += 1) {
    await page.waitForTimeout(700)
    await field.click()
    await page.keyboard.press('End')
    const began = Date.now()
    await page.keyboard.type('abcdefgh'[round % 8] ?? 'a')
    const wanted = await field.inputValue()
    for (;;) {
      const title = await shown
        .locator('h1')
        .textContent({ timeout: 5_000 })
        .catch(() => '')
      if (title === wanted) break
      if (Date.now() - began > 30_000) throw new Error('The page does not show what was typed')
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    if (round < WARM_UPS) continue
    times.push(Date.now() - began)
    if ((await shown.locator('html').evaluate(() => Math.round(scrollY))) === SCROLLED) keptScroll += 1
  }
  await page.evaluate(() => localStorage.removeItem('atelier.entryPreview'))
  return {
    shownAfter: round2(percentile(times, 95)),
    median: round2(median(times)),
    withoutPause: round2(median(times) - PAUSE_MS),
    keptScroll: round2((keptScroll / EDITS) * 100),
  }
}
