import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { drawIn } from './drawing.ts'
import { closed, drawn, Id, P, writtenOutput } from './inputs.ts'
import { writePart } from './write.ts'

export const addLine = defineOperation({
  id: 'part.addLine',
  summary: 'Add a line',
  description: 'A line between two points; the id of a point joins lines.',
  icon: 'slash',
  effect: 'write',
  executor: 'kernel',
  affects: ['part'],
  input: Type.Object(
    { start: P, end: P, startPointId: Type.Optional(Id), endPointId: Type.Optional(Id), ...drawn },
    closed,
  ),
  output: Type.Object({
    lineId: Type.String(),
    startPointId: Type.String(),
    endPointId: Type.String(),
    ...writtenOutput,
  }),
  run: (context: PartContext, input) =>
    writePart(context, input, (edit) => {
      const drawing = drawIn(context, edit, input)
      const startPointId = drawing.point([edit.mm(input.start.x), edit.mm(input.start.y)], input.startPointId)
      const endPointId = drawing.point([edit.mm(input.end.x), edit.mm(input.end.y)], input.endPointId)
      return { lineId: drawing.line(startPointId, endPointId), startPointId, endPointId }
    }),
})
