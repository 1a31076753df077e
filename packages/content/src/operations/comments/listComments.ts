import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { ContentContext } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'
import { BranchName, findBranch, seesAllOf } from '../branches/branchSupport.ts'
import { CommentOutput, commentsOf, entryDocument, seesComment, shownComment } from './commentSupport.ts'

export const listComments = defineOperation({
  id: 'content.listComments',
  summary: 'List comments',
  description: 'Comments on an entry (`model`, `entryId`), or requests for changes on a branch, the oldest first.',
  icon: 'message-square',
  keywords: ['comments', 'discussion', 'feedback', 'requested changes'],
  effect: 'read',
  phases: phasesFor('read'),
  onDemand: true,
  input: Type.Object(
    {
      model: Type.Optional(Type.String({ maxLength: 200 })),
      entryId: Type.Optional(Type.String({ maxLength: 200 })),
      of: Type.Optional(BranchName),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ comments: Type.Array(CommentOutput) }),
  async run(context: ContentContext, { model, entryId, of }) {
    const service = commentsOf(context)
    if (!service.ok) return service.result
    let documentId: string
    if (of !== undefined) {
      const found = findBranch(context, of)
      if (!found.ok) return found.result
      if (!(await seesAllOf(context, found.value)))
        return fail('unknown_branch', `There is no branch “${of}”.`, { path: '/of' })
      documentId = found.value.branch.id
    } else {
      if (model === undefined || entryId === undefined)
        return fail('invalid_input', 'Name an entry by `model` and `entryId`, or a branch by `of`.')
      const found = await entryDocument(context, { model, entryId })
      if (!found.ok) return found.result
      documentId = found.value.documentId
    }
    const comments = await service.value.list(documentId)
    return ok({ comments: comments.filter((each) => seesComment(context, each)).map(shownComment) })
  },
})
