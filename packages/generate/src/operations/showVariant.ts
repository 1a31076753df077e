import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { applyVariant, sectionAlone } from '../variants/apply.ts'
import { type GenerateContext, noVariants, openSite, openVariants } from './context.ts'

export const showVariant = defineOperation({
  id: 'generate.showVariant',
  summary: 'Look at a variant of a section',
  description:
    'A document that shows only one variant of a section, in the styles of the site; without a variant, the section as it is now. Nothing is changed.',
  icon: 'eye',
  keywords: ['preview of a variant', 'sample'],
  effect: 'read',
  onDemand: true,
  heavy: true,
  services: true,
  input: Type.Object(
    {
      variantsId: Type.String({ minLength: 1, maxLength: 100 }),
      variant: Type.Optional(Type.Integer({ minimum: 0, maximum: 2 })),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ html: Type.String() }),
  async run(context: GenerateContext, { variantsId, variant }) {
    const opened = await openVariants(context, variantsId)
    const open = await openSite(context)
    if (!opened || !open) return noVariants()
    const { section, variants } = opened.variants
    if (variant !== undefined) {
      const asked = variants[variant]
      if (!asked) return fail('unknown_variants', 'There is no such variant.', { path: '/variant' })
      // A read is never committed: the drafts show what taking it would make.
      const applied = await applyVariant(open, section, asked)
      if (!applied.ok) return applied.error ? fail(applied.error.code, applied.error.message) : noVariants()
    }
    const shown = await sectionAlone(open, section, context.services.compileUtilities)
    return shown.ok && shown.data ? ok(shown.data) : shown
  },
})
