import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { closed, featureOutput, Id, named } from './inputs.ts'
import { writeFeature } from './write.ts'

export const createBoolean = defineOperation({
  id: 'part.createBoolean',
  summary: 'Join bodies',
  description: 'Unites, subtracts or intersects whole bodies, named by the feature that made them.',
  icon: 'combine',
  effect: 'write',
  executor: 'kernel',
  onDemand: true,
  affects: ['part'],
  input: Type.Object(
    {
      op: Type.Enum(['union', 'subtract', 'intersect']),
      target: Id,
      tools: Type.Array(Id, { minItems: 1, maxItems: 100 }),
      ...named,
    },
    closed,
  ),
  output: featureOutput,
  run: (context: PartContext, input) =>
    writeFeature(context, input, 'boolean', (_edit) => ({ op: input.op, target: input.target, tools: input.tools })),
})
