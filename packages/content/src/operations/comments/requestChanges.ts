import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { ContentContext } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'
import { BranchName, findOpenBranch, seesAllOf } from '../branches/branchSupport.ts'
import { restricted } from '../branches/mergeBranch.ts'
import { commentsOf, MAX_TEXT } from './commentSupport.ts'

export const requestChanges = defineOperation({
  id: 'content.requestChanges',
  summary: 'Request changes of a branch',
  description:
    'Say what is to be changed on a branch before it is merged. The branch stays open, and all who have written on it get a note.',
  icon: 'message-square-warning',
  keywords: ['review', 'ask for changes', 'send back', 'feedback'],
  effect: 'write',
  capability: 'content.review',
  phases: phasesFor('review'),
  workflow: 'none',
  affects: [],
  onDemand: true,
  input: Type.Object(
    { branch: BranchName, text: Type.String({ minLength: 1, maxLength: MAX_TEXT }) },
    { additionalProperties: false },
  ),
  output: Type.Object({ id: Type.String(), told: Type.Integer({ description: 'How many people get a note.' }) }),
  async run(context: ContentContext, { branch: name, text }) {
    const service = commentsOf(context)
    if (!service.ok) return service.result
    const found = await findOpenBranch(context, name)
    if (!found.ok) return found.result
    if (!(await seesAllOf(context, found.value))) return restricted()
    if (text.trim() === '') return fail('empty_comment', 'Say what is to be changed.', { path: '/text' })
    return ok(await service.value.add({ documentId: found.value.branch.id, kind: 'request', text: text.trim() }))
  },
})
