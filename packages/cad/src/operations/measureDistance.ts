import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { readPart } from '../document/part.ts'
import { closed, number } from './inputs.ts'
import { askKernel, readAnswer } from './write.ts'

export const measureDistance = defineOperation({
  id: 'part.measureDistance',
  summary: 'Measure a distance',
  description: 'The smallest distance in mm between two faces, edges or vertices, and where it is.',
  icon: 'ruler',
  effect: 'read',
  executor: 'kernel',
  input: Type.Object({ ref1: Type.String({ maxLength: 2000 }), ref2: Type.String({ maxLength: 2000 }) }, closed),
  output: Type.Object({
    distance: number,
    type: Type.String(),
    point1: Type.Array(number),
    point2: Type.Array(number),
  }),
  run: (context: PartContext, input) =>
    readAnswer(async () => {
      const {
        distance,
        points: [a, b],
      } = await askKernel(
        context,
        readPart(context.draft),
        { kind: 'distance', refs: [input.ref1, input.ref2] },
        'distance',
      )
      return { distance, type: 'minimum', point1: [...a], point2: [...b] }
    }),
})
