import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { readPlan } from '../plan/plan.ts'
import { type GenerateContext, type GenerateServices, type NotBegun, noService } from './context.ts'

const View = Type.Object({
  generationId: Type.String(),
  /** The plan's document, for readPlan and editPlan. */
  documentId: Type.String(),
  state: Type.String(),
  step: Type.String(),
  siteName: Type.String(),
  why: Type.Optional(Type.String()),
  /** The other generation that it waits for. */
  waits: Type.Optional(Type.String()),
  spentUsd: Type.Number(),
  parts: Type.Array(
    Type.Object({
      key: Type.String(),
      file: Type.Optional(Type.String()),
      title: Type.String(),
      state: Type.String(),
      why: Type.Optional(Type.String()),
      /** The reasons why a written page is not done. */
      problems: Type.Optional(Type.Array(Type.String())),
    }),
  ),
})

export const planSite = defineOperation({
  id: 'generate.planSite',
  summary: 'Plan a site from a brief',
  description:
    'Have a plan made from a few sentences: of a new site, a redesign of what is there, or further pages. It is made in the background: listGenerations says when it awaits approval; carryOutPlan then makes the pages.',
  icon: 'sparkles',
  keywords: ['generate a website', 'new site from a prompt', 'redesign', 'blueprint'],
  effect: 'external',
  onDemand: true,
  affects: ['plan'],
  input: Type.Object(
    {
      brief: Type.String({ minLength: 1, maxLength: 20_000, pattern: '\\S' }),
      kind: Type.Optional(Type.Enum(['site', 'redesign', 'pages'])),
      budgetUsd: Type.Optional(Type.Number({ minimum: 0.01, maximum: 1000 })),
    },
    { additionalProperties: false },
  ),
  output: View,
  consequence: (_context: GenerateContext, { brief, budgetUsd }) => ({
    message: `Have a model plan a site: “${brief.slice(0, 200)}”${budgetUsd === undefined ? '' : `, for at most $${budgetUsd} with its pages`}.`,
    target: 'A new plan',
    documentIds: [],
  }),
  outside: async ({ generations }: GenerateServices, { brief, kind = 'site', budgetUsd }, { actor }) =>
    generations?.plan(actor, { brief, kind, ...(budgetUsd === undefined ? {} : { budgetUsd }) }),
  verify: 'listGenerations has the plan if it did.',
  run(_context: GenerateContext, _input, begun) {
    if (!begun) return noService()
    return 'error' in begun ? fail(begun.code, begun.error, hintOf(begun)) : ok(begun)
  },
})

export const carryOutPlan = defineOperation({
  id: 'generate.carryOutPlan',
  summary: 'Make the site that is planned',
  description:
    'Approve a plan and make its pages, or go on with one that was stopped or failed. The pages are written in the background: listGenerations says how far they are.',
  icon: 'hammer',
  keywords: ['approve the plan', 'make the pages', 'generate', 'resume'],
  effect: 'external',
  onDemand: true,
  affects: ['site', 'page', 'styles'],
  input: Type.Object({ generationId: Type.String({ minLength: 1, maxLength: 100 }) }, { additionalProperties: false }),
  output: View,
  consequence: ({ plan, documentId }: GenerateContext, { generationId }) => {
    const read = plan && readPlan(plan)
    const pages = read ? ` “${read.site.siteName}” with ${read.pages.length} pages` : ''
    return {
      message: `Have a model make the planned site${pages}. Pages and styles of the same name are replaced; all of it can be undone in one step.`,
      target: generationId,
      documentIds: plan ? [documentId] : [],
    }
  },
  outside: async ({ generations }: GenerateServices, { generationId }) => generations?.carryOut(generationId),
  verify: 'listGenerations tells whether the plan is being carried out.',
  run(_context: GenerateContext, _input, begun) {
    if (!begun) return noService()
    if (!('error' in begun)) return ok(begun)
    if (begun.code === 'no_model') return fail(begun.code, begun.error, hintOf(begun))
    return fail('not_carried_out', begun.error, { path: '/generationId', hint: 'listGenerations has the ids.' })
  },
})

const hintOf = ({ hint }: NotBegun) => (hint === undefined ? {} : { hint })

export const listGenerations = defineOperation({
  id: 'generate.listGenerations',
  summary: 'List the sites that were planned',
  description: 'The plans of this project and how far each is: its steps and pages with their states, newest first.',
  icon: 'list-todo',
  keywords: ['progress of a generation', 'plans', 'is it done'],
  effect: 'read',
  onDemand: true,
  services: true,
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Object({ generations: Type.Array(View) }),
  async run({ services }: GenerateContext) {
    if (!services.generations) return noService()
    return ok({ generations: await services.generations.list() })
  },
})
