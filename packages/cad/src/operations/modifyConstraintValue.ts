import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { writeField as writeValue } from '../document/changes.ts'
import { closed, common, D, Id, writtenOutput } from './inputs.ts'
import { Refusal, writePart } from './write.ts'

export const modifyConstraintValue = defineOperation({
  id: 'part.modifyConstraintValue',
  summary: 'Change a dimension',
  description: 'Gives a distance, a radius or an angle another value.',
  icon: 'ruler-dimension-line',
  effect: 'write',
  executor: 'kernel',
  affects: ['part'],
  input: Type.Object({ constraintId: Id, value: D, ...common }, closed),
  output: Type.Object({ constraintId: Type.String(), ...writtenOutput }),
  run: (context: PartContext, input) =>
    writePart(context, input, (edit) => {
      const found = edit.part.constraints.find(({ id }) => id === input.constraintId)
      if (!found)
        throw new Refusal('not_found', 'There is no such constraint.', { hint: 'getSketchStatus lists them.' })
      if (found.value === undefined)
        throw new Refusal('invalid_value', `A constraint of the type ${found.type} has no value.`)
      edit.touch(found.sketch)
      writeValue(edit, `${found.id}/value`, found.type === 'angle' ? input.value : edit.length(input.value))
      return { constraintId: found.id }
    }),
})
