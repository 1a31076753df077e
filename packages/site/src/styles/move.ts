import type { Draft, View } from '@atelier/documents'
import { orderBetween } from '../css/order.ts'
import { ruleOrderKey, ruleSpaceKey } from '../css/records.ts'
import { type Rule, readRules, walkRules } from '../css/rules.ts'

/** A rule, its new neighbour, and everything in the same block as both. */
export interface RuleMove {
  rule: Rule
  /** The named rule, or the block that contains it beside `rule`. */
  anchor: Rule
  /** The rules and comments of the block, in order. */
  siblings: readonly Rule[]
  /** Order keys of the declarations of the block. */
  declarations: readonly string[]
}

/** The fault of a move, as a sentence. */
export type MoveRefusal = { problem: string; is: 'rule' | 'target' }

/** Finds what a move is about; a sentence if the rules are not in one block of one stylesheet. */
export function findMove(site: View, sheet: string, ruleId: string, targetId: string): RuleMove | MoveRefusal {
  const top = readRules(site, sheet)
  const all = [...walkRules(top)]
  const [rule, around = []] = all.find(([each]) => each.id === ruleId) ?? []
  const [target, outer = []] = all.find(([each]) => each.id === targetId) ?? []
  if (!rule) return { problem: 'This rule is no longer there.', is: 'rule' }
  if (!target) return { problem: 'No rule of this stylesheet has this id.', is: 'target' }
  const anchor = [...outer, target].find(({ parent }) => parent === rule.parent)
  if (!anchor) return { problem: 'A rule stays in its block: this one stands outside of it.', is: 'target' }
  if (anchor.id === rule.id) return { problem: 'A rule cannot go beside itself.', is: 'target' }
  const block = around.at(-1)
  return {
    rule,
    anchor,
    siblings: block?.rules ?? top,
    declarations: block?.declarations.map(({ at }) => at) ?? [],
  }
}

/**
 * Puts a rule before or behind another of its block; comments right above a rule belong to it. Returns whether anything
 * changed.
 */
export function moveBeside(
  draft: Draft,
  { rule, anchor, siblings, declarations }: RuleMove,
  where: 'before' | 'after',
) {
  const from = ruleStart(siblings, rule)
  const group = siblings.slice(from, siblings.indexOf(rule) + 1)
  const rest = siblings.filter((each) => !group.includes(each))
  const at = where === 'after' ? rest.indexOf(anchor) + 1 : ruleStart(rest, anchor)
  const next = rest.toSpliced(at, 0, ...group)
  if (next.every((each, index) => each === siblings[index])) return false
  const keys = [...rest.map((each) => each.at), ...declarations].sort()
  const behind = where === 'after' ? anchor.at : keys.findLast((key) => key < (rest[at]?.at ?? ''))
  const before = where === 'after' ? keys.find((key) => key > anchor.at) : rest[at]?.at
  let low = behind
  for (const each of group) {
    low = orderBetween(low, before)
    draft.set(ruleOrderKey(each.id), low)
  }
  // The first rule of a stylesheet has no line break in front of it.
  const [first] = next
  const [old] = siblings
  if (first && old && first !== old && first.before !== old.before) {
    draft.set(ruleSpaceKey(first.id), old.before)
    draft.set(ruleSpaceKey(old.id), first.before)
  }
  return true
}

/** Where a rule begins with the comments that stand right above it, without an empty line between. */
function ruleStart(siblings: readonly Rule[], rule: Rule): number {
  let at = siblings.indexOf(rule)
  while (siblings[at - 1]?.kind === 'comment' && (siblings[at]?.before.split('\n').length ?? 0) === 2) at -= 1
  return at
}
