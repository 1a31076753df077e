import type { Browser, Page } from 'playwright-core'
import { timeActs } from './frameTimes.ts'
import { median } from './measured.ts'
import { round2 } from './verdict.ts'

/** A page by how many nodes it has. */
export type Size = 50 | 10000

export type Operate = <T>(operation: string, input: object) => Promise<{ ok: boolean; data: T }>

interface InsertTime {
  scriptMs: number
  shownMs: number
}

/** For one page in one round: the script of a single insert is too short for the CPU clock of some kernels. */
const INSERTS = 5
const INSERT_ROUNDS = 7

const INSERTED = `<section id="inserted">${'<div><h4>New</h4><p>Words</p></div>'.repeat(20)}</section>`

/** How long a tab rests before an insert: what it put off for the last one is done by then. */
const RESTS_MS = 1_200

/** Inserts into both pages in turns, so that what else the machine does meets both alike. */
export async function inserting(
  browser: Browser,
  operate: Operate,
  ids: Record<Size, string>,
  tabs: Record<Size, Page>,
): Promise<Record<Size | 'times', InsertTime>> {
  const batchOf = async (size: Size): Promise<InsertTime> => {
    const tab = tabs[size]
    let nodeIds: string[] = []
    const shown: number[] = []
    const clear = async () => {
      for (const nodeId of nodeIds) await operate('deleteNode', { nodeId })
      nodeIds = []
    }
    await tab.bringToFront()
    const acts = await timeActs(
      browser,
      tab,
      INSERTS,
      async () => {
        const seen = untilInserted(tab)
        const from = performance.timeOrigin + performance.now()
        nodeIds = (await operate<Inserted>('insertHtml', { parentId: ids[size], html: INSERTED })).data.nodeIds
        shown.push((await seen) - from)
      },
      async () => {
        await clear()
        await tab.waitForTimeout(RESTS_MS)
      },
    )
    await clear()
    if (process.env.BENCH_VERBOSE)
      console.error(
        'insert',
        size,
        acts.map(({ total }) => round2(total)),
        shown,
      )
    return { scriptMs: mean(acts.map(({ total }) => total)), shownMs: median(shown) }
  }
  const rounds: Record<Size, InsertTime>[] = []
  for (let round = -1; round < INSERT_ROUNDS; round += 1) {
    const times = { 50: { scriptMs: 0, shownMs: 0 }, 10000: { scriptMs: 0, shownMs: 0 } }
    for (const size of round % 2 === 0 ? ([50, 10_000] as const) : ([10_000, 50] as const))
      times[size] = await batchOf(size)
    if (round >= 0) rounds.push(times)
  }
  const middleOf = (pick: (round: Record<Size, InsertTime>, time: keyof InsertTime) => number): InsertTime => ({
    scriptMs: round2(median(rounds.map((round) => pick(round, 'scriptMs')))),
    shownMs: round2(median(rounds.map((round) => pick(round, 'shownMs')))),
  })
  return {
    50: middleOf((round, time) => round[50][time]),
    10000: middleOf((round, time) => round[10_000][time]),
    times: middleOf((round, time) => round[10_000][time] / round[50][time]),
  }
}

type Inserted = { nodeIds: string[] }
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** The time when the inserted section is in the canvas, in milliseconds of the clock. */
const untilInserted = (tab: Page): Promise<number> =>
  tab.evaluate(async () => {
    const inside = document.querySelector<HTMLIFrameElement>('iframe[title="The page"]')?.contentDocument
    if (!inside) throw new Error('no page')
    await new Promise<void>((resolve) => {
      const observer = new MutationObserver(() => {
        if (!inside.getElementById('inserted')) return
        observer.disconnect()
        resolve()
      })
      observer.observe(inside.body, { childList: true })
    })
    return performance.timeOrigin + performance.now()
  })
