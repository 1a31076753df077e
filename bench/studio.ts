import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'
import { firstProject, signIn, until } from '../e2e/support/api.ts'
import { launch } from '../e2e/support/browser.ts'
import { openEditor, openProject, placeInCanvas, showPanel } from '../e2e/support/editor.ts'
import { startStudio } from '../e2e/support/studio.ts'
import { type ActTime, timeActs } from './support/frameTimes.ts'
import { median } from './support/measured.ts'
import { cardPage } from './support/sitePages.ts'
import { inserting, type Operate, type Size } from './support/studioInserts.ts'
import { type Asked, judge, round2 } from './support/verdict.ts'

const PARTS = ['hand', 'insert', 'view', 'memory', 'answers'] as const
type Part = (typeof PARTS)[number]

/** Pages by the characters of their HTML. */
const SIZES: Record<Size, number> = { 50: 700, 10000: 140_000 }

const ROUNDS = 9
const WARM_UPS = 2
/** Cards in one call: an operation inserts no more than some thousand nodes at once. */
const CARDS_IN_A_CALL = 200
/** Acts of one hour of hands that never rest, one a second. */
const ACTS = 3_600
const VIEW_STEPS = 90

const CSS = `.card{display:flex;gap:12px;padding:16px}.card:hover{color:teal}
${Array.from({ length: 7 }, (_, i) => `.card-${i}{margin:${i}px}.card-${i} > h3{font-size:${16 + i}px}.card-${i} p b{font-weight:600}`).join('\n')}
${Array.from({ length: 150 }, (_, i) => `.block-${i}{padding:${i}px}.block-${i}:hover a{color:teal}`).join('\n')}
h3{margin:0}article p{margin:0}.card:nth-child(odd) p{opacity:.9}.card + .card{border-top:1px solid}
@media (max-width: 768px){.card{flex-direction:column}.card h3{font-size:14px}}`

