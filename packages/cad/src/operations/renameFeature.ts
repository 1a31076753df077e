import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { writeField as writeValue } from '../document/changes.ts'
import { closed, common, Id, writtenOutput } from './inputs.ts'
import { writePart } from './write.ts'

export const renameFeature = defineOperation({
  id: 'part.renameFeature',
  summary: 'Rename a feature',
  description: 'Gives a feature another name. Refs do not change.',
  icon: 'pencil',
  effect: 'write',
  executor: 'kernel',
  affects: ['part'],
  input: Type.Object({ featureId: Id, name: Type.String({ minLength: 1, maxLength: 200 }), ...common }, closed),
  output: Type.Object({ featureId: Type.String(), ...writtenOutput }),
  run: (context: PartContext, input) =>
    writePart(context, input, (edit) => {
      const { featureId, name } = input
      edit.feature(featureId)
      writeValue(edit, `${featureId}/name`, name)
      return { featureId }
    }),
})
