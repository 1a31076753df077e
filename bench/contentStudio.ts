import type { Browser, BrowserContext, Page } from 'playwright-core'
import { type Api, firstProject, signIn } from '../e2e/support/api.ts'
import { launch } from '../e2e/support/browser.ts'
import { openProject } from '../e2e/support/editor.ts'
import { joinProject } from '../e2e/support/people.ts'
import { type Studio, startStudio } from '../e2e/support/studio.ts'
import { addPostPages, measurePreview } from './support/contentPreview.ts'
import { type Call, setUpBlog, writePosts } from './support/contentProject.ts'
import { timeActs, timeWork } from './support/frameTimes.ts'
import { median, percentile } from './support/measured.ts'
import { type Asked, judge, round2 } from './support/verdict.ts'

const PARTS = ['list', 'open', 'type', 'preview'] as const
type Part = (typeof PARTS)[number]

const ENTRIES = 10_000
const WHEELS = 180
const OPENINGS = 9
const KEYS = 24
const WARM_UPS = 2

/**
 * The content of a project in Chromium, over a model with 10,000 entries in two locales; names of parts after the
 * benchmark's name choose some of them. Work is the CPU time of the tab's main thread from a trace, so that what else
 * the machine does is not in it.
 *
 * - `list`: while the wheel scrolls the list, how long the main thread works for one frame, and how many frames a second
 *   that leaves room for; beside it the frames by the clock, and those of an empty page under the same wheel.
 * - `open`: an entry is opened from the list: all work from the click until its fields are there and take a key.
 * - `type`: a key in a field, alone and while two other people type in the same entry: script of the busiest frame.
 * - `preview`: from a key to the page of the site beside the form, by the clock; it keeps its scroll position.
 */
export async function run(): Promise<object> {
  const wanted = process.argv.slice(3).filter((word) => !word.startsWith('--'))
  const has = (part: Part) => wanted.length === 0 || wanted.includes(part)
  if (!wanted.every((word) => PARTS.some((part) => part === word))) throw new Error(`Parts are ${PARTS.join(', ')}.`)
  const studio = await startStudio({ env: { ATELIER_LOG: 'silent' } })
  const browser = await launch()
  try {
    const api = await signIn(studio)
    const { id: projectId } = await firstProject(api)
    const call = callerOf(api, projectId)
    await setUpBlog(call)
    await writePosts(call, ENTRIES)
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const page = await openProject(context, studio)
    const list = `${studio.url}/projects/${projectId}/content?model=post`
    const figures: Record<string, object> = {}
    const asked: Record<string, Asked> = {}
    if (has('list')) {
      await openList(page, list)
      const scrolled = await measureList(browser, context, page)
      figures.list = scrolled
      asked['a frame of the list'] = { value: scrolled.workP95, unit: 'ms of work, p95', most: 20 }
      asked['the list'] = { value: scrolled.possiblePerSecond, unit: 'frames/s that the work allows', least: 50 }
    }
    if (has('open')) {
      await openList(page, list)
      const opened = await measureOpening(browser, page)
      figures.open = opened
      asked['opening an entry'] = { value: opened.work, unit: 'ms of work until one can type', most: 300 }
    }
    if (has('type')) {
      const entry = `${list}&entry=post-7`
      const alone = await measureTyping(browser, page, entry)
      const others = await typeBeside(browser, studio, api, projectId, entry)
      const together = await measureTyping(browser, page, entry)
      await arrived(page, await others.stop())
      figures.type = { alone, together }
      asked['a key in a field'] = { value: alone.script, unit: 'ms of script in a frame', most: 16 }
      asked['a key beside two others'] = { value: together.script, unit: 'ms of script in a frame', most: 16 }
    }
    if (has('preview')) {
      await addPostPages(api, projectId, call)
      const shown = await measurePreview(page, `${list}&entry=post-9`)
      figures.preview = shown
      asked['an edit on the site'] = {
        value: shown.shownAfter,
        unit: 'ms by the clock until it shows, p95',
        most: 1_000,
      }
      asked['the scroll position'] = { value: shown.keptScroll, unit: '% of the edits keep it', least: 100 }
    }
    const { verdicts, within } = judge(asked)
    if (!within) process.exitCode = 1
    return { ...figures, verdicts }
  } finally {
    await browser.close()
    await studio.remove()
  }
}

function callerOf(api: Api, projectId: string): Call {
  return async (name, input, focus = {}) => {
    const path = `/api/projects/${projectId}/operations/content.${name}`
    const answer = await api.post<{ ok: boolean; data?: object }>(path, { input, focus })
    if (!answer.ok || !answer.data) throw new Error(`${name}: ${JSON.stringify(answer).slice(0, 500)}`)
    return { data: answer.data }
  }
}

async function openList(page: Page, address: string) {
  await page.goto(address)
  await page.getByRole('table', { name: 'Post' }).getByRole('link').first().waitFor()
  await page.waitForTimeout(1_500)
}

async function measureList(browser: Browser, context: BrowserContext, page: Page) {
  const empty = await context.newPage()
  await empty.setContent('<div style="height:360000px"></div>')
  const bare = await scroll(browser, empty)
  await empty.close()
  await page.bringToFront()
  const { work, perSecond } = await scroll(browser, page)
  const busy = work.filter((ms) => ms > 0.5)
  return {
    frames: work.length,
    workP50: round2(median(busy)),
    workP95: round2(percentile(busy, 95)),
    workMax: round2(Math.max(...busy)),
    possiblePerSecond: round2(1000 / (busy.reduce((sum, ms) => sum + ms, 0) / busy.length)),
    perSecondByTheClock: perSecond,
    emptyPagePerSecond: bare.perSecond,
  }
}

