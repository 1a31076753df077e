import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { closed, featureOutput, named } from './inputs.ts'
import { writeFeature } from './write.ts'

export const importStep = defineOperation({
  id: 'part.importStep',
  summary: 'Import a STEP file',
  description: 'Adds the solids of a STEP file that was uploaded, named by the hash of its bytes.',
  icon: 'file-input',
  effect: 'write',
  executor: 'kernel',
  onDemand: true,
  affects: ['part'],
  input: Type.Object({ hash: Type.String({ minLength: 1, maxLength: 128 }), ...named }, closed),
  output: featureOutput,
  run: (context: PartContext, input) =>
    writeFeature(context, input, 'import', () => ({ format: 'step', hash: input.hash })),
})
