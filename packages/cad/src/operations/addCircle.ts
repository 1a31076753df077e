import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { drawIn, guess } from './drawing.ts'
import { closed, D, drawn, Id, P, writtenOutput } from './inputs.ts'
import { writePart } from './write.ts'

export const addCircle = defineOperation({
  id: 'part.addCircle',
  summary: 'Add a circle',
  description: 'A circle about a point; an expression as radius becomes a dimension.',
  icon: 'circle',
  effect: 'write',
  executor: 'kernel',
  affects: ['part'],
  input: Type.Object({ center: P, radius: D, centerPointId: Type.Optional(Id), ...drawn }, closed),
  output: Type.Object({ circleId: Type.String(), centerPointId: Type.String(), ...writtenOutput }),
  run: (context: PartContext, input) =>
    writePart(context, input, (edit) => {
      const drawing = drawIn(context, edit, input)
      const centerPointId = drawing.point([edit.mm(input.center.x), edit.mm(input.center.y)], input.centerPointId)
      const radius = edit.length(input.radius)
      const circleId = drawing.circle(centerPointId, guess(radius, 5))
      if (typeof radius === 'string') drawing.constrain('radius', { arc: circleId }, radius)
      return { circleId, centerPointId }
    }),
})
