import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { drawFixedCircle, drawIn } from './drawing.ts'
import { closed, D, inSketch, number, P, writtenOutput } from './inputs.ts'
import { writePart } from './write.ts'

export const createBoltCircle = defineOperation({
  id: 'part.createBoltCircle',
  summary: 'Draw a bolt circle',
  description: 'Equal circles around a centre, fully constrained.',
  icon: 'circle-ellipsis',
  effect: 'write',
  executor: 'kernel',
  affects: ['part'],
  input: Type.Object(
    {
      patternCenter: P,
      patternRadius: number,
      holeRadius: D,
      count: Type.Integer({ minimum: 2, maximum: 36 }),
      startAngle: Type.Optional(number),
      ...inSketch,
    },
    closed,
  ),
  output: Type.Object({
    circleIds: Type.Array(Type.String()),
    centerPointIds: Type.Array(Type.String()),
    ...writtenOutput,
  }),
  run: (context: PartContext, input) =>
    writePart(context, input, (edit) => {
      const { patternCenter, count, startAngle = 0 } = input
      const drawing = drawIn(context, edit, input)
      const radius = edit.mm(input.patternRadius)
      const made = Array.from({ length: count }, (_, i) => {
        const angle = ((startAngle + (360 * i) / count) * Math.PI) / 180
        return drawFixedCircle(drawing, edit, input.holeRadius, [
          edit.mm(patternCenter.x) + radius * Math.cos(angle),
          edit.mm(patternCenter.y) + radius * Math.sin(angle),
        ])
      })
      return {
        circleIds: made.map(({ circleId }) => circleId),
        centerPointIds: made.map(({ centerPointId }) => centerPointId),
      }
    }),
})
