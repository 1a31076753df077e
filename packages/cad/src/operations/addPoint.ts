import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { drawIn } from './drawing.ts'
import { closed, flag, inSketch, number, writtenOutput } from './inputs.ts'
import { writePart } from './write.ts'

export const addPoint = defineOperation({
  id: 'part.addPoint',
  summary: 'Add a point',
  description: 'A point, held in place if fixed.',
  icon: 'dot',
  effect: 'write',
  executor: 'kernel',
  affects: ['part'],
  input: Type.Object({ x: number, y: number, fixed: flag, ...inSketch }, closed),
  output: Type.Object({ pointId: Type.String(), ...writtenOutput }),
  run: (context: PartContext, input) =>
    writePart(context, input, (edit) => {
      const drawing = drawIn(context, edit, input)
      const pointId = drawing.point([edit.mm(input.x), edit.mm(input.y)])
      if (input.fixed) drawing.constrain('fixed', { point: pointId })
      return { pointId }
    }),
})
