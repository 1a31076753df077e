import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { drawIn, drawRectangle } from './drawing.ts'
import { closed, drawn, flag, P, writtenOutput } from './inputs.ts'
import { writePart } from './write.ts'

export const addRectangle = defineOperation({
  id: 'part.addRectangle',
  summary: 'Add a rectangle',
  description: 'A rectangle by two corners (or centre and corner), sides level and upright.',
  icon: 'square',
  effect: 'write',
  executor: 'kernel',
  affects: ['part'],
  input: Type.Object({ corner1: P, corner2: P, centered: flag, ...drawn }, closed),
  output: Type.Object({
    lineIds: Type.Array(Type.String()),
    pointIds: Type.Array(Type.String()),
    constraintIds: Type.Array(Type.String()),
    ...writtenOutput,
  }),
  run: (context: PartContext, input) =>
    writePart(context, input, (edit) => {
      const { corner1: a, corner2: b, centered = false } = input
      const drawing = drawIn(context, edit, input)
      const [dx, dy] = [edit.mm(b.x - a.x), edit.mm(b.y - a.y)]
      const from = centered
        ? ([edit.mm(a.x) - dx, edit.mm(a.y) - dy] as const)
        : ([edit.mm(a.x), edit.mm(a.y)] as const)
      return drawRectangle(drawing, from, centered ? [2 * dx, 2 * dy] : [dx, dy])
    }),
})
