import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { drawingOf, sketchIdOf } from './drawing.ts'
import { closed, inSketch, number, writtenOutput } from './inputs.ts'
import { writePart } from './write.ts'

export const createCenterlinesAtOrigin = defineOperation({
  id: 'part.createCenterlinesAtOrigin',
  summary: 'Draw centre lines',
  description: 'A level and an upright construction line through the origin.',
  icon: 'plus',
  effect: 'write',
  executor: 'kernel',
  affects: ['part'],
  input: Type.Object({ length: Type.Optional(number), ...inSketch }, closed),
  output: Type.Object({
    horizontalLineId: Type.String(),
    verticalLineId: Type.String(),
    centerPointId: Type.String(),
    ...writtenOutput,
  }),
  run: (context: PartContext, input) =>
    writePart(context, input, (edit) => {
      const half = edit.mm(input.length ?? 100) / 2
      const drawing = drawingOf(edit, sketchIdOf(context, edit, input.sketchId), true)
      const centerPointId = drawing.point([0, 0])
      drawing.constrain('fixed', { point: centerPointId })
      const through = (x: number, y: number) => {
        const [a, b] = [drawing.point([-x, -y]), drawing.point([x, y])]
        const line = drawing.line(a, b)
        drawing.constrain('midpoint', { point: centerPointId, line })
        drawing.constrain(y === 0 ? 'horizontal' : 'vertical', { line })
        drawing.constrain('distance', { points: [a, b] }, 2 * half)
        return line
      }
      return { horizontalLineId: through(half, 0), verticalLineId: through(0, half), centerPointId }
    }),
})
