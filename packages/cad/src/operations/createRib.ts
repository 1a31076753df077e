import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { closed, D, featureOutput, Id, named } from './inputs.ts'
import { writeFeature } from './write.ts'

export const createRib = defineOperation({
  id: 'part.createRib',
  summary: 'Create a rib',
  description: 'Thickens a line of a sketch in its plane and grows it against the normal up to the body.',
  icon: 'align-vertical-distribute-center',
  effect: 'write',
  executor: 'kernel',
  affects: ['part'],
  input: Type.Object(
    {
      sketchId: Id,
      lineId: Id,
      thickness: D,
      direction: Type.Optional(Type.Enum(['symmetric', 'left', 'right'])),
      ...named,
    },
    closed,
  ),
  output: featureOutput,
  run: (context: PartContext, input) =>
    writeFeature(context, input, 'rib', (edit) => ({
      sketch: input.sketchId,
      line: input.lineId,
      thickness: edit.length(input.thickness),
      direction: input.direction ?? 'symmetric',
    })),
})
