import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { openBranch } from '../../branch/branchDocument.ts'
import { newBranchName, readBranchName } from '../../branch/branchName.ts'
import { branchHealth } from '../../branch/health.ts'
import { type ContentContext, notSetUp } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'

export const createBranch = defineOperation({
  id: 'content.createBranch',
  summary: 'Open a branch',
  description:
    'Open an empty branch, on which changes are kept until somebody merges them. Calls write on it when it is chosen.',
  icon: 'git-branch-plus',
  keywords: ['new branch', 'new proposal', 'draft changes'],
  effect: 'write',
  workflow: 'none',
  onDemand: true,
  phases: phasesFor('write'),
  affects: ['branches'],
  input: Type.Object(
    {
      title: Type.String({ minLength: 1, maxLength: 200 }),
      about: Type.Optional(Type.String({ maxLength: 4_000 })),
      model: Type.Optional(Type.String({ maxLength: 64, description: 'What it is about, for its name.' })),
      locale: Type.Optional(Type.String({ maxLength: 20 })),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ id: Type.String(), branch: Type.String() }),
  async run(context: ContentContext, { title, about, model = 'entries', locale }) {
    const { branches, reader, newId, now, sessionId } = context
    const config = (await reader.schema())?.config
    if (!branches || !config) return notSetUp()
    const health = branchHealth(branches.all.filter(({ state }) => state === 'open').length, config)
    if (health.state === 'blocked')
      return fail('branch_limit', health.message, { hint: 'merge_branch and reject_branch close them.' })
    const id = newId()
    const name = newBranchName(
      { scope: 'content', target: model, ...(locale === undefined ? {} : { locale }) },
      now(),
      id,
    )
    if (!readBranchName(name))
      return fail('name', `“${model}” or “${locale ?? ''}” cannot be a part of a branch’s name.`, { path: '/model' })
    openBranch(branches.drafts.create(id, 'branch'), {
      name,
      title,
      session: sessionId,
      ...(about === undefined ? {} : { about }),
    })
    return ok({ id, branch: name })
  },
})