/**
 * The studio in Chromium, with a page of 50 and one of 10,000 nodes; names of parts after the benchmark's name choose
 * some of them. The input comes from the browser's protocol, so that it takes the way of a real mouse and keyboard.
 *
 * - `hand`: select a node, type a style value and press Enter, drag a spacing handle. The result is the frame of the
 *   act in which the page's main thread ran script longest, from a trace, in milliseconds of its own CPU time: of the
 *   round with the median. Styles and layout that script asked for are named apart. The same input in an empty page
 *   beside it.
 * - `insert`: 100 nodes, by an operation over HTTP as an agent calls it: from the call until they are in the canvas by
 *   the clock, and all script that the tab ran for them. Each page is open in a tab of its own, and they take turns; what
 *   counts is the median of the rounds' own ratios, each of a batch of inserts against a batch.
 * - `view`: the interval between two animation frames while the wheel scrolls and zooms the canvas, median, beside an
 *   empty page under the same wheel.
 * - `memory`: what the tab's heap is larger by after an hour's acts of select, type, undo and drag, one each second but
 *   done as fast as the tab follows, after a forced collection.
 * - `answers`: how an answer of the API is compressed.
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
    const operate = <T>(operation: string, input: object) =>
      api.post<{ ok: boolean; data: T }>(`/api/projects/${projectId}/operations/site.${operation}`, { input })
    await operate('applyCss', { css: CSS })
    const figures: Record<string, object> = {}
    const asked: Record<string, Asked> = {}
    const ids = { 50: '', 10000: '' }
    for (const size of [50, 10_000] as const) ids[size] = await makePage(operate, size)
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const empty = await openEmpty(context)
    if (has('hand')) figures['empty page'] = await emptyFigures(browser, empty)
    const page = await openEditor(context, studio)
    await showPanel(page, 'Properties')
    const hand = await openHand(context, page)
    for (const size of [50, 10_000] as const) {
      await show(page, size)
      if (has('hand')) {
        const acts = handActs(page, hand)
        const found: Record<string, object> = {}
        for (const [name, { act, prepare }] of Object.entries(acts)) {
          const times = (await timeActs(browser, page, ROUNDS + WARM_UPS, act, prepare)).slice(WARM_UPS)
          const worst = middle(times, ({ script }) => script)
          found[name] = rounded(worst)
          if (process.env.BENCH_VERBOSE) console.error(name, size, JSON.stringify(times.map(rounded)))
          asked[`${name} at ${size} nodes`] = { value: round2(worst.script), unit: 'ms of script in a frame', most: 16 }
        }
        figures[`hand at ${size}`] = found
      }
      if (process.env.BENCH_VERBOSE) console.error(size, JSON.stringify(figures))
      if (has('view')) {
        await empty.page.bringToFront()
        const bare = {
          pan: await frames(empty.page, empty.hand, 'pan'),
          zoom: await frames(empty.page, empty.hand, 'zoom'),
        }
        await page.bringToFront()
        const interval = { pan: await frames(page, hand, 'pan'), zoom: await frames(page, hand, 'zoom') }
        await page.keyboard.press('1')
        figures[`frames at ${size}`] = { ...interval, emptyPan: bare.pan, emptyZoom: bare.zoom }
        for (const way of ['pan', 'zoom'] as const) {
          const most = round2(Math.max(17, bare[way] * 1.05))
          asked[`${way} at ${size} nodes`] = { value: interval[way], unit: 'ms between frames', most }
        }
      }
      if (has('memory') && size === 50) {
        const grown = await leaking(page, hand)
        figures.memory = grown
        asked['heap after an hour'] = { value: grown.moreMb, unit: 'MB more', most: 20 }
      }
    }
    if (has('insert')) {
      const second = await openProject(context, studio)
      await show(second, 50)
      await show(page, 10_000)
      const found = await inserting(browser, operate, ids, { 50: second, 10000: page })
      figures.insert = found
      asked['insert of 100 nodes, script'] = { value: found.times.scriptMs, unit: '×', most: 1.3 }
      asked['insert of 100 nodes, until shown'] = { value: found.times.shownMs, unit: '×', most: 1.3 }
    }
    if (has('answers')) {
      const answer = await api.raw(`/api/projects/${projectId}/operations/site.read_document`, {
        method: 'POST',
        body: JSON.stringify({ input: {}, documentId: ids[10_000] }),
        headers: { 'content-type': 'application/json', 'accept-encoding': 'gzip, br' },
      })
      figures.answers = { encoding: answer.headers.get('content-encoding') ?? 'none' }
    }
    return { ...figures, ...judge(asked) }
  } finally {
    await browser.close()
    await studio.remove()
  }
}

const titleOf = (size: Size) => `Page of ${size}`

async function makePage(operate: Operate, size: Size): Promise<string> {
  const { pageId } = (await operate<{ pageId: string }>('addPage', { title: titleOf(size) })).data
  const cards = cardPage(SIZES[size]).split(/(?<=<\/article>)\n/)
  for (let at = 0; at < cards.length; at += CARDS_IN_A_CALL) {
    const html = cards.slice(at, at + CARDS_IN_A_CALL).join('')
    const { ok } = await operate('insertHtml', { parentId: pageId, html })
    if (!ok) throw new Error('The cards were not inserted')
  }
  return pageId
}

async function show(page: Page, size: Size) {
  await page.getByRole('button', { name: /^Page / }).click()
  await page.getByRole('menuitemradio', { name: titleOf(size) }).click()
  const count = () =>
    page.evaluate(
      () =>
        document.querySelector<HTMLIFrameElement>('iframe[title="The page"]')?.contentDocument?.querySelectorAll('b')
          .length ?? 0,
    )
  await until('the page', async () =>
    size === 50 ? (await count()) > 0 && (await count()) < 10 : (await count()) > 800,
  )
  await page.waitForTimeout(1_000)
}

/** The mouse, by the browser's own protocol. */
interface Hand {
  mouse(type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', x: number, y: number, buttons: number): Promise<unknown>
  click(x: number, y: number): Promise<void>
  drag(x: number, y: number, down: number): Promise<void>
  wheel(x: number, y: number, deltaY: number, zooms: boolean): Promise<unknown>
  heapMb(): Promise<number>
}

async function openHand(context: BrowserContext, page: Page): Promise<Hand> {
  const session: CDPSession = await context.newCDPSession(page)
  const hand: Hand = {
    mouse: (type, x, y, buttons) =>
      session.send('Input.dispatchMouseEvent', {
        type,
        x,
        y,
        button: type === 'mouseMoved' && buttons === 0 ? 'none' : 'left',
        buttons,
        clickCount: type === 'mouseMoved' ? 0 : 1,
      }),
    async click(x, y) {
      await hand.mouse('mouseMoved', x, y, 0)
      await hand.mouse('mousePressed', x, y, 1)
      await hand.mouse('mouseReleased', x, y, 0)
    },
    async drag(x, y, down) {
      await hand.mouse('mouseMoved', x, y, 0)
      await hand.mouse('mousePressed', x, y, 1)
      for (let step = 1; step <= 8; step += 1) await hand.mouse('mouseMoved', x, y + (down * step) / 8, 1)
      await hand.mouse('mouseReleased', x, y + down, 0)
    },
    wheel: (x, y, deltaY, zooms) =>
      session.send('Input.dispatchMouseEvent', {
        type: 'mouseWheel',
        x,
        y,
        deltaX: 0,
        deltaY,
        modifiers: zooms ? 2 : 0,
      }),
    async heapMb() {
      // Objects freed by a first collection may hold more that only a second one finds.
      await session.send('HeapProfiler.collectGarbage')
      await session.send('HeapProfiler.collectGarbage')
      return (await session.send('Runtime.getHeapUsage')).usedSize / 1e6
    },
  }
  return hand
}

async function openEmpty(context: BrowserContext): Promise<{ page: Page; hand: Hand }> {
  const page = await context.newPage()
  await page.setContent('<input style="position:fixed;left:300px;top:300px"><div style="height:9000px"></div>')
  return { page, hand: await openHand(context, page) }
}

interface Act {
  act(round: number): Promise<unknown>
  prepare(round: number): Promise<unknown>
}

const field = (page: Page) => page.getByRole('combobox', { name: 'Padding left', exact: true })
const card = (round: number) => `#c${1 + (round % 3)}`

async function handlePlace(page: Page): Promise<{ x: number; y: number }> {
  const handle = page.getByRole('slider', { name: 'Padding at the top' })
  const box = await until('the handle', async () => (await handle.boundingBox()) ?? undefined)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

function handActs(page: Page, hand: Hand): Record<'select' | 'value' | 'drag', Act> {
  let place = { x: 0, y: 0 }
  const selectCard = async (round: number) => {
    const { x, y } = await cardPlace(page, card(round))
    await hand.click(x, y)
  }
  return {
    select: {
      async prepare(round) {
        place = await cardPlace(page, card(round))
      },
      act: () => hand.click(place.x, place.y),
    },
    value: {
      async prepare(round) {
        if (round === 0) await selectCard(round)
        await field(page).focus()
        await page.keyboard.press('Control+a')
      },
      async act(round) {
        await page.keyboard.type(String(20 + round))
        await page.keyboard.press('Enter')
      },
    },
    drag: {
      async prepare(round) {
        if (round === 0) await selectCard(round)
        place = await handlePlace(page)
      },
      act: (round) => hand.drag(place.x, place.y, round % 2 === 0 ? 12 : -12),
    },
  }
}

/** The script of the same acts in an empty page, in milliseconds. */
async function emptyFigures(browser: Browser, { page, hand }: { page: Page; hand: Hand }) {
  const found: Record<string, number> = {}
  for (const [name, act] of Object.entries(emptyActs(page, hand))) {
    const times = (await timeActs(browser, page, ROUNDS + WARM_UPS, act)).slice(WARM_UPS)
    found[name] = round2(middle(times, ({ script }) => script).script)
  }
  return found
}

/** In the padding of a card, where none of its children is. */
async function cardPlace(page: Page, selector: string): Promise<{ x: number; y: number }> {
  const { x, y } = await placeInCanvas(page, selector)
  return { x: x - 54, y }
}

function emptyActs(page: Page, hand: Hand): Record<'select' | 'value' | 'drag', (round: number) => Promise<unknown>> {
  return {
    select: () => hand.click(310, 310),
    async value(round) {
      await page.keyboard.type(String(20 + round))
      await page.keyboard.press('Enter')
    },
    drag: () => hand.drag(500, 300, 12),
  }
}

/** Milliseconds of one insert. */
/** The median interval between two animation frames while the wheel turns over the page, in milliseconds. */
async function frames(page: Page, hand: Hand, way: 'pan' | 'zoom'): Promise<number> {
  const watched = page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const times: number[] = []
        const step = (at: number) => {
          times.push(at)
          if (document.body.dataset.benchEnds === undefined) requestAnimationFrame(step)
          else {
            delete document.body.dataset.benchEnds
            resolve(times)
          }
        }
        requestAnimationFrame(step)
      }),
  )
  for (let step = 0; step < VIEW_STEPS; step += 1) {
    const back = step % 30 >= 15
    await hand.wheel(640, 450, (way === 'pan' ? 60 : 6) * (back ? -1 : 1), way === 'zoom')
  }
  await page.evaluate(() => {
    document.body.dataset.benchEnds = ''
  })
  const times = await watched
  return round2(median(times.slice(1).map((at, index) => at - (times[index] ?? at))))
}

