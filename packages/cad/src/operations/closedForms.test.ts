import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEngine } from '../../testing/engine.ts'
import { createFormPart } from '../../testing/formPart.ts'
import { formsOfSketches } from '../../testing/formsOfSketches.ts'
import { formsOfSolids } from '../../testing/formsOfSolids.ts'
import type { Engine } from '../build/builder.ts'
import { partOperations } from './index.ts'

let engine: Engine
beforeAll(async () => {
  engine = await startEngine()
})
afterAll(() => engine.close())

/** The operations that the cases have called. */
const called = new Set<string>()

const forms = Object.entries({ ...formsOfSketches, ...formsOfSolids })

test.each(forms)('%s has the volume of its formula', async (_, { volume, area, bodies: count = 1, make }) => {
  const part = createFormPart(engine, called)
  await make(part)
  const measured = await part.ok('getMassProperties')
  expect(Number(measured.volume) / volume).toBeCloseTo(1, 7)
  if (area !== undefined) expect(Number(measured.area) / area).toBeCloseTo(1, 7)
  expect(measured.bodies).toBe(count)
})

test('each operation that makes or changes shapes is among them', () => {
  const others =
    /Requirement|Parameter|Properties|Configuration|Project|project|import|enterSketch|exitSketch|undo|redo/
  const makers = partOperations.filter(({ effect, name }) => effect === 'write' && !others.test(name))
  expect(makers.map(({ name }) => name).filter((name) => !called.has(name))).toEqual([])
})
