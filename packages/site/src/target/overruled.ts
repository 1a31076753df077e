import type { View } from '@atelier/documents'
import { overlap } from '../css/overlap.ts'
import { type Rule, sharedRules } from '../css/rules.ts'
import { sheetOrder } from '../css/sheets.ts'
import { indexRules, type PlacedRule } from './ruleIndex.ts'
import { reachOf, type WidthConvention, widthConvention } from './widths.ts'

/** A new rule that wins over a standing one of the same selector, which was written for fewer widths. */
export interface Overruled {
  selector: string
  /** The property of the standing rule that no longer shows. */
  property: string
  /** The media query of the standing rule. */
  condition: string
}

/** The standing rules under a narrower query that rules which were put behind them now win over. */
export function overruledBy(site: View, created: ReadonlySet<string>): Overruled[] {
  const parts = sheetOrder(site).map((sheet) => sharedRules(site, sheet))
  const { kind } = widthConvention(parts)
  return parts.flatMap((part) => overruledIn(part, created, kind))
}

function overruledIn(part: readonly Rule[], created: ReadonlySet<string>, kind: WidthConvention['kind']): Overruled[] {
  const { byId, bySelector } = indexRules(part)
  const reachIn = ({ conditions }: PlacedRule) =>
    Math.max(...conditions.map((each) => reachOf(each, kind) ?? Number.NEGATIVE_INFINITY))
  const found: Overruled[] = []
  for (const id of created) {
    const fresh = byId.get(id)
    if (fresh?.selector === undefined) continue
    for (const standing of bySelector.get(fresh.selector) ?? []) {
      const isBefore = standing.index < fresh.index && !created.has(standing.rule.id)
      if (!isBefore || standing.layer !== fresh.layer || reachIn(standing) <= reachIn(fresh)) continue
      const lost = standing.rule.declarations.find((each) =>
        fresh.rule.declarations.some(
          (own) => own.important === each.important && each.name && own.name && overlap(own.name, each.name),
        ),
      )
      const condition = standing.around.findLast(({ name }) => name === 'media')?.selector
      if (lost && condition !== undefined) {
        found.push({ selector: fresh.rule.selector, property: lost.name, condition })
      }
    }
  }
  return found
}
