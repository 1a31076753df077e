import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { closed, featureOutput, Id, named, Op } from './inputs.ts'
import { writeFeature } from './write.ts'

export const createSweep = defineOperation({
  id: 'part.createSweep',
  summary: 'Sweep a sketch',
  description: 'Moves the outline of a sketch along the chain of lines and arcs that holds pathEntityId.',
  icon: 'route',
  effect: 'write',
  executor: 'kernel',
  affects: ['part'],
  input: Type.Object({ profileSketchId: Id, pathSketchId: Id, pathEntityId: Id, op: Op, ...named }, closed),
  output: featureOutput,
  run: (context: PartContext, input) =>
    writeFeature(context, input, 'sweep', (_edit) => ({
      profile: input.profileSketchId,
      path: input.pathSketchId,
      entity: input.pathEntityId,
      op: input.op,
    })),
})
