import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { applyVariant, sectionNow } from '../variants/apply.ts'
import { type GenerateContext, noVariants, openSite, openVariants } from './context.ts'

export const takeVariant = defineOperation({
  id: 'generate.takeVariant',
  summary: 'Take a variant of a section',
  description:
    'Put one of the three variants of a section into its page, with its styles, as one step of undo; undone, all three wait for a choice again. Refused if the section has changed since they were made, or is locked.',
  icon: 'check',
  keywords: ['choose a variant', 'use this version'],
  effect: 'write',
  writesForAgent: true,
  onDemand: true,
  affects: ['page', 'styles', 'variants'],
  input: Type.Object(
    {
      variantsId: Type.String({ minLength: 1, maxLength: 100 }),
      variant: Type.Integer({ minimum: 0, maximum: 2 }),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ pageId: Type.String(), nodeId: Type.String(), name: Type.String() }),
  async run(context: GenerateContext, { variantsId, variant }) {
    const opened = await openVariants(context, variantsId)
    const open = await openSite(context)
    if (!opened || !open) return noVariants()
    const { draft, variants } = opened
    const { section, state } = variants
    if (state !== 'ready') {
      const said = state === 'making' ? 'These variants are still being made.' : 'These variants wait for no choice.'
      return fail('not_ready', said, { path: '/variantsId' })
    }
    const asked = variants.variants[variant]
    if (!asked) return fail('unknown_variants', 'There is no such variant.', { path: '/variant' })
    const now = await sectionNow(open, section)
    const hint = 'Have new variants made of the section as it is now, or keep it.'
    if (now === undefined) return fail('changed_meanwhile', 'The section is gone: nothing was written.', { hint })
    if (now !== section.html)
      return fail(
        'changed_meanwhile',
        'The section was changed since its variants were made: nothing was written, so that nothing is lost.',
        { hint },
      )
    const applied = await applyVariant(open, section, asked)
    if (!applied.ok) return applied.error ? fail(applied.error.code, applied.error.message) : noVariants()
    draft.set('state', 'taken')
    draft.set('taken', variant)
    const { pageId, nodeId } = section
    return ok({ pageId, nodeId, name: asked.name }, applied.warnings ? { warnings: applied.warnings } : {})
  },
})
