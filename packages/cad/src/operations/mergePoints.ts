import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { drawIn } from './drawing.ts'
import { closed, Id, inSketch, writtenOutput } from './inputs.ts'
import { writePart } from './write.ts'

export const mergePoints = defineOperation({
  id: 'part.mergePoints',
  summary: 'Merge points',
  description: 'Holds a point on another.',
  icon: 'merge',
  effect: 'write',
  executor: 'kernel',
  affects: ['part'],
  input: Type.Object({ keepPointId: Id, removePointId: Id, ...inSketch }, closed),
  output: Type.Object({ constraintId: Type.String(), ...writtenOutput }),
  run: (context: PartContext, input) =>
    writePart(context, input, (edit) => {
      const drawing = drawIn(context, edit, input)
      const points = [drawing.point([0, 0], input.keepPointId), drawing.point([0, 0], input.removePointId)]
      return { constraintId: drawing.constrain('coincident', { points }) }
    }),
})
