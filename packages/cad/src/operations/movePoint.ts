import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { writeField as writeValue } from '../document/changes.ts'
import { drawIn } from './drawing.ts'
import { closed, Id, inSketch, number, writtenOutput } from './inputs.ts'
import { writePart } from './write.ts'

export const movePoint = defineOperation({
  id: 'part.movePoint',
  summary: 'Move a point',
  description: 'Moves a point as far as the constraints allow.',
  icon: 'move',
  effect: 'write',
  executor: 'kernel',
  affects: ['part'],
  input: Type.Object({ pointId: Id, x: number, y: number, ...inSketch }, closed),
  output: Type.Object({ pointId: Type.String(), ...writtenOutput }),
  run: (context: PartContext, input) =>
    writePart(context, input, (edit) => {
      const drawing = drawIn(context, edit, input)
      const pointId = drawing.point([0, 0], input.pointId)
      writeValue(edit, `${pointId}/xy`, [edit.mm(input.x), edit.mm(input.y)])
      return { pointId }
    }),
})
