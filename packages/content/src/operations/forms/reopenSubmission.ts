import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { ContentContext } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'
import { findSubmission } from './submissions.ts'

export const reopenSubmission = defineOperation({
  id: 'content.reopenSubmission',
  summary: 'Let a submission wait again',
  description: 'Let what was rejected, or taken for spam, wait for a decision again.',
  icon: 'inbox',
  keywords: ['not spam', 'undo', 'form'],
  effect: 'write',
  workflow: 'none',
  capability: 'content.review',
  phases: phasesFor('review'),
  affects: ['submissions'],
  onDemand: true,
  input: Type.Object({ submissionId: Type.String({ maxLength: 200 }) }, { additionalProperties: false }),
  output: Type.Object({ submissionId: Type.String(), state: Type.Literal('pending') }),
  async run(context: ContentContext, { submissionId }) {
    const found = await findSubmission(context, submissionId)
    if ('refused' in found) return found.refused
    const { submission, submissions } = found
    if (submission.state !== 'pending' && !(await submissions.reopen(submissionId)))
      return fail('approved', 'An entry was made of this submission.', {
        path: '/submissionId',
        hint: 'Undo the approval, and it waits again.',
      })
    return ok({ submissionId, state: 'pending' as const })
  },
})
