import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { deleteThing } from '../document/changes.ts'
import { closed, common, writtenOutput } from './inputs.ts'
import { Refusal, writePart } from './write.ts'

export const deleteConfiguration = defineOperation({
  id: 'part.deleteConfiguration',
  summary: 'Delete a configuration',
  description: 'Deletes a variant of the part by its name; if it is active, the part is built without one.',
  icon: 'layers-2',
  effect: 'write',
  executor: 'kernel',
  onDemand: true,
  affects: ['part'],
  input: Type.Object({ name: Type.String({ minLength: 1, maxLength: 200 }), ...common }, closed),
  output: Type.Object({ configurationId: Type.String(), ...writtenOutput }),
  run: (context: PartContext, input) =>
    writePart(context, input, (edit) => {
      const found = edit.part.configurations.find(({ name }) => name === input.name)
      if (!found) throw new Refusal('not_found', `There is no configuration “${input.name}”.`)
      deleteThing(edit, found.id)
      if (edit.part.configuration === found.id) edit.draft.delete('meta/configuration')
      return { configurationId: found.id }
    }),
})
