import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { drawIn } from './drawing.ts'
import { closed, inSketch, number, writtenOutput } from './inputs.ts'
import { Refusal, writePart } from './write.ts'

export const createChamferedRectangle = defineOperation({
  id: 'part.createChamferedRectangle',
  summary: 'Draw a chamfered rectangle',
  description: 'A rectangle about a centre with some corners cut off; all four without corners.',
  icon: 'octagon',
  effect: 'write',
  executor: 'kernel',
  onDemand: true,
  affects: ['part'],
  input: Type.Object(
    {
      width: number,
      height: number,
      chamferSize: number,
      centerX: Type.Optional(number),
      centerY: Type.Optional(number),
      corners: Type.Optional(
        Type.Array(Type.Enum(['topLeft', 'topRight', 'bottomLeft', 'bottomRight']), { maxItems: 4 }),
      ),
      ...inSketch,
    },
    closed,
  ),
  output: Type.Object({
    lineIds: Type.Array(Type.String()),
    pointIds: Type.Array(Type.String()),
    constraintIds: Type.Array(Type.String()),
    ...writtenOutput,
  }),
  run: (context: PartContext, input) =>
    writePart(context, input, (edit) => {
      const { centerX = 0, centerY = 0, corners = ['topLeft', 'topRight', 'bottomLeft', 'bottomRight'] } = input
      const [x, y, cut] = [edit.mm(input.width) / 2, edit.mm(input.height) / 2, edit.mm(input.chamferSize)]
      if (!(cut > 0 && cut < Math.min(x, y)))
        throw new Refusal('invalid_value', 'The chamfer is above zero and below half of the shorter side.')
      const drawing = drawIn(context, edit, input)
      const places = [
        ['bottomLeft', -1, -1],
        ['bottomRight', 1, -1],
        ['topRight', 1, 1],
        ['topLeft', -1, 1],
      ] as const
      const pointIds = places.flatMap(([name, sx, sy]) => {
        const at = (dx: number, dy: number) =>
          drawing.point([edit.mm(centerX) + sx * (x - dx), edit.mm(centerY) + sy * (y - dy)])
        if (!corners.includes(name)) return [at(0, 0)]
        // Around to the left: into the corner, then out of it.
        return sx * sy > 0 ? [at(0, cut), at(cut, 0)] : [at(cut, 0), at(0, cut)]
      })
      const lineIds = drawing.outline(pointIds)
      const constraintIds = pointIds.map((point) => drawing.constrain('fixed', { point }))
      return { lineIds, pointIds, constraintIds }
    }),
})
