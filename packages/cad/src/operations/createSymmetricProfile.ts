import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { addLine } from '../document/changes.ts'
import { drawIn } from './drawing.ts'
import { closed, flag, inSketch, P, writtenOutput } from './inputs.ts'
import { Refusal, writePart } from './write.ts'

export const createSymmetricProfile = defineOperation({
  id: 'part.createSymmetricProfile',
  summary: 'Draw a symmetric outline',
  description: 'The half outline (x from 0) and its mirror about y, held symmetric.',
  icon: 'flip-horizontal',
  effect: 'write',
  executor: 'kernel',
  affects: ['part'],
  input: Type.Object({ halfProfile: Type.Array(P, { minItems: 2, maxItems: 100 }), closed: flag, ...inSketch }, closed),
  output: Type.Object({
    lineIds: Type.Array(Type.String()),
    pointIds: Type.Array(Type.String()),
    symmetryConstraintIds: Type.Array(Type.String()),
    ...writtenOutput,
  }),
  run: (context: PartContext, input) =>
    writePart(context, input, (edit) => {
      const { halfProfile, closed: isClosed = true } = input
      if (halfProfile.some(({ x }) => x < 0)) throw new Refusal('invalid_value', 'The half outline lies at x from 0.')
      const drawing = drawIn(context, edit, input)
      const [foot, head] = [drawing.point([0, -10]), drawing.point([0, 10])]
      const axis = addLine(edit, drawing.id, foot, head, true)
      for (const point of [foot, head]) drawing.constrain('fixed', { point })
      const right = halfProfile.map(({ x, y }) => drawing.point([edit.mm(x), edit.mm(y)]))
      const left = halfProfile.map(({ x, y }, i) =>
        x === 0 ? (right[i] ?? '') : drawing.point([-edit.mm(x), edit.mm(y)]),
      )
      const symmetryConstraintIds = right.flatMap((point, i) => {
        const other = left[i] ?? ''
        return other === point
          ? [drawing.constrain('pointOnLine', { point, line: axis })]
          : [drawing.constrain('symmetric', { points: [other, point], axis })]
      })
      const around = [...right, ...left.toReversed()].filter((point, i, all) => point !== all[i - 1])
      const outline = isClosed && around[0] === around.at(-1) ? around.slice(0, -1) : around
      const lineIds = outline.flatMap((a, i) => {
        const b = outline[i + 1] ?? (isClosed ? outline[0] : undefined)
        return b === undefined ? [] : [drawing.line(a, b)]
      })
      return { lineIds, pointIds: outline, symmetryConstraintIds }
    }),
})
