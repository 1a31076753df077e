import type { Draft, View } from '@atelier/documents'
import { orderBetween } from './order.ts'
import { parseBlock, parseCss } from './parse.ts'
import { declarationKey, preludeKey, readBirth, ruleDeletedKey, ruleKey, writeLaterDeclaration } from './records.ts'
import { type Declaration, declaration, type Rule, readRules, walkRules } from './rules.ts'
import { cssRefusal } from './safety.ts'
import { missingEnd } from './tokenize.ts'

/** A sentence that says why an edit was refused; nothing was written then. */
export type EditOutcome = { ok: true; id: string } | { ok: false; error: string }

const refusedCssEdit = (error: string): EditOutcome => ({ ok: false, error })

/** Finds a rule of the live stylesheet with everything inside it. */
export function findRule(view: View, ruleId: string): Rule | undefined {
  const sheet = readBirth(view.get(ruleKey(ruleId)))?.sheet
  for (const [rule] of walkRules(readRules(view, sheet))) if (rule.id === ruleId) return rule
  return undefined
}

/** Rewrites one declaration (`color: red`, as in CSS) in place. */
export function setDeclaration(draft: Draft, ruleId: string, declarationId: string, text: string): EditOutcome {
  const rule = findRule(draft, ruleId)
  const existing = rule?.declarations.find(({ id }) => id === declarationId)
  if (!rule || !existing) return refusedCssEdit('This declaration is no longer there.')
  const checked = checkDeclaration(text)
  if (!checked.ok) return refusedCssEdit(checked.error)
  rewriteDeclaration(draft, rule, existing, checked.text)
  return { ok: true, id: declarationId }
}

/** Removes one declaration from its rule. */
export function removeDeclaration(draft: Draft, ruleId: string, declarationId: string): EditOutcome {
  const rule = findRule(draft, ruleId)
  const existing = rule?.declarations.find(({ id }) => id === declarationId)
  if (!rule || !existing) return refusedCssEdit('This declaration is no longer there.')
  dropDeclaration(draft, rule, existing)
  return { ok: true, id: declarationId }
}

/**
 * Switches a declaration off by making it a comment in its place, or on again by taking the comment away. One that is
 * so already stays as it is.
 */
export function switchDeclaration(draft: Draft, ruleId: string, declarationId: string, on: boolean): EditOutcome {
  const rule = findRule(draft, ruleId)
  const existing = rule?.declarations.find(({ id }) => id === declarationId)
  if (!rule || !existing) return refusedCssEdit('This declaration is no longer there.')
  const inner = existing.name === '' ? switchedOff(existing.text) : undefined
  if (existing.name === '' && inner === undefined) return refusedCssEdit('This is a comment, not a declaration.')
  if (on === (inner === undefined)) return { ok: true, id: declarationId }
  if (!on && existing.text.includes('*/'))
    return refusedCssEdit('A declaration with a comment in it cannot be switched off.')
  rewriteDeclaration(draft, rule, existing, inner ?? `/* ${existing.text} */`)
  return { ok: true, id: declarationId }
}

/** The declaration inside a comment; undefined if the comment holds anything else. */
export function switchedOff(text: string): string | undefined {
  if (text.length < 4 || !text.startsWith('/*') || !text.endsWith('*/')) return undefined
  const inner = text.slice(2, -2).trim()
  return /^-{0,2}[a-z][\w-]*\s*:\s*\S/i.test(inner) ? inner : undefined
}

/** Adds a declaration behind `after`, or behind the last one of the rule; `id` in the outcome is its own. */
export function addDeclaration(
  draft: Draft,
  ruleId: string,
  text: string,
  newId: () => string,
  after?: string,
): EditOutcome {
  const rule = findRule(draft, ruleId)
  if (!rule) return refusedCssEdit('This rule is no longer there.')
  const checked = checkDeclaration(text)
  if (!checked.ok) return refusedCssEdit(checked.error)
  const behind = rule.declarations.find(({ id }) => id === after) ?? rule.declarations.at(-1)
  return { ok: true, id: insertDeclaration(draft, rule, checked.text, behind, newId()).id }
}

