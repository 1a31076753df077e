import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { deleteThing } from '../document/changes.ts'
import { closed, common, Id, writtenOutput } from './inputs.ts'
import { Refusal, writePart } from './write.ts'

export const deleteParameter = defineOperation({
  id: 'part.deleteParameter',
  summary: 'Delete a parameter',
  description: 'Deletes a parameter that nothing reads.',
  icon: 'variable',
  effect: 'write',
  executor: 'kernel',
  onDemand: true,
  affects: ['part'],
  input: Type.Object({ name: Id, ...common }, closed),
  output: Type.Object({ parameterId: Type.String(), ...writtenOutput }),
  run: (context: PartContext, input) =>
    writePart(context, input, (edit) => {
      const found = edit.part.parameters.find(({ name }) => name === input.name)
      if (!found) throw new Refusal('unknown_parameter', `There is no parameter “${input.name}”.`)
      deleteThing(edit, found.id)
      return { parameterId: found.id }
    }),
})