async function leaking(
  page: Page,
  hand: Hand,
): Promise<{ acts: number; beforeMb: number; afterMb: number; moreMb: number }> {
  const round = async (number: number) => {
    const { x, y } = await cardPlace(page, card(number))
    await hand.click(x, y)
    await field(page).focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.type(String(20 + (number % 7)))
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+z')
    const handle = await handlePlace(page)
    await hand.drag(handle.x, handle.y, number % 2 === 0 ? 12 : -12)
  }
  for (let at = 0; at < 20; at += 1) await round(at)
  await page.waitForTimeout(1_000)
  const before = await hand.heapMb()
  for (let at = 0; at < ACTS / 4; at += 1) await round(at)
  await page.waitForTimeout(1_000)
  const after = await hand.heapMb()
  return {
    acts: ACTS,
    beforeMb: round2(before),
    afterMb: round2(after),
    moreMb: round2(after - before),
  }
}

/** The time whose figure is the median. */
function middle(times: readonly ActTime[], pick: (time: ActTime) => number): ActTime {
  const sorted = times.toSorted((a, b) => pick(a) - pick(b))
  return sorted[sorted.length >> 1] ?? { script: Number.POSITIVE_INFINITY, forced: 0, total: 0, idle: 0 }
}

const rounded = ({ script, forced, total, idle }: ActTime) => ({
  script: round2(script),
  forced: round2(forced),
  total: round2(total),
  idle: round2(idle),
})
