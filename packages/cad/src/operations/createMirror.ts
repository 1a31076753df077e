import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { closed, featureOutput, Id, named, R } from './inputs.ts'
import { writeFeature } from './write.ts'

export const createMirror = defineOperation({
  id: 'part.createMirror',
  summary: 'Mirror features',
  description: 'Mirrors features at a plane.',
  icon: 'flip-horizontal-2',
  effect: 'write',
  executor: 'kernel',
  affects: ['part'],
  input: Type.Object({ featureIds: Type.Array(Id, { minItems: 1, maxItems: 100 }), planeRef: R, ...named }, closed),
  output: featureOutput,
  run: (context: PartContext, input) =>
    writeFeature(context, input, 'mirror', (edit) => ({
      features: input.featureIds,
      plane: edit.ref(input.planeRef),
    })),
})
