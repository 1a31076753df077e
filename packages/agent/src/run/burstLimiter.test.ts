import { expect, test } from 'vitest'
import { createBurstLimiter } from './burstLimiter.ts'

test('lets a few begin at once, and the rest in later iterations of the event loop, in order', async () => {
  const limiter = createBurstLimiter(2)
  const begun: number[] = []
  const perTurn: number[] = []
  for (let at = 0; at < 7; at++) void limiter.next().then(() => begun.push(at))
  while (begun.length < 7) {
    perTurn.push(begun.length)
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6])
  // Two begin at once, and two more in the first iteration that is awaited.
  expect(perTurn).toEqual([0, 4, 6])
})

test('lets more begin in one iteration while they take little time', async () => {
  const begunWithin = async (workMs: number) => {
    const limiter = createBurstLimiter(1, 10)
    let begun = 0
    const work = () => {
      begun += 1
      const until = performance.now() + workMs
      while (performance.now() < until);
    }
    for (let at = 0; at < 20; at++) void limiter.next().then(work)
    // The first iteration counts those that wait, the second lets them begin.
    for (let at = 0; at < 2; at++) await new Promise((resolve) => setImmediate(resolve))
    return begun
  }
  expect(await begunWithin(0)).toBeGreaterThan(10)
  expect(await begunWithin(20)).toBeLessThanOrEqual(4)
})

test('delays no single caller', async () => {
  const limiter = createBurstLimiter(1)
  await limiter.next()
  await new Promise((resolve) => setImmediate(resolve))
  let begun = false
  void limiter.next().then(() => {
    begun = true
  })
  await Promise.resolve()
  await Promise.resolve()
  expect(begun).toBe(true)
})
