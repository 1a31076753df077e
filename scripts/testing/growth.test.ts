import { expect, test } from 'vitest'
import { growthOf, LINEAR } from './growth.ts'

/** Work that only advances a clock, which shows the time in steps of `tick` milliseconds. */
function growthAt(cost: (size: number, call: number) => number, tick = 0.001) {
  let time = 0
  let call = 0
  const prepare = (size: number) => () => {
    time += cost(size, call++)
  }
  return growthOf(prepare, 8_000, { clock: () => Math.floor(time / tick) * tick })
}

test('time in proportion to the input has a growth of 1, and one that looks at all pairs of 8', async () => {
  expect(await growthAt((size) => size / 50)).toBeCloseTo(1)
  expect(await growthAt((size) => size ** 2 / 1e5)).toBeCloseTo(8)
  expect(await growthAt((size) => size * Math.log2(size) * 0.01)).toBeLessThan(LINEAR)
})

test('what takes less than 100 ms is quick enough, whatever its growth', async () => {
  expect(await growthAt((size) => size ** 2 / 1e6)).toBe(1)
})

test('a part of a few milliseconds is measured on a clock of 10 ms', async () => {
  expect(await growthAt((size) => size / 70, 10)).toBeLessThan(LINEAR)
  expect(await growthAt((size) => size ** 2 / 5e5, 10)).toBeGreaterThan(LINEAR)
})

test('a disturbed call does not count where another round is undisturbed', async () => {
  expect(await growthAt((size, call) => (size / 50) * (size === 8_000 && call < 8 ? 20 : 1))).toBeCloseTo(1)
})

test('only the work is measured; work that changes its input runs once', async () => {
  let time = 0
  const runs: number[] = []
  const growth = await growthOf(
    (size) => {
      time += size ** 2
      const at = runs.push(0) - 1
      return () => {
        runs[at] = (runs[at] ?? 0) + 1
        time += size
      }
    },
    800,
    { once: true, clock: () => time },
  )
  expect(growth).toBe(1)
  expect(new Set(runs)).toEqual(new Set([1]))
})

test('asynchronous work is measured to its end', async () => {
  let time = 0
  const growth = await growthOf(
    (size) => async () => {
      await Promise.resolve()
      time += size ** 2
    },
    800,
    { clock: () => time },
  )
  expect(growth).toBe(8)
})
