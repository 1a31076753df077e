import { readFileSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { geometryFile } from './files.ts'
import { createKernelThreads, type KernelThreads, type KernelThreadsOptions } from './threads.ts'
import { warmPart } from './warm.ts'

const open: KernelThreads[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((threads) => threads.close()))
})

const emptyModule = () => WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]))
function scripted(options: Partial<KernelThreadsOptions> = {}): KernelThreads {
  const program = new URL('../../testing/scriptedThread.ts', import.meta.url)
  const threads = createKernelThreads({ most: 1, module: emptyModule, program, featureMs: 1_000, ...options })
  open.push(threads)
  return threads
}
const partOf = (...names: string[]) => ({
  ...warmPart,
  features: names.map((name, i) => ({
    id: `extrude-0000${i}`,
    type: 'extrude',
    name,
    order: `a${i}`,
    suppressed: false,
    inputs: {},
  })),
})
const messageOf = async (threads: KernelThreads, ...names: string[]) => {
  const answer = await threads.evaluate(partOf(...names), { kind: 'build' })
  return answer.kind === 'refused' ? answer.message : answer.kind
}

test('a part is built in a thread, which keeps its kernel for the next call', async () => {
  const threads = createKernelThreads({
    most: 1,
    module: () => WebAssembly.compile(new Uint8Array(readFileSync(geometryFile()))),
    featureMs: 60_000,
  })
  open.push(threads)
  const first = await threads.evaluate(warmPart, { kind: 'build' }, { affinity: 'part-1' })
  const second = await threads.evaluate(warmPart, { kind: 'build' }, { affinity: 'part-1' })
  expect(first).toEqual(second)
  expect(first.kind === 'build' && first.build.features.map(({ status }) => status)).toEqual(['ok', 'ok', 'ok', 'ok'])
  expect(
    await threads.evaluate(warmPart, { kind: 'distance', refs: ['face:extrude-00000/start', 'face:gone-00000/end'] }),
  ).toMatchObject({
    kind: 'refused',
    code: 'ref_lost',
  })
  expect(threads.size).toBe(1)
}, 200_000)

test('a feature that hangs is named, the rest is built, and it is not tried again', async () => {
  let starts = 0
  const threads = scripted({
    module() {
      starts += 1
      return emptyModule()
    },
  })
  expect(await messageOf(threads, 'box', 'hang', 'hole')).toBe('ok kernel_timeout ok')
  expect(starts).toBe(2)
  expect(await messageOf(threads, 'box', 'hang', 'hole')).toBe('ok kernel_timeout ok')
  expect(starts).toBe(2)
})

test('a kernel that traps is thrown away, and the next call is answered by another', async () => {
  const threads = scripted()
  expect(await messageOf(threads, 'trap')).toBe('kernel_crashed')
  expect(await messageOf(threads, 'box')).toBe('ok')
})

test('calls are refused where no thread can be started', async () => {
  const program = new URL('../../testing/nothing.ts', import.meta.url)
  expect(await messageOf(scripted({ program }), 'box')).toMatch(/No kernel can be started/)
})

test('calls wait for a thread, and none holds up more than its deadline', async () => {
  const threads = scripted({ most: 2 })
  const all = await Promise.all(['hang', 'a', 'b', 'c', 'd'].map((name) => messageOf(threads, name)))
  expect(all).toEqual(['kernel_timeout', 'ok', 'ok', 'ok', 'ok'])
  expect(threads.size).toBeLessThanOrEqual(2)
})

test('the first call of each owner is answered before the second of any', async () => {
  const threads = scripted()
  const answered: string[] = []
  const calls = ['a1', 'a2', 'a3', 'b1', 'b2'].map(async (call) => {
    await threads.evaluate(partOf('box'), { kind: 'build' }, { owner: call.slice(0, 1) })
    answered.push(call)
  })
  await Promise.all(calls)
  expect(answered).toEqual(['a1', 'b1', 'a2', 'b2', 'a3'])
})

test('idle threads end, and without threads calls are refused', async () => {
  const threads = scripted({ idleMs: 50 })
  await messageOf(threads, 'box')
  await expect.poll(() => threads.size).toBe(0)
  expect(await messageOf(scripted({ most: 0 }), 'box')).toMatch(/no kernel/)
})
