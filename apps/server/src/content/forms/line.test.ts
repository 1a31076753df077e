import { expect, test } from 'vitest'
import { createLine } from './line.ts'

test('no more runs at once than there is room for, in the order in which it came, also after a failure', async () => {
  const inLine = createLine(2)
  const begun: number[] = []
  const ends: ((failed?: Error) => void)[] = []
  const work = (at: number) =>
    inLine(
      () =>
        new Promise<number>((resolve, reject) => {
          begun.push(at)
          ends[at] = (failed) => (failed ? reject(failed) : resolve(at))
        }),
    )
  const all = [0, 1, 2, 3].map(work)
  expect(begun).toEqual([0, 1])
  ends[1]?.(new Error('lost'))
  await expect(all[1]).rejects.toThrow('lost')
  await Promise.resolve()
  expect(begun).toEqual([0, 1, 2])
  ends[0]?.()
  ends[2]?.()
  expect(await all[2]).toBe(2)
  await Promise.resolve()
  ends[3]?.()
  expect(await all[3]).toBe(3)
})
