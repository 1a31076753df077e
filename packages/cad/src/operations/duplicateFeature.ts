import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { duplicate } from './duplicate.ts'
import { closed, common, Id, writtenOutput } from './inputs.ts'
import { writePart } from './write.ts'

export const duplicateFeature = defineOperation({
  id: 'part.duplicateFeature',
  summary: 'Duplicate a feature',
  description: 'Copies a feature with its inputs, and a sketch with its lines.',
  icon: 'copy',
  effect: 'write',
  executor: 'kernel',
  affects: ['part'],
  input: Type.Object(
    {
      featureId: Id,
      newName: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
      insertAfter: Type.Optional(Id),
      ...common,
    },
    closed,
  ),
  output: Type.Object({ newFeatureId: Type.String(), ...writtenOutput }),
  run: (context: PartContext, input) =>
    writePart(context, input, (edit) => {
      const { featureId, newName, insertAfter } = input
      const source = edit.feature(featureId)
      const after = insertAfter === undefined ? edit.part.features.at(-1)?.id : edit.feature(insertAfter).id
      return { newFeatureId: duplicate(edit, source, { name: newName, after }) }
    }),
})
