import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { MOST_SPLINE_POINTS } from '../document/records.ts'
import { drawIn } from './drawing.ts'
import { closed, drawn, flag, Id, P, writtenOutput } from './inputs.ts'
import { Refusal, writePart } from './write.ts'

export const addSpline = defineOperation({
  id: 'part.addSpline',
  summary: 'Add a spline',
  description:
    'A smooth curve through points in their order; closed: back to the first. Its ends may be points that are there.',
  icon: 'spline',
  effect: 'write',
  executor: 'kernel',
  onDemand: true,
  affects: ['part'],
  input: Type.Object(
    {
      points: Type.Array(P, { minItems: 2, maxItems: MOST_SPLINE_POINTS }),
      closed: flag,
      startPointId: Type.Optional(Id),
      endPointId: Type.Optional(Id),
      ...drawn,
    },
    closed,
  ),
  output: Type.Object({ splineId: Type.String(), pointIds: Type.Array(Type.String()), ...writtenOutput }),
  run: (context: PartContext, input) =>
    writePart(context, input, (edit) => {
      const { points, startPointId, endPointId } = input
      if (input.closed === true && points.length < 3)
        throw new Refusal('invalid_input', 'A closed spline goes through three points or more.')
      const drawing = drawIn(context, edit, input)
      const pointIds = points.map(({ x, y }, i) =>
        drawing.point(
          [edit.mm(x), edit.mm(y)],
          i === 0 ? startPointId : i === points.length - 1 ? endPointId : undefined,
        ),
      )
      return { splineId: drawing.spline(pointIds, input.closed === true), pointIds }
    }),
})
