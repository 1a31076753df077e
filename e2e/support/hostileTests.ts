import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Heap, openHeap } from '../../bench/support/heap.ts'
import { type HealthProbe, startHealthProbe } from './healthProbe.ts'
import { type HostileInput, type HostileTarget, namedInputs } from './hostile.ts'
import { startPrepared } from './preparedServer.ts'
import type { Studio } from './studio.ts'

/**
 * How long the server's event loop may be kept from others while they wait, in milliseconds of its own CPU time; what
 * they wait on a clock is measured by `npm run bench -- hostile`.
 */
const MOST_BUSY_MS = 100
const MOST_HEAP_MB = 50
/** Others' processes share the machine's caches: what a server does to others shows in every try. */
const TRIES = 4

/** The tests of a server to which one person sends these inputs. */
export function describeHostile(inputs: readonly HostileInput[]): void {
  describe('what one person sends', () => {
    let target: HostileTarget
    let studio: Studio
    let probe: HealthProbe
    let heap: Heap
    let heapAtFirst = 0
    beforeAll(async () => {
      const server = await startPrepared({ env: { NODE_OPTIONS: '--inspect=127.0.0.1:0', ATELIER_LOG: 'silent' } })
      studio = server.studio
      target = { url: studio.url, api: server.api }
      probe = await startHealthProbe(studio.url, studio.process.pid)
      heap = await openHeap(studio.errors())
      // Warm: what a first request of its kind loads stays.
      for (const { prepare } of namedInputs.filter(({ name }) => /insertHtml|mcp: 300|sockets: live/.test(name))) {
        await (await prepare(target))()
      }
      heapAtFirst = await heap.collected()
    })
    afterAll(async () => {
      await probe?.stop()
      heap?.close()
      await studio?.remove()
    })

    /** The best of some tries: the answer, and how long the event loop was kept from others. */
    async function send({ prepare }: HostileInput) {
      let best = { status: 0, busyMs: Number.POSITIVE_INFINITY }
      for (let attempt = 0; attempt < TRIES; attempt += 1) {
        const sendOff = await prepare(target)
        await probe.take()
        const status = await sendOff()
        const { busyMs } = await probe.take()
        best = { status, busyMs: Math.min(best.busyMs, busyMs) }
        if (best.busyMs <= MOST_BUSY_MS) break
      }
      return best
    }

    test.each(inputs.map((input) => [input.name, input] as const))('%s stops nobody else', async (_, input) => {
      const { status, busyMs } = await send(input)
      expect([200, 101, 400, 401, 413, 422, 429, 503]).toContain(status)
      expect(busyMs).toBeLessThan(MOST_BUSY_MS)
    })

    test('is given back by the memory', async () => {
      expect((await heap.collected()) - heapAtFirst).toBeLessThan(MOST_HEAP_MB)
    })
  })
}
