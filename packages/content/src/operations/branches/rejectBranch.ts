import { defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { type ContentContext, notSetUp } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'
import { BranchName, findOpenBranch, openFor } from './branchSupport.ts'
import { restricted, whatHappens } from './mergeBranch.ts'

export const reject_branch = defineOperation({
  id: 'content.reject_branch',
  summary: 'Reject a branch',
  description: 'Close a branch without applying it. Nothing of the content changes; undo opens it again.',
  icon: 'git-pull-request-closed',
  keywords: ['decline', 'discard changes', 'close branch', 'reddet'],
  effect: 'write',
  capability: 'content.review',
  workflow: 'manual',
  phases: phasesFor('review'),
  affects: ['branches'],
  input: Type.Object({ branch: BranchName }, { additionalProperties: false }),
  output: Type.Object({ rejected: Type.Boolean(), branch: Type.String() }),
  consequence: (context: ContentContext, { branch }) => whatHappens(context, branch, 'Reject'),
  async run(context: ContentContext, { branch: name }) {
    const found = await findOpenBranch(context, name)
    if (!found.ok) return found.result
    const { branches, branch } = found.value
    const opened = await openFor(context, found.value)
    const draft = await branches.drafts.open(branch.id)
    if (!opened || !draft) return notSetUp()
    if (!opened.isWhole) return restricted()
    draft.set('state', 'rejected')
    return ok({ rejected: true, branch: branch.name })
  },
})
