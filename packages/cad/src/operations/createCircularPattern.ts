import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { closed, D, featureOutput, Id, named, number } from './inputs.ts'
import { writeFeature } from './write.ts'

export const createCircularPattern = defineOperation({
  id: 'part.createCircularPattern',
  summary: 'Repeat features in a circle',
  description:
    'Makes features again about an axis; count holds the first. A full turn divides by count, less by count - 1.',
  icon: 'refresh-cw',
  effect: 'write',
  executor: 'kernel',
  affects: ['part'],
  input: Type.Object(
    {
      featureIds: Type.Array(Id, { minItems: 1, maxItems: 100 }),
      axisX: number,
      axisY: number,
      axisZ: number,
      axisPointX: number,
      axisPointY: number,
      axisPointZ: number,
      count: D,
      totalAngle: Type.Optional(D),
      ...named,
    },
    closed,
  ),
  output: featureOutput,
  run: (context: PartContext, input) =>
    writeFeature(context, input, 'pattern', (edit) => ({
      kind: 'circular',
      features: input.featureIds,
      axis: { x: input.axisX, y: input.axisY, z: input.axisZ },
      point: { x: edit.mm(input.axisPointX), y: edit.mm(input.axisPointY), z: edit.mm(input.axisPointZ) },
      count: input.count,
      angle: input.totalAngle ?? 360,
    })),
})
