import { type Envelope, fail } from '@atelier/operation'
import { type Static, Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import { type EditOutcome, findRule } from '../../css/edit.ts'
import type { Declaration, Rule } from '../../css/rules.ts'
import type { Found } from '../shared/target.ts'

/** A declaration as it is written in CSS, without the semicolon; at most this long, in characters. */
export const DeclarationText = Type.String({ minLength: 1, maxLength: 200_000 })

/** The result of editing one declaration. */
export const EditedDeclaration = Type.Object({
  ruleId: Type.String(),
  declarationId: Type.String(),
  /** The declaration as it stands now; a comment if it is switched off. */
  declaration: Type.String(),
})

const HINT = 'getNodeStyles lists the rules of a node, and the declarations of each.'

/** The rule of an id, or the error that says that there is none. */
export function ruleOf({ site }: SiteContext, ruleId: string): Found<Rule> {
  const rule = findRule(site, ruleId)
  if (rule) return { found: rule }
  return { refused: fail('unknown_rule', 'This rule is no longer there.', { path: '/ruleId', hint: HINT }) }
}

/** The declaration of an id within its rule, or the error that says what is missing. */
export function declarationOf(context: SiteContext, ruleId: string, declarationId: string): Found<Declaration> {
  const rule = ruleOf(context, ruleId)
  if (rule.refused) return rule
  const declaration = rule.found.declarations.find(({ id }) => id === declarationId)
  if (declaration) return { found: declaration }
  const message = 'This declaration is no longer there.'
  return { refused: fail('unknown_declaration', message, { path: '/declarationId', hint: HINT }) }
}

/** The result of an edit: the declaration as it is now, or why the edit was refused. */
export function editedDeclaration(
  context: SiteContext,
  ruleId: string,
  outcome: EditOutcome,
  path: string,
): Envelope<Static<typeof EditedDeclaration>> {
  if (!outcome.ok)
    return fail('invalid_css', outcome.error, { path, hint: 'Write one declaration, such as color: red.' })
  const edited = declarationOf(context, ruleId, outcome.id)
  if (edited.refused) return edited.refused
  return { ok: true, data: { ruleId, declarationId: outcome.id, declaration: edited.found.text } }
}
