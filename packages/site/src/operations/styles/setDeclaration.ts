import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import { setDeclaration as set } from '../../css/edit.ts'
import { DeclarationText, declarationOf, EditedDeclaration, editedDeclaration } from './declarationTarget.ts'

export const setDeclaration = defineOperation({
  id: 'site.setDeclaration',
  summary: 'Change a declaration of a rule',
  description: 'Rewrite one declaration of a rule where it stands, such as "color: red !important".',
  icon: 'square-pen',
  keywords: ['css property', 'css value', 'rewrite declaration', 'style rule'],
  effect: 'write',
  fromReading: true,
  tab: true,
  onDemand: true,
  affects: ['styles'],
  input: Type.Object(
    { ruleId: Type.String(), declarationId: Type.String(), declaration: DeclarationText },
    { additionalProperties: false },
  ),
  output: EditedDeclaration,
  run(context: SiteContext, { ruleId, declarationId, declaration }) {
    const existing = declarationOf(context, ruleId, declarationId)
    if (existing.refused) return existing.refused
    const outcome = set(context.site, ruleId, declarationId, declaration.replace(/;\s*$/, ''))
    return editedDeclaration(context, ruleId, outcome, '/declaration')
  },
})
