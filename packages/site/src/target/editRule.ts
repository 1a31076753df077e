import type { Draft } from '@atelier/documents'
import { noChange } from '../css/change.ts'
import { dropDeclaration, findRule, removeRule } from '../css/edit.ts'
import { longhandsOf } from '../css/longhands.ts'
import { mergeDeclarations } from '../css/merge.ts'
import { parseBlock } from '../css/parse.ts'
import type { Rule } from '../css/rules.ts'

/** Property to value; null removes the property. */
export type StyleDeclarations = ReadonlyMap<string, string | null>

/** Sets and removes declarations of a rule; one that this empties is removed, with blocks that are empty then. */
export function editRule(site: Draft, ruleId: string, declarations: StyleDeclarations, newId: () => string): boolean {
  const rule = findRule(site, ruleId)
  if (!rule) return false
  const hasLeft = editDeclarations(site, rule, declarations, newId)
  if (!hasLeft) removeEmpty(site, rule)
  return hasLeft
}

/** The same for only the declarations. Answers whether the rule still holds anything, or nothing was removed. */
export function editDeclarations(
  site: Draft,
  rule: Rule,
  declarations: StyleDeclarations,
  newId: () => string,
): boolean {
  const texts = [...declarations].flatMap(([property, value]) => {
    if (value === null) return []
    const important = rule.declarations.some(({ name, important: is }) => name === property && is)
    return [`${property}: ${value}${important ? ' !important' : ''}`]
  })
  if (texts.length > 0) {
    mergeDeclarations(site, rule, parseBlock(texts.join(';')), newId, rule.selector, noChange())
  }
  const gone = [...declarations].filter(([, value]) => value === null).map(([property]) => property)
  for (const each of rule.declarations.filter(({ name }) => gone.some((property) => isPartOf(name, property)))) {
    dropDeclaration(site, rule, each)
  }
  return gone.length === 0 || rule.declarations.length > 0 || rule.rules.length > 0
}

/** Removing a shorthand removes the longhands of it too. */
function isPartOf(name: string, property: string): boolean {
  if (name === '') return false
  const whole = longhandsOf(property)
  return name === property || longhandsOf(name).every((longhand) => whole.includes(longhand))
}

function removeEmpty(site: Draft, rule: Rule): void {
  removeRule(site, rule.id)
  const parent = rule.parent === '' ? undefined : findRule(site, rule.parent)
  if (parent?.kind === 'at' && parent.rules.length === 0 && parent.declarations.length === 0) removeEmpty(site, parent)
}
