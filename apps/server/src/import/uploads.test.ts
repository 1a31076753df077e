import { expect, test } from 'vitest'
import { createUploads } from './uploads.ts'

const MB = 1024 * 1024
const ada = { projectId: 'p', userId: 'ada' }
const files = (megabytes: number) => [{ path: 'index.html', bytes: new Uint8Array(megabytes * MB) }]

function start() {
  let [time, count] = [0, 0]
  const uploads = createUploads({
    now: () => time,
    newToken() {
      count += 1
      return `token ${count}`
    },
  })
  const wait = (ms: number) => {
    time += ms
  }
  return { uploads, wait, keep: uploads.keep, take: uploads.take }
}

test('files are there for the one who sent them, until their time is over', () => {
  const { uploads, keep, take, wait } = start()
  const token = keep(ada, files(1)) ?? ''
  expect(take(token, { ...ada, userId: 'bob' })).toBeUndefined()
  expect(take(token, { ...ada, projectId: 'q' })).toBeUndefined()
  wait(9 * 60_000)
  expect(take(token, ada)).toHaveLength(1)
  wait(60_000)
  expect(take(token, ada)).toBeUndefined()
  const other = uploads.keep(ada, files(1)) ?? ''
  uploads.drop(other)
  expect(take(other, ada)).toBeUndefined()
})

test('a new plan takes the place of the one before, and the oldest go if there are too many', () => {
  const { keep, take } = start()
  const first = keep(ada, files(1)) ?? ''
  const second = keep(ada, files(90)) ?? ''
  expect([take(first, ada), take(second, ada)]).toEqual([undefined, expect.anything()])
  const bob = { ...ada, userId: 'bob' }
  const third = keep(bob, files(120)) ?? ''
  expect([take(second, ada), take(third, bob)]).toEqual([undefined, expect.anything()])
  expect(keep(ada, files(201))).toBeUndefined()
  expect(take(third, bob)).toBeDefined()
  const many = Array.from({ length: 21 }, (_, index) => ({ ...ada, userId: `${index}` }))
  const tokens = many.map((owner) => keep(owner, files(0)) ?? '')
  expect(many.filter((owner, index) => take(tokens[index] ?? '', owner)).length).toBe(20)
})
