import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { drawIn } from './drawing.ts'
import { closed, drawn, number, P, writtenOutput } from './inputs.ts'
import { Refusal, writePart } from './write.ts'

export const addSlot = defineOperation({
  id: 'part.addSlot',
  summary: 'Add a slot',
  description: 'A slot with round ends: overall length, width, angle in degrees. Rigid.',
  icon: 'rectangle-ellipsis',
  effect: 'write',
  executor: 'kernel',
  affects: ['part'],
  input: Type.Object({ center: P, length: number, width: number, angle: Type.Optional(number), ...drawn }, closed),
  output: Type.Object({
    lineIds: Type.Array(Type.String()),
    arcIds: Type.Array(Type.String()),
    pointIds: Type.Array(Type.String()),
    ...writtenOutput,
  }),
  run: (context: PartContext, input) =>
    writePart(context, input, (edit) => {
      const { center, angle = 0 } = input
      const [length, width] = [edit.mm(input.length), edit.mm(input.width)]
      if (!(width > 0 && length > width)) throw new Refusal('invalid_value', 'A slot is longer than it is wide.')
      const drawing = drawIn(context, edit, input)
      const [r, half] = [width / 2, (length - width) / 2]
      const turn = (angle * Math.PI) / 180
      const at = (x: number, y: number) =>
        drawing.point([
          edit.mm(center.x) + x * Math.cos(turn) - y * Math.sin(turn),
          edit.mm(center.y) + x * Math.sin(turn) + y * Math.cos(turn),
        ])
      const [a, b, c, e] = [at(-half, -r), at(half, -r), at(half, r), at(-half, r)]
      const [right, left] = [at(half, 0), at(-half, 0)]
      const lineIds = [drawing.line(a, b), drawing.line(c, e)]
      const arcIds = [drawing.arc(b, c, right), drawing.arc(e, a, left)]
      const [below = '', above = ''] = lineIds
      const [first = '', second = ''] = arcIds
      drawing.constrain('tangent', { line: below, arc: first })
      drawing.constrain('tangent', { line: above, arc: first })
      drawing.constrain('tangent', { line: above, arc: second })
      drawing.constrain('tangent', { line: below, arc: second })
      drawing.constrain('radius', { arc: first }, r)
      drawing.constrain('distance', { points: [left, right] }, 2 * half)
      return { lineIds, arcIds, pointIds: [a, b, c, e, right, left] }
    }),
})
