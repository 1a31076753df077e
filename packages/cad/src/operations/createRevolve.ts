import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { closed, D, featureOutput, Id, named, Op } from './inputs.ts'
import { writeFeature } from './write.ts'

export const createRevolve = defineOperation({
  id: 'part.createRevolve',
  summary: 'Revolve a sketch',
  description: 'Turns the outlines of a sketch about a line of it, by an angle in degrees (360: a full turn).',
  icon: 'rotate-3d',
  effect: 'write',
  executor: 'kernel',
  affects: ['part'],
  input: Type.Object({ sketchId: Id, axisLineId: Id, angle: D, op: Op, ...named }, closed),
  output: featureOutput,
  run: (context: PartContext, input) =>
    writeFeature(context, input, 'revolve', (_edit) => ({
      sketch: input.sketchId,
      axis: input.axisLineId,
      angle: input.angle,
      op: input.op,
    })),
})
