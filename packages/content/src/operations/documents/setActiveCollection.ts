import { defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { ContentContext } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'
import { modelInput } from '../shared/reads.ts'
import { findModel } from '../shared/support.ts'

/** Nothing happens here: the tab of the person whose run it is follows the result. */
export const set_active_collection = defineOperation({
  id: 'content.set_active_collection',
  summary: 'Open a collection',
  description: 'Show the entries of a model in the editor of the person.',
  icon: 'panel-left-open',
  keywords: ['open model', 'show list', 'go to collection'],
  effect: 'read',
  onDemand: true,
  phases: phasesFor('read'),
  input: Type.Object({ collection: modelInput }, { additionalProperties: false }),
  output: Type.Object({ model: Type.String(), name: Type.String() }),
  async run(context: ContentContext, { collection }) {
    const found = await findModel(context, collection)
    if (!found.ok) return found.result
    const { id, name } = found.value.model
    return ok({ model: id, name })
  },
})
