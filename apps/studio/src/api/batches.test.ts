import { expect, it } from 'vitest'
import { createBatches } from './batches.ts'

it('combines requests made at the same time, and no more than a request takes', async () => {
  const asked: string[] = []
  const lengthOf = createBatches<string, number>(2, async (group, keys) => {
    asked.push(`${group}: ${keys.join(' ')}`)
    return new Map(keys.flatMap((key) => (key === 'none' ? [] : [[key, key.length] as const])))
  })
  const answers = [lengthOf('a', 'x'), lengthOf('b', 'xx'), lengthOf('a', 'none'), lengthOf('a', 'xxx')]
  expect(await Promise.all(answers)).toEqual([1, 2, undefined, 3])
  expect(asked).toEqual(['a: x none', 'b: xx', 'a: xxx'])
  expect(await lengthOf('a', 'later')).toBe(5)
  expect(asked.at(-1)).toBe('a: later')
})

it('fails the combined requests, and none made afterwards', async () => {
  let fails = true
  const lengthOf = createBatches<string, number>(9, async (_, keys) => {
    if (fails) throw new Error('offline')
    return new Map(keys.map((key) => [key, key.length]))
  })
  const answers = [lengthOf('a', 'x'), lengthOf('a', 'y')]
  for (const answer of answers) await expect(answer).rejects.toThrow('offline')
  fails = false
  expect(await lengthOf('a', 'x')).toBe(1)
})
