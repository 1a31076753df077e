import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { closed, D, featureOutput, named, place, R } from './inputs.ts'
import { writeFeature } from './write.ts'

export const createBoss = defineOperation({
  id: 'part.createBoss',
  summary: 'Create a boss',
  description: 'A round or rectangular boss on a planar face.',
  icon: 'square-plus',
  effect: 'write',
  executor: 'kernel',
  affects: ['part'],
  input: Type.Object(
    {
      faceRef: R,
      shape: Type.Enum(['circle', 'rectangle']),
      diameter: Type.Optional(D),
      width: Type.Optional(D),
      length: Type.Optional(D),
      height: D,
      ...place,
      ...named,
    },
    closed,
  ),
  output: featureOutput,
  run: (context: PartContext, input) =>
    writeFeature(context, input, 'boss', (edit) => ({
      face: edit.ref(input.faceRef),
      shape: input.shape,
      ...(input.diameter === undefined ? {} : { diameter: edit.length(input.diameter) }),
      ...(input.width === undefined ? {} : { width: edit.length(input.width) }),
      ...(input.length === undefined ? {} : { length: edit.length(input.length) }),
      height: edit.length(input.height),
      u: input.positionU ?? 0.5,
      v: input.positionV ?? 0.5,
    })),
})
