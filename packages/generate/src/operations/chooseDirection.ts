import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { readPlan } from '../plan/plan.ts'
import { chooseDirection as applyDirection, DIRECTIONS, directionsOf } from '../rehearsal/directions.ts'
import { type GenerateContext, noPlan } from './context.ts'

export const chooseDirection = defineOperation({
  id: 'generate.chooseDirection',
  summary: 'Give a plan one of three looks',
  description:
    'Set type, colours, corners, pictures and density of the plan in one step: quiet, clear or bold. Colours that the brief names stay.',
  icon: 'palette',
  keywords: ['look', 'direction', 'style of the plan', 'another design'],
  effect: 'write',
  onDemand: true,
  affects: ['plan'],
  input: Type.Object({ direction: Type.Enum([...DIRECTIONS]) }, { additionalProperties: false }),
  output: Type.Object({ direction: Type.String() }),
  run({ plan }: GenerateContext, { direction }) {
    if (!plan) return noPlan()
    const chosen = directionsOf(readPlan(plan)).find(({ name }) => name === direction)
    if (!chosen) return fail('invalid_edit', `There is no look “${direction}”.`, { path: '/direction' })
    const done = applyDirection(plan, chosen)
    return done.ok ? ok({ direction }) : fail('invalid_edit', done.error, { path: '/direction' })
  },
})
