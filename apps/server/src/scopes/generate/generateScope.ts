import { blueprintType, createGenerateScope, type GenerationServiceOf } from '@atelier/generate'
import { registerScope, type ServerScope } from '../../operations/scopes.ts'

export interface GenerateScopeOptions {
  generations: GenerationServiceOf
}

/** The scope `generate`. What the runs of a generation's steps do stands in `generations/tasks.ts`. */
export const generateScope = {
  documentTypes: [blueprintType],
  create: ({ generations }: GenerateScopeOptions): ServerScope => registerScope(createGenerateScope(generations)),
}
