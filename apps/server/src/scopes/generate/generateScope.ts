import { blueprintType, createGenerateScope } from '@atelier/generate'
import { registerScope, type ServerScope } from '../../operations/scopes.ts'

/** The scope `generate`. What the runs of a generation's steps do stands in `generations/tasks.ts`. */
export const generateScope = {
  documentTypes: [blueprintType],
  create: (): ServerScope => registerScope(createGenerateScope()),
}
