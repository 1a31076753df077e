import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import { addDeclaration as add } from '../../css/edit.ts'
import { DeclarationText, declarationOf, EditedDeclaration, editedDeclaration, ruleOf } from './declarationTarget.ts'

export const addDeclaration = defineOperation({
  id: 'site.addDeclaration',
  summary: 'Add a declaration to a rule',
  description:
    'Add one declaration (such as "color: red") to the rule of a ruleId, behind the declaration `afterId`, or at its end.',
  icon: 'list-plus',
  keywords: ['css property', 'style rule', 'set property', 'background picture'],
  effect: 'write',
  tab: true,
  onDemand: true,
  affects: ['styles'],
  input: Type.Object(
    { ruleId: Type.String(), declaration: DeclarationText, afterId: Type.Optional(Type.String()) },
    { additionalProperties: false },
  ),
  output: EditedDeclaration,
  run(context: SiteContext, { ruleId, declaration, afterId }) {
    const rule = afterId === undefined ? ruleOf(context, ruleId) : declarationOf(context, ruleId, afterId)
    if (rule.refused) return rule.refused
    const outcome = add(context.site, ruleId, declaration.replace(/;\s*$/, ''), context.newId, afterId)
    return editedDeclaration(context, ruleId, outcome, '/declaration')
  },
})
