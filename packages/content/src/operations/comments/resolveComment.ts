import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { ContentContext } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'
import { findBranch, seesAllOf } from '../branches/branchSupport.ts'
import { commentsOf, entryDocument, refuseReaders, seesComment } from './commentSupport.ts'

export const resolveComment = defineOperation({
  id: 'content.resolveComment',
  summary: 'Resolve a comment',
  description:
    'Mark a comment on an entry, or a request for changes on a branch, as settled; `resolved: false` opens it again.',
  icon: 'message-square-check',
  keywords: ['close comment', 'done', 'settle'],
  effect: 'write',
  capability: 'document.read',
  phases: phasesFor('write'),
  workflow: 'none',
  affects: [],
  onDemand: true,
  input: Type.Object(
    {
      model: Type.Optional(Type.String({ maxLength: 200 })),
      entryId: Type.Optional(Type.String({ maxLength: 200 })),
      of: Type.Optional(Type.String({ maxLength: 200, description: 'The branch of a request.' })),
      commentId: Type.String({ maxLength: 200 }),
      resolved: Type.Optional(Type.Boolean()),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ resolved: Type.Boolean() }),
  async run(context: ContentContext, { model, entryId, of, commentId, resolved = true }) {
    const service = commentsOf(context)
    if (!service.ok) return service.result
    const refused = refuseReaders(context)
    if (refused) return refused
    const comment = await service.value.find(commentId)
    const unknown = () => fail('unknown_comment', 'There is no such comment.', { path: '/commentId' })
    if (!comment || !seesComment(context, comment)) return unknown()
    if (of !== undefined) {
      const found = findBranch(context, of)
      if (!found.ok) return found.result
      if (found.value.branch.id !== comment.documentId || !(await seesAllOf(context, found.value))) return unknown()
    } else {
      const found = await entryDocument(context, { model: model ?? '', entryId: entryId ?? '' })
      if (!found.ok) return found.result
      if (found.value.documentId !== comment.documentId) return unknown()
    }
    await service.value.resolve(commentId, resolved)
    return ok({ resolved })
  },
})