/** Rewrites a rule's selector, or an at-rule up to its block. */
export function setPrelude(draft: Draft, ruleId: string, prelude: string): EditOutcome {
  const rule = findRule(draft, ruleId)
  if (!rule) return refusedCssEdit('This rule is no longer there.')
  const text = prelude.trim()
  const { items, errors } = parseCss(`${text}{}`)
  const [item, more] = items
  const isBlock = item?.kind === rule.kind && (item.kind === 'style' || item.kind === 'at')
  if (
    more ||
    errors.length > 0 ||
    !isBlock ||
    item.prelude !== text ||
    (item.kind === 'at' && item.name !== rule.name)
  ) {
    return refusedCssEdit(
      errors[0]?.message ?? `\`${text}\` is not a ${rule.kind === 'style' ? 'selector' : 'condition of this rule'}.`,
    )
  }
  const reason = cssRefusal(text)
  if (reason) return refusedCssEdit(`Refused: ${reason}.`)
  const space = rule.prelude.slice(rule.prelude.trimEnd().length)
  draft.set(preludeKey(ruleId), text + space)
  return { ok: true, id: ruleId }
}

/** Removes a rule and its contents from the stylesheet. */
export function removeRule(draft: Draft, ruleId: string): EditOutcome {
  if (!draft.has(ruleKey(ruleId)) || draft.get(ruleDeletedKey(ruleId)) === true) {
    return refusedCssEdit('This rule is no longer there.')
  }
  draft.set(ruleDeletedKey(ruleId), true)
  return { ok: true, id: ruleId }
}

/** Writes a declaration's new text, and keeps the reading of the rule in step. */
export function rewriteDeclaration(draft: Draft, rule: Rule, existing: Declaration, text: string): void {
  if (existing.text === text) return
  if (existing.later) {
    writeLaterDeclaration(draft, rule.id, existing.id, { at: existing.at, before: existing.before, text })
  } else draft.set(declarationKey(rule.id, existing.id), text)
  const index = rule.declarations.indexOf(existing)
  rule.declarations[index] = declaration(existing.id, existing.at, existing.before, text, existing.later)
}

export function dropDeclaration(draft: Draft, rule: Rule, existing: Declaration): void {
  draft.set(declarationKey(rule.id, existing.id), null)
  rule.declarations.splice(rule.declarations.indexOf(existing), 1)
}

/** Writes a new declaration behind `after`, in front of whatever comes next (of all, if `after` is undefined). */
export function insertDeclaration(
  draft: Draft,
  rule: Rule,
  text: string,
  after: Declaration | undefined,
  id: string,
): Declaration {
  // From the end, where most go.
  const index = after ? rule.declarations.findLastIndex((each) => each.id === after.id) + 1 : 0
  const next = [rule.declarations[index]?.at, rule.rules.find((each) => after === undefined || each.at > after.at)?.at]
  const [nearest] = next.filter((at) => at !== undefined).sort()
  const at = orderBetween(after?.at, nearest)
  const model = after && after.name !== '' ? after : rule.declarations.find(({ name }) => name !== '')
  const before = model ? model.before.replace(/^[^\n]*?(?=\n[^\n]*$)/, '') : rule.tail.includes('\n') ? '\n  ' : ' '
  writeLaterDeclaration(draft, rule.id, id, { at, before, text })
  const added = declaration(id, at, before, text, true)
  rule.declarations.splice(index, 0, added)
  return added
}

function checkDeclaration(source: string): { ok: true; text: string } | { ok: false; error: string } {
  const text = source.trim()
  const { items, errors } = parseBlock(text + missingEnd(text))
  const [item, more] = items
  if (errors[0]) return { ok: false, error: errors[0].message }
  if (item?.kind !== 'declaration' || more)
    return { ok: false, error: 'Expected one declaration, such as `color: red`.' }
  const reason = cssRefusal(item.text)
  if (reason) return { ok: false, error: `Refused: ${reason}.` }
  return { ok: true, text: item.text.trim() }
}
