import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { addCircle } from '../document/changes.ts'
import { drawIn, guess } from './drawing.ts'
import { closed, D, drawn, number, P, writtenOutput } from './inputs.ts'
import { writePart } from './write.ts'

export const addPolygon = defineOperation({
  id: 'part.addPolygon',
  summary: 'Add a polygon',
  description: 'A regular polygon; radius to its corners, the first at rotation (degrees). Rigid.',
  icon: 'hexagon',
  effect: 'write',
  executor: 'kernel',
  affects: ['part'],
  input: Type.Object(
    {
      center: P,
      radius: D,
      sides: Type.Integer({ minimum: 3, maximum: 100 }),
      rotation: Type.Optional(number),
      ...drawn,
    },
    closed,
  ),
  output: Type.Object({ lineIds: Type.Array(Type.String()), pointIds: Type.Array(Type.String()), ...writtenOutput }),
  run: (context: PartContext, input) =>
    writePart(context, input, (edit) => {
      const { center, sides, rotation = 0 } = input
      const drawing = drawIn(context, edit, input)
      const radius = edit.length(input.radius)
      const size = guess(radius, 10)
      const middle = [edit.mm(center.x), edit.mm(center.y)] as const
      const centre = drawing.point(middle)
      const around = addCircle(edit, drawing.id, centre, size, true)
      const pointIds = Array.from({ length: sides }, (_, i) => {
        const angle = ((rotation + (360 * i) / sides) * Math.PI) / 180
        return drawing.point([middle[0] + size * Math.cos(angle), middle[1] + size * Math.sin(angle)])
      })
      const lineIds = drawing.outline(pointIds)
      for (const point of pointIds) drawing.constrain('pointOnArc', { point, arc: around })
      for (const line of lineIds.slice(1)) drawing.constrain('equalLength', { lines: [lineIds[0] ?? '', line] })
      drawing.constrain('radius', { arc: around }, radius)
      return { lineIds, pointIds }
    }),
})
