import { createRests, defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { ContentContext } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'
import { mediaPlaces } from './mediaValues.ts'

/** The most places that are listed; a count says how many there are. */
const LISTED = 100

export const findMediaUses = defineOperation({
  id: 'content.findMediaUses',
  summary: 'Find where entries use a file',
  description: 'The entries and fields that name a file of the library by its path, in their texts too.',
  icon: 'image',
  keywords: ['where used', 'picture in posts', 'file usage'],
  effect: 'read',
  phases: phasesFor('read'),
  onDemand: true,
  input: Type.Object({ path: Type.String({ minLength: 1, maxLength: 1_000 }) }, { additionalProperties: false }),
  output: Type.Object({
    uses: Type.Array(
      Type.Object({
        model: Type.String(),
        id: Type.String(),
        documentId: Type.String(),
        title: Type.String(),
        locale: Type.String(),
        field: Type.String(),
      }),
    ),
    total: Type.Integer(),
  }),
  async run(context: ContentContext, { path }) {
    const uses = []
    let total = 0
    const rest = createRests()
    for await (const place of mediaPlaces(context, path)) {
      await rest()
      if (!place) continue
      total += 1
      if (uses.length >= LISTED) continue
      const { model, stored, locale, field } = place
      const { id, documentId, title } = stored
      uses.push({ model: model.id, id, documentId, title, locale, field })
    }
    return ok({ uses, total })
  },
})
