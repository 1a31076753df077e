import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { closed, D, featureOutput, Id, named, Op, R } from './inputs.ts'
import { writeFeature } from './write.ts'

export const createExtrude = defineOperation({
  id: 'part.createExtrude',
  summary: 'Extrude a sketch',
  description:
    'Extrudes the outlines of a sketch; a cut goes into the face of the sketch. distance, or extent throughAll, or upTo with `to` a parallel face.',
  icon: 'move-up',
  effect: 'write',
  executor: 'kernel',
  affects: ['part'],
  input: Type.Object(
    {
      sketchId: Id,
      op: Op,
      distance: Type.Optional(D),
      direction: Type.Optional(Type.Enum(['normal', 'reverse', 'symmetric'])),
      extent: Type.Optional(Type.Enum(['blind', 'throughAll', 'upTo'])),
      to: Type.Optional(R),
      merge: Type.Optional(Type.Enum(['auto', 'new'])),
      ...named,
    },
    closed,
  ),
  output: featureOutput,
  run: (context: PartContext, input) =>
    writeFeature(context, input, 'extrude', (edit) => ({
      sketch: input.sketchId,
      op: input.op,
      ...(input.distance === undefined ? {} : { distance: edit.length(input.distance) }),
      direction: input.direction,
      extent: input.extent,
      ...(input.to === undefined ? {} : { to: edit.ref(input.to) }),
      merge: input.merge,
    })),
})
