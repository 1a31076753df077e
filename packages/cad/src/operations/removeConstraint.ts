import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { deleteThing } from '../document/changes.ts'
import { closed, common, Id, writtenOutput } from './inputs.ts'
import { Refusal, writePart } from './write.ts'

export const removeConstraint = defineOperation({
  id: 'part.removeConstraint',
  summary: 'Remove a constraint',
  description: 'Lets go of what a constraint holds.',
  icon: 'unlink',
  effect: 'write',
  executor: 'kernel',
  affects: ['part'],
  input: Type.Object({ constraintId: Id, ...common }, closed),
  output: Type.Object({ constraintId: Type.String(), ...writtenOutput }),
  run: (context: PartContext, input) =>
    writePart(context, input, (edit) => {
      const found = edit.part.constraints.find(({ id }) => id === input.constraintId)
      if (!found)
        throw new Refusal('not_found', 'There is no such constraint.', { hint: 'getSketchStatus lists them.' })
      edit.touch(found.sketch)
      deleteThing(edit, found.id)
      return { constraintId: found.id }
    }),
})
