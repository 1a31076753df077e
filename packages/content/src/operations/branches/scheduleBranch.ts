import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { readBranch, scheduleMerge } from '../../branch/branchDocument.ts'
import { refuseBranch } from '../../branch/valueRules.ts'
import { type ContentContext, notSetUp } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'
import { BranchName, findOpenBranch, openFor } from './branchSupport.ts'
import { foreignDocuments, restricted, whatHappens } from './mergeBranch.ts'

/** The farthest time that can be set, in milliseconds from now. */
const MAX_AHEAD = 5 * 366 * 24 * 3_600_000

export const scheduleBranch = defineOperation({
  id: 'content.scheduleBranch',
  summary: 'Merge a branch at a time',
  description:
    'Set when a branch is merged by itself, or null to merge it by hand again. With conflicts at that time it stays open. Whoever changes what it holds before ends that.',
  icon: 'calendar-clock',
  keywords: ['schedule', 'merge later', 'timed release', 'embargo'],
  effect: 'write',
  capability: 'content.review',
  workflow: 'manual',
  onDemand: true,
  phases: phasesFor('review'),
  affects: ['branches'],
  input: Type.Object(
    {
      branch: BranchName,
      at: Type.Union([Type.String({ maxLength: 40, description: 'Such as 2026-03-09T10:00:00Z.' }), Type.Null()]),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ branch: Type.String(), mergeAt: Type.Optional(Type.String()) }),
  async consequence(context: ContentContext, { branch, at }) {
    const what = at === null ? undefined : await whatHappens(context, branch, 'Merge')
    return what && { ...what, message: `At ${at}: ${what.message}` }
  },
  async run(context: ContentContext, { branch: name, at }) {
    const found = await findOpenBranch(context, name)
    if (!found.ok) return found.result
    const { branches, branch } = found.value
    const opened = await openFor(context, found.value)
    const draft = await branches.drafts.open(branch.id)
    if (!opened || !draft) return notSetUp()
    if (!opened.isWhole) return restricted()
    if (at === null) {
      scheduleMerge(draft)
      return ok({ branch: branch.name })
    }
    const time = /^\d{4}-\d{2}-\d{2}T.*(?:Z|[+-]\d{2}:\d{2})$/.test(at) ? Date.parse(at) : Number.NaN
    if (Number.isNaN(time))
      return fail('time', `“${at}” is no time with a zone, such as 2026-03-09T10:00:00Z.`, { path: '/at' })
    const ahead = time - context.now()
    if (ahead <= 0) return fail('time', 'This time is over. merge_branch merges it now.', { path: '/at' })
    if (ahead > MAX_AHEAD) return fail('time', 'This time is more than five years ahead.', { path: '/at' })
    const { contentDocumentId, capabilities } = context
    const refusal = refuseBranch(readBranch(draft), { contentDocumentId, capabilities })
    if (refusal) return fail(refusal.code, refusal.message, { path: '/branch' })
    if (opened.overview.foreign.length > 0) return foreignDocuments(opened.overview.foreign)
    scheduleMerge(draft, { at: time, set: context.now(), models: capabilities?.has('content.model') ?? true })
    return ok({ branch: branch.name, mergeAt: new Date(time).toISOString() })
  },
})
