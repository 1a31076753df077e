import type { ScopeRun } from '@atelier/agent'
import { blueprintType } from '@atelier/generate'
import { createSiteScope } from '@atelier/site'
import { registerScope, type ServerScope, type ServerTypes } from '../../operations/scopes.ts'

const site = createSiteScope()

/**
 * The scope `generate`: the conversations of a generation. A person's words in them are about the site, so they are
 * carried out as in the scope `site`; what the runs of its steps do stands in `generations/tasks.ts`.
 */
export const generateScope = {
  documentTypes: [blueprintType],
  create: (): ServerScope =>
    registerScope<never>({
      id: 'generate',
      focusFields: site.focusFields ?? [],
      operations: [],
      prompt: site.prompt,
      rehearsals: site.rehearsals,
      // The conversation's own document may be the plan, which is no page.
      suffix: ({ documentId: _, ...run }: ScopeRun<ServerTypes>) => site.suffix(run),
      focusOf: (result, operation) => site.focusOf(result, operation),
      context: () => {
        throw new Error('The scope has no operations of its own')
      },
    }),
}
