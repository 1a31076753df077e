import { type Api, signIn } from '../e2e/support/api.ts'
import { startHealthProbe } from '../e2e/support/healthProbe.ts'
import { furtherInputs, namedInputs } from '../e2e/support/hostile.ts'
import { startStudio } from '../e2e/support/studio.ts'
import { openHeap } from './support/heap.ts'
import { judge, round2 } from './support/verdict.ts'

/** What others may wait beyond an idle server, in milliseconds; and what a collection must give back, in megabytes. */
const MOST_DELAY_MS = 100
const MOST_HEAP_MB = 50
const IDLE_MS = 3_000

/**
 * Everything that one person can send to stop a server for others: the answer that it got, its time, how long others
 * waited for `/health` meanwhile, and what the heap is larger by after a forced collection.
 * `BENCH_ONLY=text` takes the inputs whose name holds the text, `BENCH_ALL=1` many more of the same kinds.
 */
export async function run(): Promise<object> {
  const only = process.env.BENCH_ONLY
  const inputs = (process.env.BENCH_ALL || only ? [...namedInputs, ...furtherInputs] : namedInputs).filter(
    ({ name }) => only === undefined || name.includes(only),
  )
  const studio = await startStudio({ env: { NODE_OPTIONS: '--inspect=127.0.0.1:0', ATELIER_LOG: 'silent' } })
  const heap = await openHeap(studio.errors())
  const probe = await startHealthProbe(studio.url)
  try {
    let api: Api = await signIn(studio)
    await new Promise((resolve) => setTimeout(resolve, 500))
    await probe.take()
    await new Promise((resolve) => setTimeout(resolve, IDLE_MS))
    const idle = await probe.take()
    const figures: Record<string, { status: number; ms: number; healthMaxMs: number; heapMb: number }> = {}
    let before = await heap.collected()
    for (const { name, prepare } of inputs) {
      api = await signIn(studio)
      const send = await prepare({ url: studio.url, api })
      before = Math.max(before, await heap.collected())
      await probe.take()
      const from = performance.now()
      const status = await send()
      const ms = Math.round(performance.now() - from)
      const { maxMs } = await probe.take()
      const after = await heap.collected()
      figures[name] = { status, ms, healthMaxMs: round2(maxMs), heapMb: round2(after - before) }
      if (process.env.BENCH_VERBOSE) console.error(name, JSON.stringify(figures[name]))
    }
    const all = Object.values(figures)
    const worst = (pick: (figure: (typeof all)[number]) => number) => Math.max(0, ...all.map(pick))
    return {
      idleMaxMs: round2(idle.maxMs),
      figures,
      ...judge({
        delay: { value: round2(worst(({ healthMaxMs }) => healthMaxMs) - idle.maxMs), unit: 'ms', most: MOST_DELAY_MS },
        heap: { value: worst(({ heapMb }) => heapMb), unit: 'MB', most: MOST_HEAP_MB },
        faults: { value: all.filter(({ status }) => status === 0 || status >= 500).length, unit: 'answers', most: 0 },
      }),
    }
  } finally {
    await probe.stop()
    heap.close()
    await studio.remove()
  }
}
