import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { closed, D, featureOutput, named, Rs } from './inputs.ts'
import { writeFeature } from './write.ts'

export const createFillet = defineOperation({
  id: 'part.createFillet',
  summary: 'Round edges',
  description: 'Rounds edges by a radius. Fillets come last in a part.',
  icon: 'circle-dashed',
  effect: 'write',
  executor: 'kernel',
  affects: ['part'],
  input: Type.Object({ edgeRefs: Rs, radius: D, ...named }, closed),
  output: featureOutput,
  run: (context: PartContext, input) =>
    writeFeature(context, input, 'fillet', (edit) => ({
      edges: edit.refs(input.edgeRefs),
      radius: edit.length(input.radius),
    })),
})
