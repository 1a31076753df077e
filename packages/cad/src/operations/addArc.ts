import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { drawIn } from './drawing.ts'
import { closed, drawn, flag, Id, P, writtenOutput } from './inputs.ts'
import { writePart } from './write.ts'

export const addArc = defineOperation({
  id: 'part.addArc',
  summary: 'Add an arc',
  description: 'An arc about a centre; ccw: to the left.',
  icon: 'spline',
  effect: 'write',
  executor: 'kernel',
  affects: ['part'],
  input: Type.Object(
    {
      start: P,
      end: P,
      center: P,
      ccw: flag,
      startPointId: Type.Optional(Id),
      endPointId: Type.Optional(Id),
      centerPointId: Type.Optional(Id),
      ...drawn,
    },
    closed,
  ),
  output: Type.Object({
    arcId: Type.String(),
    startPointId: Type.String(),
    endPointId: Type.String(),
    centerPointId: Type.String(),
    ...writtenOutput,
  }),
  run: (context: PartContext, input) =>
    writePart(context, input, (edit) => {
      const drawing = drawIn(context, edit, input)
      const startPointId = drawing.point([edit.mm(input.start.x), edit.mm(input.start.y)], input.startPointId)
      const endPointId = drawing.point([edit.mm(input.end.x), edit.mm(input.end.y)], input.endPointId)
      const centerPointId = drawing.point([edit.mm(input.center.x), edit.mm(input.center.y)], input.centerPointId)
      return {
        arcId: drawing.arc(startPointId, endPointId, centerPointId, input.ccw ?? true),
        startPointId,
        endPointId,
        centerPointId,
      }
    }),
})
