import { siteFramework } from '../tokens/framework.ts'
import type { PageFacts } from './facts.ts'
import { rulesWith } from './styles.ts'

/** The custom properties that have one value everywhere: those that only `:root` declares. */
export function readVariables({ rules, site }: PageFacts): ReadonlyMap<string, string> {
  const values = new Map(siteFramework(site).variables.map(({ name, value }) => [name, value]))
  const unsure = new Set<string>()
  for (const [rule, around] of rulesWith(rules, (name) => name.startsWith('--'))) {
    const isRoot = around.length === 0 && /^(?::root|html)$/.test(rule.selector)
    for (const { name, value } of rule.declarations) {
      if (!name.startsWith('--')) continue
      if (isRoot) values.set(name, value)
      // Values that a dark scheme changes are checked in the light scheme.
      else if (!around.some(({ selector }) => selector.includes('prefers-color-scheme'))) unsure.add(name)
    }
  }
  for (const name of unsure) values.delete(name)
  return values
}

/** The value with the custom properties that it refers to, in lower case; a reference to an unknown one stays. */
export function substitute(value: string, variables: ReadonlyMap<string, string>): string {
  let text = value
  for (let depth = 0; depth < 8 && text.includes('var('); depth += 1) {
    const next = text.replace(
      /var\(\s*(--[\w-]+)\s*(?:,([^()]*))?\)/g,
      (whole, name: string, fallback?: string) => variables.get(name) ?? fallback?.trim() ?? whole,
    )
    if (next === text) break
    text = next
  }
  return text.trim().toLowerCase()
}
