import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { closed, featureOutput, flag, Id, named, Op } from './inputs.ts'
import { writeFeature } from './write.ts'

export const createLoft = defineOperation({
  id: 'part.createLoft',
  summary: 'Loft between sketches',
  description: 'A solid through the outlines of several sketches, in this order.',
  icon: 'layers',
  effect: 'write',
  executor: 'kernel',
  affects: ['part'],
  input: Type.Object(
    { sketchIds: Type.Array(Id, { minItems: 2, maxItems: 20 }), op: Op, ruled: flag, ...named },
    closed,
  ),
  output: featureOutput,
  run: (context: PartContext, input) =>
    writeFeature(context, input, 'loft', (_edit) => ({ sketches: input.sketchIds, op: input.op, ruled: input.ruled })),
})
