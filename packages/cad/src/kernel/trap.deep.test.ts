/** Slow by design: kernels of their own are started, and one is thrown away after a trap. */
import { readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { createMaker } from '../../testing/maker.ts'
import { readPart } from '../document/part.ts'
import { geometryFile } from './files.ts'
import { createKernelThreads } from './threads.ts'
import { warmPart } from './warm.ts'

const threads = createKernelThreads({
  most: 1,
  module: () => WebAssembly.compile(new Uint8Array(readFileSync(geometryFile()))),
  featureMs: 60_000,
})
afterAll(() => threads.close())

/** A tray of 2 mm with all edges of its rim rounded by 2 mm: the kernel traps. */
function trapping() {
  const part = createMaker()
  const box = part.box(40, 30, 20)
  const shell = part.feature('shell', { thickness: 2, openFaces: `face:${box}/end` })
  part.feature('fillet', { edges: { edges: { createdBy: shell, role: 'rim' } }, radius: 2 })
  return readPart(part.draft)
}

test('a trap is an error of its feature, and the next answer is right to the bit', async () => {
  const before = await threads.evaluate(warmPart, { kind: 'build' })
  const broken = await threads.evaluate(trapping(), { kind: 'build' })
  expect(broken.kind === 'build' && broken.build.features.map(({ status }) => status)).toEqual([
    'ok',
    'ok',
    'ok',
    'error',
  ])
  expect(broken.kind === 'build' && broken.build.features.at(-1)?.error?.code).toMatch(
    /^(kernel_crashed|fillet_failed)$/,
  )
  expect(await threads.evaluate(warmPart, { kind: 'build' })).toEqual(before)
}, 300_000)
