import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { type GenerateContext, type GenerateServices, noService } from './context.ts'
import { VariantsOutput } from './variantsOutput.ts'

export const makeVariants = defineOperation({
  id: 'generate.makeVariants',
  summary: 'Write a section again in three variants',
  description:
    'Have one section of a page written again in three variants, for a person to choose from. Nothing on the page changes: listVariants says when they are ready, takeVariant takes one.',
  icon: 'layout-panel-left',
  keywords: ['section again', 'another version of a section', 'alternatives', 'redo this section', 'variants'],
  effect: 'external',
  onDemand: true,
  affects: ['variants'],
  input: Type.Object(
    {
      pageId: Type.String({ minLength: 1, maxLength: 100 }),
      /** Its uid, the name of its block, or its id attribute. */
      section: Type.String({ minLength: 1, maxLength: 200 }),
      wish: Type.Optional(Type.String({ maxLength: 2_000 })),
    },
    { additionalProperties: false },
  ),
  output: VariantsOutput,
  consequence: (_context: GenerateContext, { section }) => ({
    message: `Have a model write the section ${section} again in three variants. The page stays as it is until one is taken.`,
    target: section,
    documentIds: [],
  }),
  outside: async ({ variants }: GenerateServices, { pageId, section, wish = '' }, { actor }) =>
    variants?.make(actor, { pageId, section, wish }),
  verify: 'listVariants has them if it did.',
  run(_context: GenerateContext, _input, begun) {
    if (!begun) return noService()
    if (!('error' in begun)) return ok(begun)
    return fail(begun.code, begun.error, begun.hint === undefined ? {} : { hint: begun.hint })
  },
})
