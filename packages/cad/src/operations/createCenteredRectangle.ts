import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { drawFixedRectangle, drawIn } from './drawing.ts'
import { closed, D, inSketch, number, writtenOutput } from './inputs.ts'
import { writePart } from './write.ts'

export const createCenteredRectangle = defineOperation({
  id: 'part.createCenteredRectangle',
  summary: 'Draw a centred rectangle',
  description: 'A rectangle about a centre, fully constrained.',
  icon: 'square',
  effect: 'write',
  executor: 'kernel',
  affects: ['part'],
  input: Type.Object(
    { width: D, height: D, centerX: Type.Optional(number), centerY: Type.Optional(number), ...inSketch },
    closed,
  ),
  output: Type.Object({
    lineIds: Type.Array(Type.String()),
    pointIds: Type.Array(Type.String()),
    constraintIds: Type.Array(Type.String()),
    ...writtenOutput,
  }),
  run: (context: PartContext, input) =>
    writePart(context, input, (edit) => {
      const { width, height, centerX = 0, centerY = 0 } = input
      return drawFixedRectangle(drawIn(context, edit, input), edit, width, height, {
        centre: [edit.mm(centerX), edit.mm(centerY)],
      })
    }),
})
