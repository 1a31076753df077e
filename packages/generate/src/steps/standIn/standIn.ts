import { blueprintOf, type Plan } from '../../plan/plan.ts'
import { rehearseSite } from '../../rehearsal/site.ts'

/** The replacement of a stylesheet that the model did not write: tokens and rules, only by the plan. */
export const standInStyles = (plan: Plan): string => rehearseSite(blueprintOf(plan), plan)['styles.css'] ?? ''

/** The shared parts, by file name, for when the model did not make them; they lead to every planned page. */
export function standInParts(plan: Plan): Record<string, string> {
  const files = rehearseSite(blueprintOf(plan), plan)
  return Object.fromEntries(Object.entries(files).filter(([name]) => name.startsWith('_components/')))
}
