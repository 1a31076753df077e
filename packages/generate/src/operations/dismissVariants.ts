import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { areOpen } from '../variants/variants.ts'
import { type GenerateContext, noVariants, openVariants } from './context.ts'

export const dismissVariants = defineOperation({
  id: 'generate.dismissVariants',
  summary: 'Keep the present section',
  description: 'Keep a section as it is, and let its three variants go. Undone, they wait for a choice again.',
  icon: 'x',
  keywords: ['keep the present one', 'no variant', 'dismiss variants'],
  effect: 'write',
  onDemand: true,
  affects: ['variants'],
  input: Type.Object({ variantsId: Type.String({ minLength: 1, maxLength: 100 }) }, { additionalProperties: false }),
  output: Type.Object({ variantsId: Type.String() }),
  async run(context: GenerateContext, { variantsId }) {
    const opened = await openVariants(context, variantsId)
    if (!opened) return noVariants()
    if (!areOpen(opened.variants)) return fail('not_ready', 'These variants wait for no choice any more.')
    opened.draft.set('state', 'dismissed')
    return ok({ variantsId })
  },
})
