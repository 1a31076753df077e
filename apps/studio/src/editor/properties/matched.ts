import type { View } from '@atelier/documents'
import { nodeClasses, type PageTree, type Rule, readRules, walkRules } from '@atelier/site'

/** A rule that can apply to a node. */
export interface Matched {
  rule: Rule
  /** The at-rules and outer selectors around it, outermost first. */
  conditions: string[]
  /** The states that it waits for, such as `:hover`. */
  state?: string
  /** It applies now and always: nothing around it and no state. */
  certain: boolean
}

/** The rules that can apply to a node, the strongest first. */
export function matchedRules(view: View, tree: PageTree, nodeId: string): Matched[] {
  const node = tree.node(nodeId)
  if (!node) return []
  const names = new Set(nodeClasses(node).map((name) => `.${name}`))
  const matched: Matched[] = []
  for (const [rule, around] of walkRules(readRules(view))) {
    if (rule.kind !== 'style' || !names.has(rule.selector)) continue
    matched.push({ rule, conditions: around.map((each) => each.selector), certain: around.length === 0 })
  }
  return matched.reverse()
}
