import { defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { ContentContext } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'
import { commentsOf } from './commentSupport.ts'

export const markNotesSeen = defineOperation({
  id: 'content.markNotesSeen',
  summary: 'Mark notes as seen',
  description: 'Mark notes of yours as seen, by the ids of their comments (listNotes).',
  icon: 'bell-off',
  keywords: ['read notifications', 'clear notes'],
  effect: 'write',
  capability: 'document.read',
  phases: phasesFor('write'),
  workflow: 'none',
  affects: [],
  onDemand: true,
  input: Type.Object(
    { commentIds: Type.Array(Type.String({ maxLength: 200 }), { minItems: 1, maxItems: 100 }) },
    { additionalProperties: false },
  ),
  output: Type.Object({ seen: Type.Integer() }),
  async run(context: ContentContext, { commentIds }) {
    const service = commentsOf(context)
    if (!service.ok) return service.result
    await service.value.markSeen(commentIds)
    return ok({ seen: commentIds.length })
  },
})
