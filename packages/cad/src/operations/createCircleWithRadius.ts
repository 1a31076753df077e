import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { drawFixedCircle, drawIn } from './drawing.ts'
import { closed, D, inSketch, number, writtenOutput } from './inputs.ts'
import { writePart } from './write.ts'

export const createCircleWithRadius = defineOperation({
  id: 'part.createCircleWithRadius',
  summary: 'Draw a circle',
  description: 'A circle about a centre, fully constrained.',
  icon: 'circle',
  effect: 'write',
  executor: 'kernel',
  affects: ['part'],
  input: Type.Object(
    { radius: D, centerX: Type.Optional(number), centerY: Type.Optional(number), ...inSketch },
    closed,
  ),
  output: Type.Object({
    circleId: Type.String(),
    centerPointId: Type.String(),
    constraintIds: Type.Array(Type.String()),
    ...writtenOutput,
  }),
  run: (context: PartContext, input) =>
    writePart(context, input, (edit) => {
      const { radius, centerX = 0, centerY = 0 } = input
      return drawFixedCircle(drawIn(context, edit, input), edit, radius, [edit.mm(centerX), edit.mm(centerY)])
    }),
})
