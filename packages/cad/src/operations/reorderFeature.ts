import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { orderAfter, writeField as writeValue } from '../document/changes.ts'
import { closed, common, Id, writtenOutput } from './inputs.ts'
import { writePart } from './write.ts'

export const reorderFeature = defineOperation({
  id: 'part.reorderFeature',
  summary: 'Move a feature',
  description: 'Moves a feature behind another; null: to the front.',
  icon: 'arrow-up-down',
  effect: 'write',
  executor: 'kernel',
  affects: ['part'],
  input: Type.Object({ featureId: Id, afterFeatureId: Type.Union([Id, Type.Null()]), ...common }, closed),
  output: Type.Object({ featureId: Type.String(), ...writtenOutput }),
  run: (context: PartContext, input) =>
    writePart(context, input, (edit) => {
      const { featureId, afterFeatureId } = input
      edit.feature(featureId)
      if (afterFeatureId !== null) edit.feature(afterFeatureId)
      writeValue(
        edit,
        `${featureId}/order`,
        orderAfter(
          edit.part.features.filter(({ id }) => id !== featureId),
          afterFeatureId,
        ),
      )
      return { featureId }
    }),
})
