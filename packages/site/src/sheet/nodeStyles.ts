import type { View } from '@atelier/documents'
import { type Declaration, walkRules } from '../css/rules.ts'
import type { PageTree } from '../document/tree.ts'
import { cascadeRules } from './cascade.ts'
import { matchingRules } from './matchedRules.ts'

/** A complete rule that can apply to a node, so that each of its declarations can be edited. */
export interface StyledRule {
  ruleId: string
  selector: string
  /** The at-rules around it, outermost first. */
  conditions: string[]
  /** Its states and pseudo-elements: `:hover`, `::before`. */
  state: string
  /** Whether it applies to the element itself without an at-rule or a state. */
  certain: boolean
  /** All declarations, including those switched off as comments. */
  declarations: readonly Declaration[]
}

/**
 * The rules that can apply to a node: those of the element itself, the strongest first, then its states and parts.
 * @param pageId includes the rules that only this page has
 */
export function nodeStyles(view: View, tree: PageTree, nodeId: string, pageId?: string): StyledRule[] {
  const whole = new Map<string, readonly Declaration[]>()
  for (const [rule] of walkRules(cascadeRules(view, tree, pageId))) whole.set(rule.id, rule.declarations)
  const found = new Map<string, StyledRule>()
  for (const rule of matchingRules(view, tree, nodeId, pageId).reverse()) {
    const { id, selector, conditions, states, pseudoElement = '', declarations } = rule
    const state = [...states, pseudoElement].filter(Boolean).join(' ')
    const known = found.get(id)
    if (known) {
      // One selector list can match the element and its parts; it is shown once, for its simplest match.
      if (state !== '' && known.state !== '') known.state = `${state}, ${known.state}`
      else if (state === '') Object.assign(known, { state, certain: conditions.length === 0 })
      continue
    }
    found.set(id, {
      ruleId: id,
      selector,
      conditions,
      state,
      certain: conditions.length === 0 && state === '',
      declarations: whole.get(id) ?? declarations,
    })
  }
  const all = [...found.values()]
  return [...all.filter((each) => each.state === ''), ...all.filter((each) => each.state !== '')]
}
