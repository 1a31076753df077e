import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bySuite, numRuns } from '../../../../scripts/testing/runs.ts'
import { createCaller } from '../../testing/context.ts'
import { startKernel } from '../../testing/engine.ts'
import { createMaker } from '../../testing/maker.ts'
import { makeTwelve } from '../../testing/twelve.ts'
import { setInput } from '../document/changes.ts'
import { readPart } from '../document/part.ts'
import { isValid } from '../geometry/occ.ts'
import { answerAsk } from '../kernel/answer.ts'
import { createEngine, type Engine } from './builder.ts'

const LONG = bySuite(300_000, 3_600_000)

let kernel: Awaited<ReturnType<typeof startKernel>>
let engine: Engine
beforeAll(async () => {
  kernel = await startKernel()
  engine = createEngine(kernel)
})
afterAll(() => engine.close())

/** Numbers from 0 to below 1, the same each time. */
function createNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

test(
  'all names of a part of twelve features hold while its dimensions change',
  () => {
    const part = makeTwelve(engine)
    const first = part.build()
    expect(first.features.flatMap(({ error }) => error ?? [])).toEqual([])
    const number = createNumbers(25)
    for (let change = 0; change < bySuite(4, 200); change += 1) {
      const free = part.free[Math.floor(number() * part.free.length)]
      if (!free) continue
      const value = free.least + number() * (free.most - free.least)
      setInput(part.part, free.feature, free.input, Math.round(value * 1000) / 1000)
      const { features, names } = part.build()
      expect(features.flatMap(({ error }) => error ?? [])).toEqual([])
      expect(names).toEqual(first.names)
    }
  },
  LONG,
)

type Step =
  | { kind: 'change'; at: number; to: number }
  | { kind: 'suppress'; at: number }
  | { kind: 'delete'; at: number }
  | { kind: 'move'; at: number; to: number }
  | { kind: 'undo' }

const share = fc.double({ min: 0, max: 0.999, noNaN: true })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('change' as const), at: share, to: share }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('suppress' as const), at: share }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), at: share }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('move' as const), at: share, to: share }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('undo' as const) }) },
)

const pick = <T>(list: readonly T[], at: number): T | undefined => list[Math.floor(at * list.length)]

test(
  'after any edits a part equals one that is built anew, with its names',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: bySuite(4, 12) }), async (steps) => {
        const made = makeTwelve(engine)
        const caller = createCaller(engine, 'run-1', made.draft)
        const undo: (readonly (readonly [string, Parameters<typeof made.draft.set>[1]])[])[] = []
        const snapshot = () =>
          [...made.draft.keys()].flatMap((key) => {
            const value = made.draft.get(key)
            return value === undefined ? [] : [[key, value] as const]
          })
        for (const each of steps) {
          const before = snapshot()
          if (each.kind === 'undo') {
            const last = undo.pop()
            if (!last) continue
            for (const key of [...made.draft.keys()]) made.draft.delete(key)
            for (const [key, value] of last) made.draft.set(key, value)
          } else {
            const { features } = caller.part()
            const featureId = pick(features, each.at)?.id
            if (each.kind === 'change') {
              const free = pick(made.free, each.at)
              await caller.call('modifyFeature', {
                featureId: free?.feature,
                parameterName: free?.input,
                numberValue: free ? free.least + each.to * (free.most - free.least) : 1,
              })
            } else if (each.kind === 'suppress') {
              const suppressed = !features.find(({ id }) => id === featureId)?.suppressed
              await caller.call('suppressFeature', { featureId, suppressed })
            } else if (each.kind === 'delete') {
              await caller.call('deleteFeature', { featureId, deleteChildren: true })
            } else {
              await caller.call('reorderFeature', { featureId, afterFeatureId: pick(features, each.to)?.id ?? null })
            }
            undo.push(before)
          }
          const anew = createEngine(kernel)
          const ask = { kind: 'edges', criteria: {} } as const
          try {
            expect(answerAsk(engine, caller.part(), { kind: 'build' })).toEqual(
              answerAsk(anew, caller.part(), { kind: 'build' }),
            )
            expect(answerAsk(engine, caller.part(), ask)).toEqual(answerAsk(anew, caller.part(), ask))
          } finally {
            anew.close()
          }
        }
      }),
      { numRuns: numRuns(1, 30), seed: 25 },
    )
  },
  LONG,
)

test(
  'a part that is changed and checked again and again does not fill the memory of the kernel',
  () => {
    const part = createMaker(engine)
    const base = part.box(200, 100, 10)
    const face = `face:${base}/end`
    const holes = Array.from({ length: 20 }, (_, i) =>
      part.feature('hole', { face, diameter: 4, depth: 3, u: 0.08 + 0.09 * (i % 10), v: i < 10 ? 0.3 : 0.7 }),
    )
    let edits = 0
    const edit = (count: number) => {
      for (const until = edits + count; edits < until; edits += 1) {
        setInput(part.part, holes.at(-1) ?? '', 'diameter', 4 + edits / 1_000)
        part.build()
      }
    }
    // The shapes that are kept have their room then.
    edit(bySuite(1, 200))
    const before = engine.memory()
    engine.build(readPart(part.draft), ({ state }) => {
      for (const { shape } of state.bodies) for (let i = 0; i < 150; i += 1) isValid(kernel.oc, shape)
    })
    edit(bySuite(10, 200))
    expect(engine.memory() - before).toBeLessThan(30 * 1024 * 1024)
  },
  LONG,
)
