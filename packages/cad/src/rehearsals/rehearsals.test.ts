import type { Envelope } from '@atelier/operation'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCaller } from '../../testing/context.ts'
import { startEngine } from '../../testing/engine.ts'
import type { Engine } from '../build/builder.ts'
import { answerAsk } from '../kernel/answer.ts'
import { findingsOf } from '../scope/findings.ts'
import { bracket } from './bracket.ts'

let engine: Engine
beforeAll(async () => {
  engine = await startEngine()
})
afterAll(() => engine.close())

test('the bracket has the volume of its formula, its requirements hold and nothing of it is free', async () => {
  const part = createCaller(engine, 'run-1')
  expect(bracket.fits('Make a bracket, please')).toBeGreaterThan(1)
  const playing = bracket.play({ prompt: 'Make a bracket 100 x 50 x 6 with four holes', context: {} })
  let said = ''
  for (let round = playing.next([]); !round.done; ) {
    said = round.value.text ?? said
    const results: Envelope[] = []
    for (const { name, input } of round.value.calls ?? []) results.push(await part.call(name, Object(input)))
    round = playing.next(results)
  }
  const volume = (100 * 50 - 4 * Math.PI * 2.5 ** 2 - (4 - Math.PI) * 16) * 6
  expect(said).toContain(`${Math.round(volume * 10) / 10} mm³ in 14 faces`)
  const built = answerAsk(engine, part.part(), { kind: 'build' })
  expect(built.kind === 'build' && findingsOf(part.part(), built.build)).toEqual([])
  expect(built.kind === 'build' && built.build.measures.volume).toBeCloseTo(volume, 6)
  const { tried } = await part.ok('tryParameters', { names: ['cornerRadius', 'holeDiameter'] })
  expect(tried).toHaveLength(4)
  expect(tried).toEqual(expect.arrayContaining([expect.objectContaining({ builds: true, lostNames: 0 })]))
  expect(JSON.stringify(tried)).not.toContain('"builds":false')
  await part.ok('setParameter', { name: 'width', expression: '120 mm' })
  const wider = answerAsk(engine, part.part(), { kind: 'build' })
  expect(wider.kind === 'build' && findingsOf(part.part(), wider.build)).toMatchObject([
    { code: 'requirement', message: expect.stringMatching(/Width.*it is 120/) },
  ])
})
