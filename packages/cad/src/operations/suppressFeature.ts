import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { writeField as writeValue } from '../document/changes.ts'
import { closed, common, Id, writtenOutput } from './inputs.ts'
import { writePart } from './write.ts'

export const suppressFeature = defineOperation({
  id: 'part.suppressFeature',
  summary: 'Suppress a feature',
  description: 'Leaves a feature and what depends on it out, or takes it in again.',
  icon: 'eye-off',
  effect: 'write',
  executor: 'kernel',
  affects: ['part'],
  input: Type.Object({ featureId: Id, suppressed: Type.Boolean(), ...common }, closed),
  output: Type.Object({ featureId: Type.String(), suppressed: Type.Boolean(), ...writtenOutput }),
  run: (context: PartContext, input) =>
    writePart(context, input, (edit) => {
      const { featureId, suppressed } = input
      edit.feature(featureId)
      writeValue(edit, `${featureId}/suppressed`, suppressed)
      return { featureId, suppressed }
    }),
})
