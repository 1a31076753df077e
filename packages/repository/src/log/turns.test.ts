import { expect, test } from 'vitest'
import { underLease } from './lease.ts'
import { createTurns } from './turns.ts'
import type { WriterPort } from './writerPort.ts'

test('a synchronization has its turn before the writes that were asked for later', async () => {
  const turns = createTurns()
  let isHeld = false
  const port: WriterPort = {
    turn: () => turns.take('p'),
    async take() {
      if (isHeld) return undefined
      isHeld = true
      return 'taken'
    },
    renew: async () => true,
    async release() {
      isHeld = false
    },
    progress: async () => ({ seq: 0, written: 0 }),
    pending: async () => [],
    written: async () => true,
    problem: async () => {},
  }
  const order: string[] = []
  const held = Promise.withResolvers<void>()
  const act = (name: string, wait?: Promise<void>) =>
    underLease(port, { leaseMs: 1_000, ending: new AbortController().signal }, async () => {
      await wait
      order.push(name)
    })
  const first = act('write', held.promise)
  const later = [act('fetch'), act('write again'), act('and again')]
  held.resolve()
  expect(await Promise.all([first, ...later])).not.toContain(undefined)
  expect(order).toEqual(['write', 'fetch', 'write again', 'and again'])
})

test('a turn that fails lets the next one in, and other projects do not wait', async () => {
  const turns = createTurns()
  const end = await turns.take('a')
  await (await turns.take('b'))()
  const next = turns.take('a')
  end()
  ;(await next)()
})
