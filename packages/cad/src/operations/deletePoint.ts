import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { deleteThing, isOfRun } from '../document/changes.ts'
import { constrainedIds, pointsOf } from '../sketch/entityPoints.ts'
import { closed, common, Id, writtenOutput } from './inputs.ts'
import { Refusal, writePart } from './write.ts'

export const deletePoint = defineOperation({
  id: 'part.deletePoint',
  summary: 'Delete a point',
  description: 'Deletes a point, with the lines, arcs and constraints on it.',
  icon: 'eraser',
  effect: 'write',
  executor: 'kernel',
  affects: ['part'],
  input: Type.Object({ pointId: Id, ...common }, closed),
  output: Type.Object({
    deletedEntities: Type.Array(Type.String()),
    deletedConstraints: Type.Array(Type.String()),
    ...writtenOutput,
  }),
  asks: true,
  consequence(context: PartContext, { pointId: id }) {
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
      const found = edit.part.points.find(({ id }) => id === input.pointId)
      if (!found) throw new Refusal('not_found', 'There is no such point.')
      edit.touch(found.sketch)
      const deletedEntities = edit.part.entities
        .filter((entity) => pointsOf(entity).includes(found.id))
        .map(({ id }) => id)
      const gone = new Set([found.id, ...deletedEntities])
      const deletedConstraints = edit.part.constraints
        .filter(({ refs }) => constrainedIds(refs).some((id) => gone.has(id)))
        .map(({ id }) => id)
      for (const id of [...gone, ...deletedConstraints]) deleteThing(edit, id)
      return { deletedEntities, deletedConstraints }
    }),
})
