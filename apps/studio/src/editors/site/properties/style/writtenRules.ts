import type { StyleTarget } from '@atelier/site'
import * as strings from './strings.ts'

/** A rule that an edit of several elements writes, with the number of them that it is written for. */
export interface WrittenRule {
  name: string
  count: number
}

/** The rules that an edit writes, in the order of the elements. */
export function writtenRules(targets: readonly StyleTarget[]): WrittenRule[] {
  const found = new Map<string, WrittenRule>()
  for (const { attribute, selector, state, conditions, layer, sheet, rule } of targets) {
    const name = attribute ? strings.styleAttribute : `${selector}${state}`
    const key = JSON.stringify([name, attribute, rule?.ruleId, conditions, layer, sheet])
    const known = found.get(key)
    if (known) known.count += 1
    else found.set(key, { name, count: 1 })
  }
  return [...found.values()]
}
