import { defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { type ContentContext, notSetUp } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'
import { findLostReferences } from '../shared/lostReferences.ts'

/** The most references that an answer lists. */
const MAX_LISTED = 100

export const listLostReferences = defineOperation({
  id: 'content.listLostReferences',
  summary: 'List lost references',
  description:
    'The values that refer to an entry which does not exist. fixContent with `references` clears them or points them elsewhere.',
  icon: 'unlink',
  keywords: ['broken relations', 'dead references', 'missing entries'],
  effect: 'read',
  phases: phasesFor('read'),
  onDemand: true,
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Object({
    total: Type.Integer(),
    lost: Type.Array(
      Type.Object({
        model: Type.String(),
        entry: Type.String(),
        title: Type.String(),
        locale: Type.String(),
        field: Type.String(),
        target: Type.Object({ model: Type.String(), id: Type.String() }),
      }),
    ),
  }),
  async run(context: ContentContext) {
    const schema = await context.reader.schema()
    if (!schema) return notSetUp()
    const lost = await findLostReferences(context, schema)
    return ok({ total: lost.length, lost: lost.slice(0, MAX_LISTED) })
  },
})
