import { defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { Blueprint } from '../blueprint/schema.ts'
import { blueprintOf, readPlan as planOf } from '../plan/plan.ts'
import { PartState, readProgress } from '../plan/progress.ts'
import { type GenerateContext, noPlan } from './context.ts'

export const readPlan = defineOperation({
  id: 'generate.readPlan',
  summary: 'Read the plan of a site',
  description:
    'Read the plan: its pages with their sections, the design, the tone and the shared parts, and how far each page is. Pages and sections are named by their keys in edits.',
  icon: 'map',
  keywords: ['blueprint', 'outline', 'sitemap', 'what is planned'],
  effect: 'read',
  heavy: true,
  onDemand: true,
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Object({
    documentId: Type.String(),
    brief: Type.String(),
    plan: Blueprint,
    /** In the order of the plan. */
    pages: Type.Array(
      Type.Object({
        key: Type.String(),
        file: Type.String(),
        state: PartState,
        why: Type.Optional(Type.String()),
        sections: Type.Array(Type.Object({ key: Type.String(), id: Type.String(), name: Type.String() })),
      }),
    ),
  }),
  run({ plan, documentId }: GenerateContext) {
    if (!plan) return noPlan()
    const read = planOf(plan)
    const { parts } = readProgress(plan)
    return ok({
      documentId,
      brief: read.brief,
      plan: blueprintOf(read),
      pages: read.pages.map(({ key, filename, sections }) => {
        const { state, why } = parts.get(key) ?? { state: 'waiting' as const }
        return {
          key,
          file: filename,
          state,
          ...(why === undefined ? {} : { why }),
          sections: sections.map((section) => ({ key: section.key, id: section.id, name: section.name })),
        }
      }),
    })
  },
})
