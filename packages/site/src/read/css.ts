import { createMemoryView, type View } from '@atelier/documents'
import { applyingRules, summarize } from '../css/applying.ts'
import { printRules } from '../css/printCss.ts'
import { type Rule, readRules } from '../css/rules.ts'
import { addCss } from '../css/upsert.ts'
import type { PageTree } from '../document/tree.ts'
import { cascadeRules } from '../sheet/cascade.ts'
import { frameworkCss } from '../tokens/framework.ts'
import { jsonLength } from './parts.ts'
import { type Cleaned, shortenValue } from './shorten.ts'

/** The rules of every stylesheet that applies to a page, in order. */
export function pageRules(site: View, pageId: string, tree: PageTree): Rule[] {
  return cascadeRules(site, tree, pageId)
}

/**
 * The CSS that can apply to a page, in order, long data URLs shortened: one text per top rule, or several where a rule
 * is longer than `budget` characters of JSON.
 */
export function readCss(site: View, pageId: string, tree: PageTree, budget: number, cleaned: Cleaned): string[] {
  const summary = summarize(tree)
  return [...frameworkRules(site, summary.classes), ...applyingRules(pageRules(site, pageId, tree), summary)].flatMap(
    (rule) => textsOf(rule, budget, cleaned),
  )
}

/** The rules of the design system that a page is under: all custom properties, and the utilities that it names. */
function frameworkRules(site: View, classes: ReadonlySet<string>): Rule[] {
  const css = frameworkCss(site, { classes })
  if (css === '') return []
  const scratch = createMemoryView()
  let count = 0
  addCss(scratch, css, () => `framework${count++}`)
  return readRules(scratch)
}

/** A rule as text, taken apart at its rules and declarations until each piece fits. */
export function textsOf(rule: Rule, budget: number, cleaned: Cleaned): string[] {
  const text = `${shortenValue('', printRules([rule]), cleaned, budget * 2)}\n`
  if (jsonLength(text) <= budget) return [text]
  const halves = halve(rule)
  if (halves) return halves.flatMap((half) => textsOf(half, budget, cleaned))
  cleaned.longTexts += 1
  return [`/* ${rule.selector.slice(0, 120).replaceAll('*/', '* /')}: ${text.length} characters, left out */\n`]
}

function halve(rule: Rule): [Rule, Rule] | undefined {
  const { rules, declarations } = rule
  if (rules.length > 1 || (rules.length === 1 && declarations.length > 0)) {
    const at = rules.length >> 1
    return [
      { ...rule, rules: rules.slice(0, at) },
      { ...rule, declarations: [], rules: rules.slice(at) },
    ]
  }
  const [inner] = rules
  if (inner) {
    const halves = halve(inner)
    return (
      halves && [
        { ...rule, rules: [halves[0]] },
        { ...rule, rules: [halves[1]] },
      ]
    )
  }
  if (declarations.length < 2) return undefined
  const at = declarations.length >> 1
  return [
    { ...rule, declarations: declarations.slice(0, at) },
    { ...rule, declarations: declarations.slice(at) },
  ]
}
