import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { ContentContext } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'
import { pendingSubmission } from './submissions.ts'

export const reject_submission = defineOperation({
  id: 'content.reject_submission',
  summary: 'Reject a submission',
  description: 'Reject what a visitor sent. No entry is made of it.',
  icon: 'inbox',
  keywords: ['refuse', 'spam', 'form'],
  effect: 'write',
  workflow: 'none',
  capability: 'content.review',
  phases: phasesFor('write'),
  affects: ['submissions'],
  input: Type.Object({ submissionId: Type.String({ maxLength: 200 }) }, { additionalProperties: false }),
  output: Type.Object({ submissionId: Type.String(), state: Type.Literal('rejected') }),
  async run(context: ContentContext, { submissionId }) {
    const found = await pendingSubmission(context, submissionId)
    if ('refused' in found) return found.refused
    if (!(await found.submissions.reject(submissionId)))
      return fail('already_decided', 'Somebody has just decided on this submission.', { path: '/submissionId' })
    return ok({ submissionId, state: 'rejected' as const })
  },
})
