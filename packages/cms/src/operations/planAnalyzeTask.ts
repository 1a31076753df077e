import { defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { CmsContext } from '../context/context.ts'
import { surroundingsOf } from '../memory/reader.ts'
import { recall } from '../memory/recall.ts'
import { planRequest } from '../plan/plan.ts'

const Candidate = Type.Object({ kind: Type.String(), id: Type.String(), name: Type.String() })

export const planAnalyzeTask = defineOperation({
  id: 'cms.planAnalyzeTask',
  summary: 'Plan a task',
  description:
    'Plan a request of several steps: what it names, the tools in order, what is missing or unclear, what the person is asked about.',
  icon: 'list-checks',
  of: 'site.find',
  effect: 'read',
  input: Type.Object(
    {
      userRequest: Type.String({ minLength: 1, maxLength: 4_000 }),
      context: Type.Optional(Type.String({ maxLength: 4_000 })),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    steps: Type.Array(
      Type.Object({
        step: Type.Integer(),
        /** The id of the operation. */
        operation: Type.String(),
        what: Type.String(),
        ids: Type.Array(Type.String()),
        /** A person is asked before it is done. */
        asks: Type.Boolean(),
      }),
    ),
    named: Type.Array(
      Type.Object({
        phrase: Type.String(),
        kind: Type.String(),
        ids: Type.Array(Type.String()),
        names: Type.Array(Type.String()),
        reason: Type.String(),
      }),
    ),
    /** Questions to settle first, each with its step. */
    open: Type.Array(
      Type.Object({
        step: Type.Integer(),
        what: Type.String(),
        candidates: Type.Optional(Type.Array(Candidate)),
      }),
    ),
  }),
  async run(context: CmsContext, { userRequest }) {
    const { clock, site, toolOf } = context
    const around = surroundingsOf(site)
    const { before: memory } = (await context.recall()) ?? recall({ messages: [], approvals: [] }, around, clock())
    const { steps, named, open } = planRequest(userRequest, { memory, around, clock: clock(), toolOf })
    const plan = {
      steps: steps.map((step) => ({ ...step, ids: [...step.ids] })),
      named: named.map((each) => ({ ...each, ids: [...each.ids], names: [...each.names] })),
      open: open.map(({ step, what, candidates }) => ({
        step,
        what,
        ...(candidates ? { candidates: candidates.map(({ kind, id, name }) => ({ kind, id, name })) } : {}),
      })),
    }
    const warnings = steps.length > 0 ? [] : ['No tool was recognised in this request: plan it yourself, or ask.']
    return ok(plan, { warnings })
  },
})
