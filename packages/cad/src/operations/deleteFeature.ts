import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { PartContext } from '../context/context.ts'
import { deleteThing, isOfRun } from '../document/changes.ts'
import { dependantsOf } from '../document/dependants.ts'
import { readPart } from '../document/part.ts'
import { closed, common, flag, Id, writtenOutput } from './inputs.ts'
import { Refusal, writePart } from './write.ts'

export const deleteFeature = defineOperation({
  id: 'part.deleteFeature',
  summary: 'Delete a feature',
  description: 'Deletes a feature; what depends on it only with deleteChildren. A sketch takes its lines along.',
  icon: 'trash-2',
  effect: 'write',
  executor: 'kernel',
  affects: ['part'],
  input: Type.Object({ featureId: Id, deleteChildren: flag, ...common }, closed),
  output: Type.Object({ deletedIds: Type.Array(Type.String()), ...writtenOutput }),
  asks: true,
  consequence(context: PartContext, { featureId, deleteChildren = false }) {
    const part = readPart(context.draft)
    const found = part.features.find(({ id }) => id === featureId)
    if (!found) return undefined
    const along = deleteChildren ? dependantsOf(part, [featureId]) : []
    const ids = [featureId, ...along.map(({ id }) => id)]
    // A run may remove its own features.
    if (isOfRun(context.draft, ids, context.actor.runId)) return undefined
    const names = along.map(({ name }) => `“${name}”`).join(', ')
    return {
      message: `Delete “${found.name}”${names === '' ? '' : ` and what depends on it: ${names}`}.`,
      target: found.name,
      documentIds: [context.documentId],
    }
  },
  run: (context: PartContext, input) =>
    writePart(context, input, (edit) => {
      const { featureId, deleteChildren = false } = input
      edit.feature(featureId)
      const dependants = dependantsOf(edit.part, [featureId])
      if (dependants.length > 0 && !deleteChildren)
        throw new Refusal(
          'has_dependents',
          `${dependants.length === 1 ? 'A feature stands' : `${dependants.length} features stand`} on it: ${dependants
            .map(({ id }) => id)
            .slice(0, 20)
            .join(', ')}.`,
          { hint: 'Call it with deleteChildren to delete them too.' },
        )
      const deletedIds = [featureId, ...dependants.map(({ id }) => id)]
      const { points, entities, constraints } = edit.part
      const inside = [...points, ...entities, ...constraints].filter(({ sketch }) => deletedIds.includes(sketch))
      for (const id of [...deletedIds, ...inside.map((each) => each.id)]) deleteThing(edit, id)
      return { deletedIds }
    }),
})
