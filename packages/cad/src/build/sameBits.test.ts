import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bySuite } from '../../../../scripts/testing/runs.ts'
import { startKernel } from '../../testing/engine.ts'
import { createMaker } from '../../testing/maker.ts'
import { shapes } from '../../testing/shapes.ts'
import { makeTwelve } from '../../testing/twelve.ts'
import { type Part, readPart } from '../document/part.ts'
import { answerAsk } from '../kernel/answer.ts'
import type { Ask } from '../kernel/port.ts'
import { createEngine, type Engine } from './builder.ts'

/** The parts whose digests are kept: each maker of the kernel is among them. */
const chosen = [
  'a pocket with round corners',
  'all twelve edges round',
  'a ring by revolving',
  'a sphere',
  'a frustum by a loft',
  'a pipe along a line and a bend',
  'a closed shell',
  'drafted sides',
  'a circle of holes',
]

let kernel: Awaited<ReturnType<typeof startKernel>>
const engines: Engine[] = []
beforeAll(async () => {
  kernel = await startKernel()
})
afterAll(() => {
  for (const engine of engines) engine.close()
})

function newEngine(): Engine {
  const engine = createEngine(kernel)
  engines.push(engine)
  return engine
}

const asks: readonly Ask[] = [
  { kind: 'build' },
  { kind: 'edges', criteria: {} },
  { kind: 'inertia' },
  { kind: 'mesh' },
  { kind: 'picture', view: 'iso', width: 120, height: 90 },
  { kind: 'export', format: 'glb', name: 'part' },
  { kind: 'export', format: 'stl', name: 'part' },
  { kind: 'export', format: '3mf', name: 'part' },
  { kind: 'export', format: 'step', name: 'part' },
]

/** All bytes that a part is answered with, as a digest. */
function digestOf(engine: Engine, part: Part): string {
  const hash = createHash('sha256')
  for (const ask of asks) {
    const answer = answerAsk(engine, part, ask)
    hash.update(
      JSON.stringify(answer, (_, value) =>
        ArrayBuffer.isView(value)
          ? Buffer.from(new Uint8Array(value.buffer, value.byteOffset, value.byteLength)).toString('base64')
          : value,
      ),
    )
  }
  return hash.digest('hex').slice(0, 32)
}

function partsOf(engine: Engine): [name: string, part: Part][] {
  const small = shapes
    .filter(({ name }) => chosen.includes(name))
    .map(({ name, make }): [string, Part] => {
      const maker = createMaker(engine)
      make(maker)
      return [name, readPart(maker.draft)]
    })
  return [...small, ['twelve features', readPart(makeTwelve(engine).draft)]]
}

const digestsOf = (engine: Engine, parts: readonly (readonly [string, Part])[]) =>
  Object.fromEntries(parts.map(([name, part]) => [name, digestOf(engine, part)]))

/** Made by another process, and perhaps on another computer. */
const kept = () => JSON.parse(readFileSync(new URL('../../testing/digests.json', import.meta.url), 'utf8'))

test('ten parts have the same bits as in another process, cold, warm, and in another order after other parts', () => {
  const first = newEngine()
  const parts = partsOf(first)
  expect(parts).toHaveLength(10)
  const cold = digestsOf(first, parts)
  expect(cold).toEqual(kept())
  const others = bySuite(parts.slice(0, 3), parts).toReversed()
  expect(cold).toMatchObject(digestsOf(newEngine(), others))
  expect(cold).toMatchObject(digestsOf(first, others))
}, 300_000)
