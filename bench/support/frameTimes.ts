import type { Browser, Page } from 'playwright-core'
import { Type } from 'typebox'
import { Value } from 'typebox/value'

/** The main thread's work for one act, in milliseconds of its own CPU time. */
export interface ActTime {
  /** Script in the busiest frame: handlers, timers, microtasks, without the styles and layout that they asked for. */
  script: number
  /** Styles and layout that script asked for, in that frame. */
  forced: number
  /** Script of all frames. */
  total: number
  /** Script in idle time, when no frame waits. */
  idle: number
}

const CATEGORIES = ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'v8.execute', 'blink.user_timing']
const BEGIN = 'bench:begin'
const END = 'bench:end'
/** How long the page may still work after an act, such as with what it puts off. */
const AFTER_MS = 400

const SCRIPT = new Set([
  'EventDispatch',
  'FunctionCall',
  'EvaluateScript',
  'FireAnimationFrame',
  'RunMicrotasks',
  'TimerFire',
])
const LAYOUT = new Set(['Layout', 'UpdateLayoutTree'])
const FRAME = 'Commit'
const IDLE = 'FireIdleCallback'
const TASK = 'RunTask'

const TraceEvent = Type.Object({
  name: Type.String(),
  ph: Type.String(),
  pid: Type.Number(),
  tid: Type.Number(),
  ts: Type.Number(),
  dur: Type.Optional(Type.Number()),
  tdur: Type.Optional(Type.Number()),
})
const Trace = Type.Object({ traceEvents: Type.Array(TraceEvent) })
type TraceEvent = Type.Static<typeof TraceEvent>

/**
 * Does an act so many times, and reads from a trace what the page's main thread did for each.
 * @param prepare is not measured
 */
export async function timeActs(
  browser: Browser,
  page: Page,
  times: number,
  act: (round: number) => Promise<unknown>,
  prepare: (round: number) => Promise<unknown> = async () => undefined,
): Promise<ActTime[]> {
  const mark = (name: string) => page.evaluate((text) => performance.mark(text).startTime, name)
  await browser.startTracing(page, { categories: CATEGORIES })
  for (let round = 0; round < times; round += 1) {
    await prepare(round)
    await page.waitForTimeout(AFTER_MS / 2)
    await mark(BEGIN)
    await act(round)
    await page.waitForTimeout(AFTER_MS)
    await mark(END)
  }
  return readActs((await browser.stopTracing()).toString('utf8'))
}

/**
 * Does something once, and reads from a trace how long the page's main thread worked for each frame meanwhile: script,
 * styles, layout and painting, in milliseconds of its own CPU time.
 */
export async function timeWork(browser: Browser, page: Page, act: () => Promise<unknown>): Promise<number[]> {
  const mark = (name: string) => page.evaluate((text) => performance.mark(text).startTime, name)
  await browser.startTracing(page, { categories: CATEGORIES })
  await mark(BEGIN)
  await act()
  await mark(END)
  const { traceEvents } = Value.Parse(Trace, JSON.parse((await browser.stopTracing()).toString('utf8')))
  const from = traceEvents.find(({ name }) => name === BEGIN)
  const to = traceEvents.find(({ name }) => name === END)
  if (!from || !to) throw new Error('The trace does not hold the act')
  const frames = [0]
  const main = traceEvents
    .filter(({ pid, tid, ph, ts }) => pid === from.pid && tid === from.tid && ph === 'X' && ts >= from.ts && ts < to.ts)
    .sort((a, b) => a.ts - b.ts)
  for (const { name, tdur = 0 } of main) {
    if (name === FRAME) frames.push(0)
    else if (name === TASK) frames.push((frames.pop() ?? 0) + tdur / 1000)
  }
  return frames
}

function readActs(json: string): ActTime[] {
  const { traceEvents } = Value.Parse(Trace, JSON.parse(json))
  const first = traceEvents.find(({ name }) => name === BEGIN)
  const main = traceEvents
    .filter(({ pid, tid }) => pid === first?.pid && tid === first?.tid)
    .sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0))
  const acts: ActTime[] = []
  let from: number | undefined
  for (const [index, { name }] of main.entries()) {
    if (name === BEGIN) from = index
    if (name !== END || from === undefined) continue
    acts.push(actOf(main.slice(from, index)))
    from = undefined
  }
  return acts
}

/** @param events of one thread, by their beginning, the outer of two first */
function actOf(events: readonly TraceEvent[]): ActTime {
  const frames = [{ script: 0, forced: 0 }]
  let idle = 0
  let scriptUntil = 0
  let layoutUntil = 0
  for (const { name, ph, ts, dur = 0, tdur = 0 } of events) {
    if (ph !== 'X') continue
    const frame = frames.at(-1)
    if (name === FRAME) frames.push({ script: 0, forced: 0 })
    if (!frame) continue
    if (name === IDLE && ts >= scriptUntil) {
      idle += tdur / 1000
      scriptUntil = ts + dur
      layoutUntil = scriptUntil
    }
    if (SCRIPT.has(name) && ts >= scriptUntil) {
      frame.script += tdur / 1000
      scriptUntil = ts + dur
    }
    if (LAYOUT.has(name) && ts < scriptUntil && ts >= layoutUntil) {
      frame.script -= tdur / 1000
      frame.forced += tdur / 1000
      layoutUntil = ts + dur
    }
  }
  const worst = frames.reduce((one, other) => (other.script > one.script ? other : one))
  return { ...worst, total: frames.reduce((sum, { script }) => sum + script, 0), idle }
}
