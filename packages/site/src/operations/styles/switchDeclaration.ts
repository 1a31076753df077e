import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import { switchDeclaration as change } from '../../css/edit.ts'
import { declarationOf, EditedDeclaration, editedDeclaration } from './declarationTarget.ts'

export const switchDeclaration = defineOperation({
  id: 'site.switchDeclaration',
  summary: 'Switch a declaration on or off',
  description:
    'Switch one declaration of a rule off, so that it stays in the stylesheet as a comment, or on again. Its ids come from getNodeStyles.',
  icon: 'toggle-left',
  keywords: ['disable property', 'enable property', 'comment out', 'try without'],
  effect: 'write',
  tab: true,
  onDemand: true,
  affects: ['styles'],
  input: Type.Object(
    { ruleId: Type.String(), declarationId: Type.String(), on: Type.Boolean() },
    { additionalProperties: false },
  ),
  output: EditedDeclaration,
  run(context: SiteContext, { ruleId, declarationId, on }) {
    const existing = declarationOf(context, ruleId, declarationId)
    if (existing.refused) return existing.refused
    const outcome = change(context.site, ruleId, declarationId, on)
    return editedDeclaration(context, ruleId, outcome, '/declarationId')
  },
})
