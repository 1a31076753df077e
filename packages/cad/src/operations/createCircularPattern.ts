import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { closed, D, featureOutput, Id, named, number } from './inputs.ts'
import { type Edit, writeFeature } from './write.ts'

export const createCircularPattern = defineOperation({
  id: 'part.createCircularPattern',
  summary: 'Repeat features in a circle',
  description:
    'Repeats features about an axis through a point, or axisId; count holds the first. A full turn divides by count, less by count - 1.',
  icon: 'refresh-cw',
  effect: 'write',
  executor: 'kernel',
  affects: ['part'],
  input: Type.Object(
    {
      featureIds: Type.Array(Id, { minItems: 1, maxItems: 100 }),
      axisX: Type.Optional(number),
      axisY: Type.Optional(number),
      axisZ: Type.Optional(number),
      axisPointX: Type.Optional(number),
      axisPointY: Type.Optional(number),
      axisPointZ: Type.Optional(number),
      axisId: Type.Optional(Id),
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
      ...axisIn(edit, input),
      count: input.count,
      angle: input.totalAngle ?? 360,
    })),
})

interface AxisInput {
  axisId?: string
  axisX?: number
  axisY?: number
  axisZ?: number
  axisPointX?: number
  axisPointY?: number
  axisPointZ?: number
}

function axisIn(edit: Edit, { axisId, axisX = 0, axisY = 0, axisZ = 0, ...at }: AxisInput) {
  if (axisId !== undefined) return { about: axisId }
  const { axisPointX: x = 0, axisPointY: y = 0, axisPointZ: z = 0 } = at
  return { axis: { x: axisX, y: axisY, z: axisZ }, point: { x: edit.mm(x), y: edit.mm(y), z: edit.mm(z) } }
}
