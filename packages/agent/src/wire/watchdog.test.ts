import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createWatchdog } from './fetchProvider.ts'

const idleMs = 1000
const outer = () => new AbortController()

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('ends a silent stream after its time, and at most a tenth later', () => {
  const watchdog = createWatchdog(idleMs, outer().signal)
  vi.advanceTimersByTime(idleMs)
  expect(watchdog.expired()).toBe(false)
  vi.advanceTimersByTime(idleMs / 10)
  expect(watchdog.expired()).toBe(true)
  expect(watchdog.signal.aborted).toBe(true)
})

it('starts again with every word, however late it comes', () => {
  const watchdog = createWatchdog(idleMs, outer().signal)
  for (let words = 0; words < 20; words++) {
    vi.advanceTimersByTime(0.95 * idleMs)
    watchdog.fed()
  }
  expect(watchdog.expired()).toBe(false)
  watchdog.stop()
})

it('counts nothing while what was said is still being stored', () => {
  const watchdog = createWatchdog(idleMs, outer().signal)
  watchdog.rest()
  vi.advanceTimersByTime(50 * idleMs)
  expect(watchdog.expired()).toBe(false)
  watchdog.fed()
  vi.advanceTimersByTime(0.95 * idleMs)
  expect(watchdog.expired()).toBe(false)
  vi.advanceTimersByTime(0.15 * idleMs)
  expect(watchdog.expired()).toBe(true)
})

it('counts no time in which the process itself stood still, nor jumps of its clock', async () => {
  vi.useRealTimers()
  const watchdog = createWatchdog(100, outer().signal)
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400)
  await new Promise((resolve) => setImmediate(resolve))
  await new Promise((resolve) => setImmediate(resolve))
  expect(watchdog.expired()).toBe(false)
  watchdog.stop()
})

it('passes an abort on, and has then not expired', () => {
  const controller = outer()
  const watchdog = createWatchdog(idleMs, controller.signal)
  controller.abort()
  expect([watchdog.signal.aborted, watchdog.expired()]).toEqual([true, false])
  watchdog.stop()
})
