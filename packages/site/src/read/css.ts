import { createMemoryView, type View } from '@atelier/documents'
import { appliedCode } from '../code/applies.ts'
import { applyingRules, type PageSummary, summarize } from '../css/applying.ts'
import { printRules } from '../css/printCss.ts'
import { type Rule, readRules, walkRules } from '../css/rules.ts'
import type { PageTree } from '../document/tree.ts'
import { cascadeRules } from '../sheet/cascade.ts'
import { addCss } from '../sheet/upsert.ts'
import { frameworkCss, siteFramework } from '../tokens/framework.ts'
import { designSystem } from '../tokens/system.ts'
import { addRuleVariables, collectUses } from '../tokens/uses.ts'
import { jsonLength } from './parts.ts'
import { type Cleaned, nothingCleaned, shortenValue } from './shorten.ts'

/** The rules of every stylesheet that applies to a page, in order. */
export function pageRules(site: View, pageId: string, tree: PageTree): Rule[] {
  return cascadeRules(site, tree, pageId)
}

/**
 * The CSS that can apply to a page, in order, long data URLs shortened: one text per top rule, or several if a rule
 * is longer than `budget` characters of JSON. Design tokens that it uses are listed, the rest in one line; after
 * the site's stylesheets those of its code assets.
 */
export function readCss(site: View, pageId: string, tree: PageTree, budget: number, cleaned: Cleaned): string[] {
  const summary = summarize(tree)
  const own = applyingRules(pageRules(site, pageId, tree), summary)
  const assets = styleAssets(site, pageId, summary)
  const variables = new Set(collectUses(tree).variables)
  for (const rules of [own, ...assets.map((asset) => asset.rules)]) {
    addRuleVariables(
      [...walkRules(rules)].map(([rule]) => rule),
      variables,
    )
  }
  const framework = frameworkCss(site, { classes: summary.classes, variables })
  const texts = (rules: readonly Rule[]) => rules.flatMap((rule) => ruleTexts(rule, budget, cleaned))
  return [
    ...texts(scratchRules(framework)),
    ...unusedTokens(site, framework),
    ...texts(own),
    ...assets.flatMap(({ note, rules }) => [note, ...texts(rules)]),
  ]
}

/** The CSS that can apply to a page as one text, long data URLs shortened. */
export const pageCss = (site: View, pageId: string, tree: PageTree): string =>
  readCss(site, pageId, tree, Number.MAX_SAFE_INTEGER, nothingCleaned()).join('')

/** CSS that is in no stylesheet of the site, as rules. */
function scratchRules(css: string): Rule[] {
  if (css === '') return []
  const scratch = createMemoryView()
  let count = 0
  addCss(scratch, css, () => `scratch${count++}`)
  return readRules(scratch)
}

/** The maximum length of a style in characters; a longer one is only named. */
const LONGEST_STYLE = 200_000

/** The styles of code assets that a page loads, with the rules of each that can apply to it. */
function styleAssets(site: View, pageId: string, summary: PageSummary): { note: string; rules: Rule[] }[] {
  return appliedCode(site, pageId).styles.map(({ path, content }) => {
    const isLong = content.length > LONGEST_STYLE
    const what = isLong ? `${content.length} characters; read_code_asset reads it` : 'patch_code_asset changes it'
    const rules = isLong ? [] : applyingRules(scratchRules(content), summary)
    return { note: `/* ${path}, a code asset: ${what} */\n`, rules }
  })
}

/** The maximum number of names per kind in the line of unused tokens. */
const LISTED = 12

/** One line that names the tokens which a read leaves out, since nothing that it shows uses them. */
function unusedTokens(site: View, framework: string): string[] {
  const shown = new Set<string>()
  for (const [, name = ''] of framework.matchAll(/^ {0,4}(--[\w\p{L}\p{N}-]{1,200}):/gmu)) shown.add(name)
  const system = designSystem(site)
  const bases = new Set(system.colors.map(({ slug }) => `--${slug}`))
  const left = siteFramework(site).variables.filter(({ name, declared }) => !declared && !shown.has(name))
  const list = (names: readonly string[]) =>
    `${names.slice(0, LISTED).join(' ')}${names.length > LISTED ? ` and ${names.length - LISTED} more` : ''}`
  const parts = (['color', 'font', 'type', 'space'] as const).flatMap((kind) => {
    const names = left.filter((variable) => variable.kind === kind).map(({ name }) => name)
    const main = kind === 'color' ? names.filter((name) => bases.has(name)) : names
    const variants = names.length - main.length
    const more = variants > 0 ? [`${variants} variants of colours (-d-1, -l-1, -50 …)`] : []
    return [...(main.length > 0 ? [list(main)] : []), ...more]
  })
  return parts.length === 0
    ? []
    : [`/* Further tokens, not used here: ${parts.join('; ')}; list_tokens has their values */\n`]
}

/** A rule as text, split at its rules and declarations until each piece fits. */
export function ruleTexts(rule: Rule, budget: number, cleaned: Cleaned): string[] {
  const text = `${shortenValue('', printRules([rule]), cleaned, budget * 2)}\n`
  if (jsonLength(text) <= budget) return [text]
  const halves = halve(rule)
  if (halves) return halves.flatMap((half) => ruleTexts(half, budget, cleaned))
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
