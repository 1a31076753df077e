import { type Api, signIn } from '../e2e/support/api.ts'
import { startHealthProbe } from '../e2e/support/healthProbe.ts'
import { furtherInputs, namedInputs } from '../e2e/support/hostile.ts'
import { shapes } from '../e2e/support/hostileShapes.ts'
import { startStudio } from '../e2e/support/studio.ts'
import { openHeap } from './support/heap.ts'
import { judge, round2 } from './support/verdict.ts'

/**
 * The longest delay of others beyond an idle server, in milliseconds; and what a collection must free, in megabytes.
 */
const MOST_DELAY_MS = 100
const MOST_HEAP_MB = 50
/** A burst of a thousand sockets is answered or refused by then, in milliseconds. */
const MOST_SOCKETS_MS = 1_000
/** Each input is sent so often at most: what else the machine does is not in all of them, what the server does is. */
const TRIES = 5
const IDLE_MS = 400

interface Figure {
  status: number
  ms: number
  /** How much longer others waited for `/health` than before. */
  delayMs: number
  heapMb: number
}

const isBurst = (name: string) => name.includes('sockets')
/** No answer, or one that means a fault of the server; 503 says to come again. */
const isFault = ({ status }: Figure) => status === 0 || (status >= 500 && status !== 503)

const isGood = (name: string, figure: Figure | undefined) =>
  figure !== undefined && figure.delayMs <= MOST_DELAY_MS && (!isBurst(name) || figure.ms <= MOST_SOCKETS_MS)

/** The shortest times of both, and the worse of both answers and heaps. */
const better = (figure: Figure, other = figure): Figure => ({
  status: isFault(other) ? other.status : figure.status,
  ms: Math.min(figure.ms, other.ms),
  delayMs: Math.min(figure.delayMs, other.delayMs),
  heapMb: Math.max(figure.heapMb, other.heapMb),
})

/**
 * Everything that one person can send to stop a server for others: the answer that it got, its time, how long others
 * waited for `/health` meanwhile, and what the heap is larger by after a forced collection.
 * `BENCH_ONLY=text` takes the inputs whose name holds the text, `BENCH_ALL=1` many more of the same kinds.
 */
export async function run(): Promise<object> {
  const only = process.env.BENCH_ONLY
  const named = [...namedInputs, ...shapes]
  const inputs = (process.env.BENCH_ALL || only ? [...named, ...furtherInputs] : named).filter(
    ({ name }) => only === undefined || name.includes(only),
  )
  const studio = await startStudio({ env: { NODE_OPTIONS: '--inspect=127.0.0.1:0', ATELIER_LOG: 'silent' } })
  const heap = await openHeap(studio.errors())
  const probe = await startHealthProbe(studio.url, studio.process.pid)
  try {
    const figures: Record<string, Figure> = {}
    let api: Api = await signIn(studio)
    const before = await heap.collected()
    for (const { name, prepare } of inputs) {
      for (let attempt = 0; attempt < TRIES && !isGood(name, figures[name]); attempt += 1) {
        api = await signIn(studio)
        const send = await prepare({ url: studio.url, api })
        const heapBefore = Math.max(before, await heap.collected())
        await probe.take()
        await new Promise((resolve) => setTimeout(resolve, IDLE_MS))
        const idle = await probe.take()
        const from = performance.now()
        const status = await send()
        const ms = Math.round(performance.now() - from)
        const delayMs = round2((await probe.take()).maxMs - idle.maxMs)
        const heapMb = round2((await heap.collected()) - heapBefore)
        figures[name] = better({ status, ms, delayMs, heapMb }, figures[name])
      }
      if (process.env.BENCH_VERBOSE) console.error(name, JSON.stringify(figures[name]))
    }
    const all = Object.values(figures)
    const worst = (pick: (figure: Figure) => number, of = all) => Math.max(0, ...of.map(pick))
    const bursts = Object.entries(figures).flatMap(([name, figure]) => (isBurst(name) ? [figure] : []))
    return {
      figures,
      ...judge({
        delay: { value: worst(({ delayMs }) => delayMs), unit: 'ms', most: MOST_DELAY_MS },
        bursts: { value: worst(({ ms }) => ms, bursts), unit: 'ms', most: MOST_SOCKETS_MS },
        heap: { value: worst(({ heapMb }) => heapMb), unit: 'MB', most: MOST_HEAP_MB },
        faults: { value: all.filter(isFault).length, unit: 'answers', most: 0 },
      }),
    }
  } finally {
    await probe.stop()
    heap.close()
    await studio.remove()
  }
}
