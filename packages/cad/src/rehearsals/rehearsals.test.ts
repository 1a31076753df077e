import type { Rehearsal } from '@atelier/agent'
import type { Envelope } from '@atelier/operation'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bySuite } from '../../../../scripts/testing/runs.ts'
import { createCaller } from '../../testing/context.ts'
import { startEngine } from '../../testing/engine.ts'
import type { Engine } from '../build/builder.ts'
import { findingsOf } from '../build/findings.ts'
import { answerAsk } from '../kernel/answer.ts'
import { bracket } from './bracket.ts'
import { enclosure } from './enclosure.ts'
import { flange } from './flange.ts'
import { partRehearsals } from './index.ts'

let engine: Engine
beforeAll(async () => {
  engine = await startEngine()
})
afterAll(() => engine.close())

const { PI } = Math
const bracketVolume = (100 * 50 - 4 * PI * 2.5 ** 2 - (4 - PI) * 16) * 6
/** The round foot of the hub: a square less a quarter of a disc, each turned about the axis at its centre of area. */
const foot = 2 * PI * (9 * 31.5 - ((9 * PI) / 4) * (33 - 4 / PI))
const flangeVolume = PI * (60 ** 2 * 12 + 30 ** 2 * 20 - 6 * 4.5 ** 2 * 12 - 20 ** 2 * 32) + foot - PI * (30 - 1 / 3)
const enclosureVolume =
  (100 * 60 - (4 - PI) * 25) * 30 -
  (96 * 56 - (4 - PI) * 9) * 28 +
  4 * PI * (4 ** 2 * 10 - 1.25 ** 2 * 8) -
  (36 - (4 - PI) * 1.5 ** 2) * 2

/** Plays a script on a part of its own, and returns the last text. */
async function play(part: ReturnType<typeof createCaller>, rehearsal: Rehearsal, prompt: string): Promise<string> {
  const playing = rehearsal.play({ prompt, context: {} })
  let said = ''
  for (let round = playing.next([]); !round.done; ) {
    said = round.value.text ?? said
    const results: Envelope[] = []
    for (const { name, input } of round.value.calls ?? []) results.push(await part.call(name, Object(input)))
    round = playing.next(results)
  }
  return said
}

test.each<[Rehearsal, string, faces: number, volume: number]>([
  [bracket, 'Make a bracket 100 x 50 x 6 with four holes', 14, bracketVolume],
  [flange, 'A flange of 120 mm, please', 14, flangeVolume],
  [enclosure, 'Make an enclosure 100 x 60 x 30', 43, enclosureVolume],
])(
  '$id is built as asked, and other people can go on with it',
  async (rehearsal, prompt, faces, volume) => {
    const part = createCaller(engine, 'run-1')
    expect(Math.max(...partRehearsals.map((each) => each.fits(prompt)))).toBe(rehearsal.fits(prompt))
    const said = await play(part, rehearsal, prompt)
    expect(said).toContain(`in ${faces} faces`)
    const built = answerAsk(engine, part.part(), { kind: 'build' })
    if (built.kind !== 'build') expect.fail(built.kind)
    expect(built.build.measures.volume / volume).toBeCloseTo(1, 6)
    expect(findingsOf(part.part(), built.build)).toEqual([])
    expect(built.build.requirements.length).toBeGreaterThan(0)
    expect(built.build.features.filter(({ sketch }) => sketch?.degreesOfFreedom)).toEqual([])
    const names = Object.keys(built.build.parameters)
    const some = bySuite(names.slice(0, 3), names)
    const { tried } = await part.ok('tryParameters', { names: some })
    expect(tried).toEqual(Array.from({ length: 2 * some.length }, () => expect.objectContaining({ builds: true })))
  },
  300_000,
)

test('a requirement of the bracket no longer holds when its parameter changes', async () => {
  const part = createCaller(engine, 'run-1')
  await play(part, bracket, bracket.title)
  await part.ok('setParameter', { name: 'width', expression: '120 mm' })
  const wider = answerAsk(engine, part.part(), { kind: 'build' })
  expect(wider.kind === 'build' && findingsOf(part.part(), wider.build)).toMatchObject([
    { code: 'requirement', message: expect.stringMatching(/Width.*it is 120/) },
  ])
})
