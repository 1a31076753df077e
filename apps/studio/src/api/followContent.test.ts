import { expect, test } from 'vitest'
import { type ContentChanges, followChanges } from './followContent.ts'

const changed = (seq: number, models: string[] = []): ContentChanges => ({
  seq,
  affected: { models, locales: [], snapshotChanged: false, branchesChanged: false },
})

test('each change is reported once, from the first unknown one, also after a failure and an answer without one', async () => {
  const asked: number[] = []
  const told: ContentChanges[] = []
  const slept: number[] = []
  const answers = [
    { ok: true as const, value: changed(4, ['post']) },
    { ok: true as const, value: changed(4) },
    { ok: false as const, error: { code: 'offline', status: 0, message: 'No answer.' } },
    { ok: true as const, value: changed(6, ['person']) },
  ]
  const ended = Promise.withResolvers<void>()
  const stop = followChanges({
    after: 3,
    async next(after) {
      asked.push(after)
      const answer = answers.shift()
      if (answer) return answer
      ended.resolve()
      return new Promise(() => undefined)
    },
    onChange: (changes) => told.push(changes),
    sleep: async (ms) => void slept.push(ms),
  })
  await ended.promise
  stop()
  expect(asked).toEqual([3, 4, 4, 4, 6])
  expect(told.map(({ affected }) => affected.models)).toEqual([['post'], ['person']])
  expect(slept).toHaveLength(1)
})

test('nothing is reported after the end', async () => {
  const told: ContentChanges[] = []
  const answer = Promise.withResolvers<{ ok: true; value: ContentChanges }>()
  const stop = followChanges({ after: 0, next: () => answer.promise, onChange: (changes) => told.push(changes) })
  stop()
  answer.resolve({ ok: true, value: changed(1) })
  await answer.promise
  await Promise.resolve()
  expect(told).toEqual([])
})