/** Turns the wheel over the middle of the window; the work of each frame in milliseconds, and the frames by the clock. */
async function scroll(browser: Browser, page: Page): Promise<{ work: number[]; perSecond: number }> {
  const hand = await page.context().newCDPSession(page)
  const turn = (deltaY: number) =>
    hand.send('Input.dispatchMouseEvent', { type: 'mouseWheel', x: 760, y: 500, deltaX: 0, deltaY })
  for (let at = 0; at < 20; at += 1) await turn(120)
  let perSecond = 0
  const work = await timeWork(browser, page, async () => {
    const counted = countFrames(page)
    for (let at = 0; at < WHEELS; at += 1) await turn(160)
    await page.evaluate(() => {
      document.body.dataset.benchEnds = ''
    })
    perSecond = round2(await counted)
  })
  return { work, perSecond }
}

const countFrames = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let frames = 0
        const from = performance.now()
        const step = () => {
          frames += 1
          if (document.body.dataset.benchEnds === undefined) return requestAnimationFrame(step)
          delete document.body.dataset.benchEnds
          return resolve((frames * 1000) / (performance.now() - from))
        }
        requestAnimationFrame(step)
      }),
  )

async function measureOpening(browser: Browser, page: Page) {
  const works: number[] = []
  const walls: number[] = []
  for (let round = 0; round < OPENINGS + WARM_UPS; round += 1) {
    const link = page.getByRole('table', { name: 'Post' }).getByRole('link').nth(round)
    await link.waitFor()
    await page.waitForTimeout(300)
    let wall = 0
    const work = await timeWork(browser, page, async () => {
      const ready = untilTypable(page)
      await link.click()
      wall = await ready
    })
    await page.keyboard.type('x')
    if (!(await page.evaluate(() => document.activeElement instanceof HTMLTextAreaElement)))
      throw new Error('The key did not reach the field')
    await page.keyboard.press('Backspace')
    await page.goBack()
    if (round < WARM_UPS) continue
    works.push(work.reduce((sum, ms) => sum + ms, 0))
    walls.push(wall)
  }
  return { work: round2(median(works)), most: round2(Math.max(...works)), byTheClock: round2(median(walls)) }
}

/** From the click until the first field of an entry has the caret, in milliseconds by the clock. */
const untilTypable = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let from = 0
        document.addEventListener('click', () => (from = performance.now()), { capture: true, once: true })
        const look = () => {
          const field = document.querySelector<HTMLTextAreaElement>('[data-field="title"] textarea:enabled')
          if (!field) return
          observer.disconnect()
          field.focus()
          resolve(performance.now() - from)
        }
        const observer = new MutationObserver(look)
        observer.observe(document.body, { childList: true, subtree: true })
      }),
  )

async function measureTyping(browser: Browser, page: Page, address: string) {
  await page.bringToFront()
  await page.goto(address)
  const field = page.locator('[data-field="text"] textarea')
  await field.waitFor()
  await page.waitForTimeout(1_500)
  await field.click()
  await page.keyboard.press('Control+Home')
  const times = (
    await timeActs(browser, page, KEYS + WARM_UPS, (round) => page.keyboard.type('abcdefgh'[round % 8] ?? 'a'))
  ).slice(WARM_UPS)
  if (process.env.BENCH_VERBOSE) console.error(JSON.stringify(times))
  const scripts = times.map(({ script }) => script)
  return {
    script: round2(percentile(scripts, 95)),
    median: round2(median(scripts)),
    forced: round2(median(times.map(({ forced }) => forced))),
  }
}

/** Two other people who keep typing in the same entry, one in its title and one in another paragraph. */
async function typeBeside(browser: Browser, studio: Studio, api: Api, projectId: string, address: string) {
  let isOver = false
  const typists = ['Grace', 'Linus'].map(async (name, at) => {
    const context = await joinProject(browser, studio, api, projectId, name)
    const page = await context.newPage()
    await page.goto(address)
    const selector = at === 0 ? '[data-field="title"] textarea' : '[data-field="text"] textarea'
    await page.locator(selector).waitFor()
    return { context, page, selector }
  })
  const going = (await Promise.all(typists)).map(async ({ context, page, selector }) => {
    await page.locator(selector).click()
    await page.keyboard.press('ControlOrMeta+End')
    for (let at = 0; !isOver; at += 1) {
      await page.keyboard.type(at % 12 === 11 ? ' ' : ('typed'[at % 5] ?? 't'))
      // Now and then a pause, in which what was typed is saved and comes to the others.
      await page.waitForTimeout(at % 6 === 5 ? 900 : 120)
    }
    const ends = (await page.locator(selector).inputValue()).slice(-20)
    // The last text is saved once the field loses focus.
    await page.keyboard.press('Tab')
    await page.waitForTimeout(2_000)
    await context.close()
    return { selector, ends }
  })
  return {
    async stop() {
      isOver = true
      return Promise.all(going)
    },
  }
}

/** Resolves when others' text is in a tab; fails where it does not arrive. */
async function arrived(page: Page, typed: readonly { selector: string; ends: string }[]) {
  for (const each of typed)
    await page.waitForFunction(
      ({ selector, ends }) =>
        document.querySelector<HTMLInputElement | HTMLTextAreaElement>(selector)?.value.endsWith(ends) === true,
      each,
      { timeout: 30_000 },
    )
}
