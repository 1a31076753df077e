import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { deleteThing } from '../document/changes.ts'
import { closed, common, Id, writtenOutput } from './inputs.ts'
import { Refusal, writePart } from './write.ts'

export const deleteRequirement = defineOperation({
  id: 'part.deleteRequirement',
  summary: 'Delete a requirement',
  description: 'Takes a requirement off the part.',
  icon: 'badge-x',
  effect: 'write',
  executor: 'kernel',
  onDemand: true,
  affects: ['part'],
  input: Type.Object({ requirementId: Id, ...common }, closed),
  output: Type.Object({ requirementId: Type.String(), ...writtenOutput }),
  run: (context: PartContext, input) =>
    writePart(context, input, (edit) => {
      const found = edit.part.requirements.find(
        ({ id, name }) => id === input.requirementId || name === input.requirementId,
      )
      if (!found) throw new Refusal('not_found', 'There is no such requirement.')
      deleteThing(edit, found.id)
      return { requirementId: found.id }
    }),
})
