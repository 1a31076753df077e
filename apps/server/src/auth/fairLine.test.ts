import { expect, test } from 'vitest'
import { createFairLine } from './fairLine.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('does a few works at a time', async () => {
  const line = createFairLine(2, 10)
  let now = 0
  let most = 0
  const works = Array.from({ length: 7 }, () =>
    line.take('a', async () => {
      now += 1
      most = Math.max(most, now)
      await turn()
      now -= 1
    }),
  )
  await Promise.all(works)
  expect(most).toBe(2)
})

test('takes those of a second caller in between, and refuses what is too much of the first', async () => {
  const line = createFairLine(1, 5)
  const begun: string[] = []
  const take = (caller: string, name: string) =>
    line.take(caller, async () => {
      begun.push(name)
      await turn()
    })
  const many = Array.from({ length: 8 }, (_, at) => take('a', `a${at}`))
  const outcomes = await Promise.allSettled([...many, take('b', 'b0'), take('b', 'b1')])
  expect(begun).toEqual(['a0', 'a1', 'b0', 'a2', 'b1', 'a3', 'a4', 'a5'])
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.status] : []))
  expect(refused).toEqual([503, 503])
})

test('continues after a work that failed', async () => {
  const line = createFairLine(1, 5)
  const failed = line.take('a', () => Promise.reject(new Error('no')))
  const after = line.take('a', async () => 'done')
  await expect(failed).rejects.toThrow('no')
  await expect(after).resolves.toBe('done')
  await expect(line.take('a', async () => 'again')).resolves.toBe('again')
})
