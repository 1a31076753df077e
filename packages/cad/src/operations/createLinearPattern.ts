import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { closed, D, featureOutput, Id, named, number } from './inputs.ts'
import { writeFeature } from './write.ts'

export const createLinearPattern = defineOperation({
  id: 'part.createLinearPattern',
  summary: 'Repeat features in a row',
  description: 'Repeats features in a row; count holds the first.',
  icon: 'ellipsis',
  effect: 'write',
  executor: 'kernel',
  affects: ['part'],
  input: Type.Object(
    {
      featureIds: Type.Array(Id, { minItems: 1, maxItems: 100 }),
      directionX: number,
      directionY: number,
      directionZ: number,
      count: D,
      spacing: D,
      ...named,
    },
    closed,
  ),
  output: featureOutput,
  run: (context: PartContext, input) =>
    writeFeature(context, input, 'pattern', (edit) => ({
      kind: 'linear',
      features: input.featureIds,
      direction: { x: input.directionX, y: input.directionY, z: input.directionZ },
      count: input.count,
      spacing: edit.length(input.spacing),
    })),
})
