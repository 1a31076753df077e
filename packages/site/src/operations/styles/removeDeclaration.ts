import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import { removeDeclaration as remove } from '../../css/edit.ts'
import { declarationOf, EditedDeclaration } from './declarationTarget.ts'

export const removeDeclaration = defineOperation({
  id: 'site.removeDeclaration',
  summary: 'Remove a declaration of a rule',
  description:
    'Take one declaration out of a rule, by the ids that getNodeStyles returns; removeCss takes out properties by name.',
  icon: 'list-x',
  keywords: ['delete property', 'css property', 'style rule'],
  effect: 'write',
  tab: true,
  onDemand: true,
  affects: ['styles'],
  input: Type.Object({ ruleId: Type.String(), declarationId: Type.String() }, { additionalProperties: false }),
  /** `declaration` is the one that was removed. */
  output: EditedDeclaration,
  run(context: SiteContext, { ruleId, declarationId }) {
    const existing = declarationOf(context, ruleId, declarationId)
    if (existing.refused) return existing.refused
    const outcome = remove(context.site, ruleId, declarationId)
    if (!outcome.ok) return fail('unknown_declaration', outcome.error, { path: '/declarationId' })
    return ok({ ruleId, declarationId, declaration: existing.found.text })
  },
})
