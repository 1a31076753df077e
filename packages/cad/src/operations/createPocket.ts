import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { closed, D, featureOutput, named, place, R } from './inputs.ts'
import { writeFeature } from './write.ts'

export const createPocket = defineOperation({
  id: 'part.createPocket',
  summary: 'Create a pocket',
  description: 'A rectangular pocket in a planar face; width along its x, length along its y.',
  icon: 'square-minus',
  effect: 'write',
  executor: 'kernel',
  affects: ['part'],
  input: Type.Object(
    { faceRef: R, width: D, length: D, depth: D, cornerRadius: Type.Optional(D), ...place, ...named },
    closed,
  ),
  output: featureOutput,
  run: (context: PartContext, input) =>
    writeFeature(context, input, 'pocket', (edit) => ({
      face: edit.ref(input.faceRef),
      width: edit.length(input.width),
      length: edit.length(input.length),
      depth: edit.length(input.depth),
      cornerRadius: edit.length(input.cornerRadius ?? 0),
      u: input.positionU ?? 0.5,
      v: input.positionV ?? 0.5,
    })),
})
