import { defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { type GenerateContext, noService } from './context.ts'
import { VariantsOutput } from './variantsOutput.ts'

export const listVariants = defineOperation({
  id: 'generate.listVariants',
  summary: 'List the variants that wait for a choice',
  description: 'The variants of sections that are being made or wait for a choice, newest first.',
  icon: 'list',
  keywords: ['variants', 'alternatives', 'choose a section'],
  effect: 'read',
  onDemand: true,
  services: true,
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Object({ variants: Type.Array(VariantsOutput) }),
  async run({ services }: GenerateContext) {
    if (!services.variants) return noService()
    return ok({ variants: await services.variants.list() })
  },
})
