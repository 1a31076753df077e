import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { writeField as writeValue } from '../document/changes.ts'
import { closed, common, Id, writtenOutput } from './inputs.ts'
import { Refusal, writePart } from './write.ts'

export const toggleConstruction = defineOperation({
  id: 'part.toggleConstruction',
  summary: 'Toggle construction',
  description: 'Makes a line or an arc construction, or drawn again.',
  icon: 'square-dashed',
  effect: 'write',
  executor: 'kernel',
  affects: ['part'],
  input: Type.Object({ entityId: Id, ...common }, closed),
  output: Type.Object({ isConstruction: Type.Boolean(), ...writtenOutput }),
  run: (context: PartContext, input) =>
    writePart(context, input, (edit) => {
      const found = edit.part.entities.find(({ id }) => id === input.entityId)
      if (!found) throw new Refusal('not_found', 'There is no such line, circle or arc.')
      edit.touch(found.sketch)
      const isConstruction = !found.construction
      writeValue(edit, `${found.id}/construction`, isConstruction)
      return { isConstruction }
    }),
})
