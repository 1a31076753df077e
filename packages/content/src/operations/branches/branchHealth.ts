import { defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { branchHealth } from '../../branch/health.ts'
import { type ContentContext, notSetUp } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'

export const branch_health = defineOperation({
  id: 'content.branch_health',
  summary: 'Count open branches',
  description:
    'How many branches wait for a review, against the limits from which on somebody is warned and no further one is opened.',
  icon: 'activity',
  keywords: ['branch limit', 'too many branches', 'pending reviews'],
  effect: 'read',
  phases: phasesFor('read'),
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Object({
    open: Type.Integer(),
    warnLimit: Type.Integer(),
    blockLimit: Type.Integer(),
    state: Type.Union([Type.Literal('healthy'), Type.Literal('warn'), Type.Literal('blocked')]),
    message: Type.String(),
  }),
  async run({ branches }: ContentContext) {
    if (!branches) return notSetUp()
    const open = branches.all.filter(({ state }) => state === 'open').length
    return ok(branchHealth(open, (await branches.reader.schema())?.config))
  },
})
