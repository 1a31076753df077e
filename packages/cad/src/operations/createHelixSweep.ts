import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { closed, D, featureOutput, Id, named, Op } from './inputs.ts'
import { writeFeature } from './write.ts'

export const createHelixSweep = defineOperation({
  id: 'part.createHelixSweep',
  summary: 'Sweep a sketch along a helix',
  description:
    'Winds the outline of a sketch about a line of that sketch, such as a thread or a spring: pitch is the way along the line of one turn.',
  icon: 'tornado',
  effect: 'write',
  executor: 'kernel',
  onDemand: true,
  affects: ['part'],
  input: Type.Object(
    {
      profileSketchId: Id,
      axisLineId: Id,
      pitch: D,
      turns: D,
      hand: Type.Optional(Type.Enum(['right', 'left'])),
      op: Op,
      ...named,
    },
    closed,
  ),
  output: featureOutput,
  run: (context: PartContext, input) =>
    writeFeature(context, input, 'sweep', (edit) => ({
      profile: input.profileSketchId,
      axis: input.axisLineId,
      pitch: edit.length(input.pitch),
      turns: input.turns,
      ...(input.hand === undefined ? {} : { hand: input.hand }),
      op: input.op,
    })),
})
