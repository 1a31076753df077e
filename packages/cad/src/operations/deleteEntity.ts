import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { deleteThing, isOfRun } from '../document/changes.ts'
import { constrainedIds } from '../sketch/entityPoints.ts'
import { closed, common, Id, writtenOutput } from './inputs.ts'
import { Refusal, writePart } from './write.ts'

export const deleteEntity = defineOperation({
  id: 'part.deleteEntity',
  summary: 'Delete a line or an arc',
  description: 'Deletes a line, a circle or an arc, with the constraints on it.',
  icon: 'eraser',
  effect: 'write',
  executor: 'kernel',
  affects: ['part'],
  input: Type.Object({ entityId: Id, ...common }, closed),
  output: Type.Object({ deletedConstraints: Type.Array(Type.String()), ...writtenOutput }),
  asks: true,
  consequence(context: PartContext, { entityId: id }) {
    const draws = context.draft.has(id) && !isOfRun(context.draft, [id], context.actor.runId)
    return draws
      ? {
          message: `Delete ${id} from its sketch, with the constraints on it.`,
          target: id,
          documentIds: [context.documentId],
        }
      : undefined
  },
  run: (context: PartContext, input) =>
    writePart(context, input, (edit) => {
      const found = edit.part.entities.find(({ id }) => id === input.entityId)
      if (!found) throw new Refusal('not_found', 'There is no such line, circle or arc.')
      edit.touch(found.sketch)
      const deletedConstraints = edit.part.constraints
        .filter(({ refs }) => constrainedIds(refs).includes(found.id))
        .map(({ id }) => id)
      for (const id of [found.id, ...deletedConstraints]) deleteThing(edit, id)
      return { deletedConstraints }
    }),
})
