import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { drawIn } from './drawing.ts'
import { closed, inSketch, number, writtenOutput } from './inputs.ts'
import { drawRoundedRectangle } from './roundedRectangle.ts'
import { Refusal, writePart } from './write.ts'

export const createRoundedRectangle = defineOperation({
  id: 'part.createRoundedRectangle',
  summary: 'Draw a rounded rectangle',
  description: 'A rectangle with round corners, fully constrained.',
  icon: 'square',
  effect: 'write',
  executor: 'kernel',
  affects: ['part'],
  input: Type.Object(
    {
      width: number,
      height: number,
      cornerRadius: number,
      centerX: Type.Optional(number),
      centerY: Type.Optional(number),
      ...inSketch,
    },
    closed,
  ),
  output: Type.Object({
    lineIds: Type.Array(Type.String()),
    arcIds: Type.Array(Type.String()),
    pointIds: Type.Array(Type.String()),
    constraintIds: Type.Array(Type.String()),
    ...writtenOutput,
  }),
  run: (context: PartContext, input) =>
    writePart(context, input, (edit) => {
      const { centerX = 0, centerY = 0 } = input
      const [width, height, radius] = [edit.mm(input.width), edit.mm(input.height), edit.mm(input.cornerRadius)]
      if (!(radius > 0 && radius < Math.min(width, height) / 2))
        throw new Refusal('invalid_value', 'The corner radius is above zero and below half of the shorter side.')
      return drawRoundedRectangle(drawIn(context, edit, input), {
        width,
        height,
        radius,
        at: [edit.mm(centerX), edit.mm(centerY)],
      })
    }),
})
